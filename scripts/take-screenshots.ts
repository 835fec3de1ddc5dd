/**
 * Takes the screenshots of the web manifest and of the README (`screenshots.ts`) from the build in dist: `npm run
 * screenshots`, or with a part of the name of a file only those. `e2e/full/screenshots.spec.ts` fails when the appearance of a
 * screen has changed since. `pngquant --ext .png --force` reduces them to a third of the size.
 */
import { writeFile } from 'node:fs/promises'
import { chromium } from 'playwright'
import { StaticHost } from '../e2e/support/static-host.ts'
import { findChromium } from './find-chromium.mjs'
import { screenshots, take } from './screenshots.ts'

const [, , name = ''] = process.argv
const host = new StaticHost('dist')
await host.start()
const browser = await chromium.launch({ executablePath: findChromium(chromium.executablePath()) })
for (const [file, screenshot] of Object.entries(screenshots)) {
  if (!file.includes(name)) continue
  await writeFile(file, await take(browser, host.url, screenshot))
  console.warn(file)
}
await browser.close()
await host.stop()
