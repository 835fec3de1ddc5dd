/**
 * Take the pictures of the app that an installing device shows (`scripts/web-manifest.ts`), from the
 * build in dist: `node scripts/screenshots.ts`. Run it when the home feed has changed its looks.
 */
import { chromium } from 'playwright'
import { StaticHost } from '../e2e/static-host.ts'
import { findChromium } from './find-chromium.mjs'

const SHOTS = [
  { name: 'wide', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  { name: 'narrow', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true },
]

const host = new StaticHost('dist')
await host.start()
const browser = await chromium.launch({ executablePath: findChromium(chromium.executablePath()) })
for (const { name, ...size } of SHOTS) {
  const page = await browser.newPage({ ...size, colorScheme: 'dark', baseURL: host.url })
  await page.goto('/')
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await page.getByRole('list', { name: 'Posts' }).getByRole('img').first().waitFor()
  // What pops up goes away by itself.
  await page.getByText('Ready to work offline').waitFor()
  await page.getByText('Ready to work offline').waitFor({ state: 'detached' })
  await page.mouse.move(0, 0)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `public/screenshots/${name}.png` })
  await page.close()
}
await browser.close()
await host.stop()
