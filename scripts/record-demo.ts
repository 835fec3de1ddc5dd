/**
 * Records the demo of the README from the build in dist: landing screen, guest log-in, a like, a post with a
 * picture, offline. Writes frames into a folder, from which ffmpeg (not needed otherwise) makes the picture:
 *
 *     node scripts/record-demo.ts /tmp/frames
 *     ffmpeg -i /tmp/frames/list.ffconcat -vf setpts=0.8*PTS,fps=12 -c:v libwebp_anim -quality 75 -loop 0 -y docs/gearheads.webp
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { chromium, type Locator } from 'playwright'
import { StaticHost } from '../e2e/support/static-host.ts'
import { findChromium } from './find-chromium.mjs'

const folder = process.argv[2] ?? 'frames'
const SIZE = { width: 390, height: 780 }

const host = new StaticHost('dist')
await host.start()
const browser = await chromium.launch({ executablePath: findChromium(chromium.executablePath()) })
const options = { baseURL: host.url, colorScheme: 'dark', isMobile: true } as const
const page = await browser.newPage({ ...options, viewport: SIZE })
const drawing = await browser.newPage({ ...options, viewport: { width: 800, height: 500 } })
await drawing.goto('/seed/posts/cafe-racer.svg')
const ride = { name: 'ride.png', mimeType: 'image/png', buffer: await drawing.screenshot() }

// The landing screen does not show this notice, and a reload does not show it again.
await page.goto('/mock')
await page.getByText('Ready to work offline').waitFor()
await page.getByText('Ready to work offline').waitFor({ state: 'detached' })
await page.goto('/')

const frames: { seconds: number; data: string }[] = []
const devtools = await page.context().newCDPSession(page)
devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
  frames.push({ seconds: metadata.timestamp ?? 0, data })
  devtools.send('Page.screencastFrameAck', { sessionId })
})
await devtools.send('Page.startScreencast', { format: 'png' })

/** Shows the position of the finger, then taps. */
async function tap(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not to be seen`)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.evaluate(({ x, y }) => {
    const finger = document.createElement('div')
    finger.style.cssText = `position:fixed;left:${x - 22}px;top:${y - 22}px;width:44px;height:44px;z-index:9999;
      border-radius:50%;background:#fff8;border:2px solid #fff;pointer-events:none`
    document.body.append(finger)
    setTimeout(() => finger.remove(), 350)
  }, at)
  await rest(300)
  await page.mouse.click(at.x, at.y)
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const posts = page.getByRole('list', { name: 'Posts' }).getByRole('article')
const like = posts.first().getByRole('button', { name: /^Like/ })

await rest(1200)
await tap(page.getByRole('button', { name: 'Log in as guest' }))
await posts.first().getByRole('img').last().waitFor()
await rest(1200)
await page.evaluate(() => scrollTo({ top: 200, behavior: 'smooth' }))
await rest(700)
await tap(like)
await rest(1200)
await page.evaluate(() => scrollTo({ top: 0, behavior: 'smooth' }))
await rest(500)
const chooser = page.waitForEvent('filechooser')
await tap(page.getByRole('button', { name: 'Add a picture' }))
await (await chooser).setFiles(ride)
await page
  .getByRole('textbox', { name: 'What are you driving' })
  .pressSequentially('First ride of the year', { delay: 50 })
await rest(500)
await tap(page.getByRole('button', { name: 'Vroom' }))
await posts.filter({ hasText: 'First ride of the year' }).waitFor()
await rest(1500)
await page.context().setOffline(true)
await page.getByText('Offline', { exact: true }).filter({ visible: true }).waitFor()
await rest(1000)
await tap(like)
await posts
  .first()
  .getByRole('button', { name: /^Like .*: 1$/ })
  .waitFor()
await rest(1500)
await devtools.send('Page.stopScreencast')

await mkdir(folder, { recursive: true })
const list = ['ffconcat version 1.0']
for (const [index, { seconds, data }] of frames.entries()) {
  const file = `${String(index).padStart(4, '0')}.png`
  await writeFile(`${folder}/${file}`, data, 'base64')
  const until = frames[index + 1]?.seconds ?? seconds + 2
  list.push(`file ${file}`, `duration ${(until - seconds).toFixed(3)}`)
}
await writeFile(`${folder}/list.ffconcat`, list.join('\n'))
await browser.close()
await host.stop()
