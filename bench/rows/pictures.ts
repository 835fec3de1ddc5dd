import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { phoneJpeg, pictureFile, SECRETS, type TestFile } from '../../e2e/support/picture-files.ts'
import { looks, pick, preview, served } from '../../e2e/support/pictures.ts'
import type { Benchmark } from '../bench.ts'
import { onNewDevice } from '../browser.ts'
import { logInAsGuest } from '../guest.ts'
import { POST } from '../painted.ts'

/** What is left of a picture that somebody posts. Noise is the worst that an encoder can meet. */
export const pictures: Benchmark = {
  id: 'pictures',
  sites: ['app'],
  measure: async (bench) =>
    onNewDevice(await bench.browser(), { baseURL: bench.sites.app.url }, async (page) => {
      await logInAsGuest(page)
      const noise: Posted[] = []
      await inFile(pictureFile(2400, 1800, 'noise'), async (file) => {
        for (let run = 0; run < bench.runs(3, 1); run++) noise.push(await post(page, file))
      })
      const phone = await post(page, await phoneJpeg(page))
      const values = (key: 'edge' | 'kB' | 'longestTask') => noise.map((run) => run[key])
      return [
        {
          what: 'Picture of 2400 x 1800 px noise before upload: long edge',
          unit: 'px',
          values: values('edge'),
          budget: { atMost: 1600 },
        },
        { what: 'The same: size', unit: 'kB', values: values('kB'), budget: { atMost: 400 } },
        {
          what: 'The same: longest task of the page meanwhile',
          unit: 'ms',
          values: values('longestTask'),
          budget: { atMost: 50 },
          note: 'off the main thread means: no long task; those under 50 ms count as 50',
        },
        {
          what: 'JPEG of a phone: marks of EXIF, GPS and camera left',
          unit: '',
          values: [SECRETS.filter((secret) => phone.bytes.includes(secret)).length],
          budget: { atMost: 0 },
        },
      ]
    }),
}

/** How a picture came out, and the longest task of the page meanwhile (ms). */
type Posted = { bytes: Buffer; kB: number; edge: number; longestTask: number }

async function post(page: Page, file: TestFile | string): Promise<Posted> {
  await page.evaluate(() => {
    const tasks = { longest: 50 }
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        tasks.longest = Math.max(tasks.longest, duration)
    }).observe({ type: 'longtask' })
  })
  await pick(page, file)
  await preview(page).waitFor()
  const longestTask = await page.evaluate(
    () => (window as unknown as { tasks: { longest: number } }).tasks.longest,
  )
  const text = `Picture ${performance.now()}`
  await page.getByRole('textbox', { name: 'What are you driving' }).fill(text)
  await page.getByRole('button', { name: 'Vroom' }).click()
  const picture = page
    .locator(POST)
    .filter({ hasText: text })
    .getByRole('img', { name: /^Picture by/ })
  await picture.waitFor()
  const { bytes } = await served(page, picture)
  const { width, height } = await looks(picture)
  return { bytes, kB: bytes.length / 1000, edge: Math.max(width, height), longestTask }
}

/** From the disk, as on a device: Playwright would make a file of bytes on the page, which takes seconds. */
async function inFile(
  { name, buffer }: TestFile,
  use: (path: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gearheads-bench-'))
  const path = join(folder, name)
  await writeFile(path, buffer)
  await use(path).finally(() => rm(folder, { recursive: true }))
}
