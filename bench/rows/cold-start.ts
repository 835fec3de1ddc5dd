import type { BrowserContext, Page } from 'playwright'
import { stopWorkers } from '../../e2e/support/devtools.ts'
import { setMock } from '../../e2e/support/mock.ts'
import { type Benchmark, interleave } from '../bench.ts'
import { onNewDevice, openPage } from '../browser.ts'
import { keptForOffline, logInAsGuest } from '../guest.ts'
import { notePaint, openUntilPainted, POST } from '../painted.ts'

/** The installed app is opened without a network, long after the browser has stopped its worker. */
export const coldStart: Benchmark = {
  id: 'cold-start',
  sites: ['app', 'stock-msw'],
  measure: async (bench) => {
    const browser = await bench.browser()
    const { app, 'stock-msw': stock } = bench.sites
    return onNewDevice(browser, { baseURL: app.url }, (ours, ourContext) =>
      onNewDevice(browser, { baseURL: stock.url }, async (theirs, theirContext) => {
        await logInAsGuest(ours)
        await keptForOffline(ours)
        await setMock(ours, { delay: 400 })
        await leave(ours)
        await theirs.goto('/')
        await theirs.locator(POST).first().waitFor()
        await leave(theirs)
        const [fast = [], slow = [], msw = []] = await interleave(
          bench.runs(11, 3),
          () => start(ourContext, 1),
          () => start(ourContext, 4),
          () => start(theirContext, 1),
        )
        const beside = { what: 'a page on stock MSW', values: msw }
        const what = 'Cold start offline, worker stopped, delay 400 ms: feed visible'
        const unit = 'ms' as const
        return [
          { what, unit, values: fast, budget: { atMost: 250 }, beside },
          { what: `${what}, 4x CPU`, unit, values: slow, budget: { atMost: 450 }, beside },
        ]
      }),
    )
  },
}

/** Close the app, after it had the time to keep what it showed. */
async function leave(page: Page): Promise<void> {
  await page.goto('/')
  await page.locator(POST).first().waitFor()
  await page.waitForTimeout(3000)
  await page.context().setOffline(true)
  await page.close()
}

/** @returns until the feed is painted, in ms; infinite if it does not start at all */
async function start(context: BrowserContext, cpu: number): Promise<number> {
  const page = await openPage(context, cpu)
  try {
    await stopWorkers(page)
    await notePaint(page, POST)
    return await openUntilPainted(page, '/')
  } catch (error) {
    if (String(error).includes('ERR_INTERNET_DISCONNECTED')) return Number.POSITIVE_INFINITY
    throw error
  } finally {
    await page.close()
  }
}
