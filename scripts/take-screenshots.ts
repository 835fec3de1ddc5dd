/**
 * Takes the screenshots of the web manifest (`scripts/vite/web-manifest.ts`) and of the README, from the build in
 * dist: `node scripts/take-screenshots.ts`. Run it after the appearance of a screen has changed. `pngquant --ext .png --force`
 * reduces them to a third of the size.
 */
import { type BrowserContextOptions, chromium, type Page } from 'playwright'
import { StaticHost } from '../e2e/support/static-host.ts'
import { findChromium } from './find-chromium.mjs'

const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true }
const DARK = { colorScheme: 'dark' } as const
const LIGHT = { colorScheme: 'light' } as const

type Shot = BrowserContextOptions & { file: string; open: (page: Page) => Promise<void> }

const SHOTS: Shot[] = [
  {
    ...DARK,
    file: 'public/screenshots/wide.png',
    viewport: { width: 1280, height: 800 },
    open: home,
  },
  { ...PHONE, ...DARK, file: 'public/screenshots/narrow.png', deviceScaleFactor: 2, open: home },
  { ...DESKTOP, ...DARK, file: 'docs/screenshots/home-desktop-dark.png', open: home },
  { ...PHONE, ...DARK, file: 'docs/screenshots/home-phone-dark.png', open: home },
  { ...DESKTOP, ...LIGHT, file: 'docs/screenshots/landing-desktop-light.png', open: landing },
  { ...PHONE, ...LIGHT, file: 'docs/screenshots/profile-phone-light.png', open: profile },
  { ...DESKTOP, ...DARK, file: 'docs/screenshots/tester-desktop-dark.png', open: tester },
]

async function landing(page: Page) {
  // The notice closes by itself. The landing screen does not show it.
  await page.goto('/mock')
  await page.getByText('Ready to work offline').waitFor()
  await page.getByText('Ready to work offline').waitFor({ state: 'detached' })
  await page.goto('/')
}

async function home(page: Page) {
  await landing(page)
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await page.getByRole('list', { name: 'Posts' }).getByRole('img').first().waitFor()
  await page.getByText('User logged in').waitFor()
  await page.getByText('User logged in').waitFor({ state: 'detached' })
}

async function profile(page: Page) {
  await home(page)
  await page.goto('/profilePage/1')
  await page.getByRole('list', { name: 'Posts' }).getByRole('img').first().waitFor()
}

async function tester(page: Page) {
  await landing(page)
  await page.goto('/mock')
  await page.getByRole('textbox', { name: 'Endpoint' }).fill('/api/posts/1')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('treeitem').first().waitFor()
}

const host = new StaticHost('dist')
await host.start()
const browser = await chromium.launch({ executablePath: findChromium(chromium.executablePath()) })
for (const { file, open, ...options } of SHOTS) {
  const page = await browser.newPage({ ...options, baseURL: host.url })
  await open(page)
  await page.mouse.move(0, 0)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: file })
  await page.close()
}
await browser.close()
await host.stop()
