import { setTimeout } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { resetData, setMock } from '../e2e/support/mock.ts'
import { findChromium } from '../scripts/find-chromium.mjs'

const CLOSE_LIMIT_MS = 10_000

/** As in playwright.config.ts. */
const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
]

/** @param port for Lighthouse, which controls the browser itself */
export function launch(port?: number): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(chromium.executablePath()),
    args: port === undefined ? ARGS : [...ARGS, `--remote-debugging-port=${port}`],
  })
}

export type Visit = {
  baseURL: string
  /** The slowdown of the page's thread. The browser cannot slow down workers. */
  cpu?: number
}

/** Runs `use` on a device without any stored data. */
export async function onNewDevice<Result>(
  browser: Browser,
  visit: Visit,
  use: (page: Page, context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ baseURL: visit.baseURL })
  context.setDefaultTimeout(60_000)
  try {
    return await use(await openPage(context, visit.cpu), context)
  } finally {
    // Chromium sometimes never reports the end of a close while a worker is being installed.
    await Promise.race([context.close(), setTimeout(CLOSE_LIMIT_MS, undefined, { ref: false })])
  }
}

export async function openPage(context: BrowserContext, cpu = 1): Promise<Page> {
  const page = await context.newPage()
  await slowDown(page, cpu)
  return page
}

/** @param cpu the slowdown of the page's thread; 1 for full speed */
export async function slowDown(page: Page, cpu: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  // Detaching would end the slowdown.
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
}

export async function chromiumVersion(): Promise<string> {
  const browser = await launch()
  await browser.close()
  return browser.version()
}

/** The number of users beside any number of posts. */
const USERS = 100

/** Replaces the data of the page's site with generated posts, always the same, and removes the delay. */
export async function fill(page: Page, posts: number): Promise<void> {
  await setMock(page, { delay: 0 })
  await resetData(page, { users: USERS, posts })
}
