import { setTimeout } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { findChromium } from '../scripts/find-chromium.mjs'

const CLOSE_LIMIT_MS = 10_000

/** As in playwright.config.ts. */
const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
]

/** @param port for Lighthouse, which drives the browser by itself */
export function launch(port?: number): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(chromium.executablePath()),
    args: port === undefined ? ARGS : [...ARGS, `--remote-debugging-port=${port}`],
  })
}

export type Visit = {
  baseURL: string
  /** How many times slower the page's thread is made; not the worker's, which the browser cannot. */
  cpu?: number
}

/** A device that was never here, for as long as `use` runs. */
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
    // Chromium now and then never says that it is done, when a worker was installing just then.
    await Promise.race([context.close(), setTimeout(CLOSE_LIMIT_MS, undefined, { ref: false })])
  }
}

export async function openPage(context: BrowserContext, cpu = 1): Promise<Page> {
  const page = await context.newPage()
  await slowDown(page, cpu)
  return page
}

/** @param cpu how many times slower the page's thread becomes; 1 for its own speed */
export async function slowDown(page: Page, cpu: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  // Not detached: that would undo it.
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
}

export async function chromiumVersion(): Promise<string> {
  const browser = await launch()
  await browser.close()
  return browser.version()
}
