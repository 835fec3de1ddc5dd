import type { Browser, BrowserContext, Page } from 'playwright'
import { stopWorkers } from '../../e2e/support/devtools.ts'
import { logInAsGuest } from '../../e2e/support/fixtures.ts'
import { setMock } from '../../e2e/support/mock.ts'
import type { Benchmark } from '../bench.ts'
import { onNewDevice, openPage } from '../browser.ts'
import { interleave } from '../measurement.ts'
import { type Link, slowLink } from '../slow-link.ts'
import { notePaint, openUntilPainted, POST } from '../timing.ts'

const PHONE = { bytesPerSecond: 1_600_000 / 8, rttMs: 150 }
const CPU = 4

/** A first visit: from the navigation, with the guest's log-in, to the posts of the home feed. */
export const firstVisit: Benchmark = {
  id: 'first-visit',
  sites: ['app', 'floor', 'stock-msw'],
  measure: async (bench) => {
    const { app, floor, 'stock-msw': stock } = bench.sites
    const links = await Promise.all([app, stock, floor].map(({ port }) => slowLink(port, PHONE)))
    const [ourLink, stockLink, floorLink] = links as [Link, Link, Link]
    try {
      const browser = await bench.browser()
      const [us = [], msw = [], least = [], landing = [], line = []] = await interleave(
        bench.runs(9, 2),
        () => seconds(browser, ourLink, 'Log in as guest'),
        () => seconds(browser, stockLink),
        () => seconds(browser, floorLink),
        () => largestPaint(browser, ourLink),
        () => largestPaint(browser, floorLink),
      )
      return [
        {
          what: 'First visit to the feed, 1.6 Mbit/s, 150 ms, 4x CPU, no delay',
          unit: 's',
          values: us,
          budget: { atMost: 1.6 },
          beside: { what: 'a bare page on stock MSW', values: msw },
        },
        {
          what: 'First visit on the same line: one line of text by the same libraries',
          unit: 's',
          values: least,
          note: 'the floor',
        },
        {
          what: 'First visit on the same line: LCP of the landing screen, as reported by the browser',
          unit: 's',
          values: landing,
          budget: { atMost: 1.6 },
          beside: { what: 'one line of text by the same libraries', values: line },
        },
      ]
    } finally {
      await Promise.all(links.map((link) => link.close()))
    }
  },
}

async function seconds(browser: Browser, link: Link, press?: string): Promise<number> {
  return onNewDevice(browser, { baseURL: link.url }, async (page, context) => {
    link.slow = false
    if (press) await keepOnlyTheDelay(page, context)
    link.slow = true
    const visit = await openPage(context, CPU)
    await notePaint(visit, POST, press)
    return (await openUntilPainted(visit, '/')) / 1000
  })
}

/** The LCP reported by the browser once the page has loaded everything, in s. */
async function largestPaint(browser: Browser, link: Link): Promise<number> {
  return onNewDevice(browser, { baseURL: link.url, cpu: CPU }, async (page) => {
    link.slow = true
    await page.goto('/', { waitUntil: 'networkidle' })
    return page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            resolve((list.getEntries().at(-1)?.startTime ?? Number.NaN) / 1000)
          }).observe({ type: 'largest-contentful-paint', buffered: true })
        }),
    )
  })
}

/**
 * The delay cannot be set before the first visit. So an earlier visit sets it, and everything that it has
 * stored is deleted, except for the row of the settings: no worker, file, user or post remains.
 */
async function keepOnlyTheDelay(page: Page, context: BrowserContext): Promise<void> {
  await page.goto('/')
  await setMock(page, { delay: 0 })
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('gearheads')
        opening.onsuccess = () => {
          const rows = opening.result.transaction('rows', 'readwrite')
          const all = rows.objectStore('rows')
          all.delete(IDBKeyRange.upperBound('meta/settings', true))
          all.delete(IDBKeyRange.lowerBound('meta/settings', true))
          rows.oncomplete = resolve
          rows.onabort = () => reject(rows.error)
        }
      }),
  )
  // Chromium sometimes never closes a page whose origin is cleared while it is open.
  await page.goto('about:blank')
  const storageTypes = 'service_workers,cache_storage,local_storage'
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await devtools.send('Network.clearBrowserCache')
}

/** A start of the installed app without a network, after the browser has stopped its worker. */
export const coldStart: Benchmark = {
  id: 'cold-start',
  sites: ['app', 'stock-msw'],
  measure: async (bench) => {
    const browser = await bench.browser()
    const { app, 'stock-msw': stock } = bench.sites
    return onNewDevice(browser, { baseURL: app.url }, (ours, ourContext) =>
      onNewDevice(browser, { baseURL: stock.url }, async (theirs, theirContext) => {
        await logInAsGuest(ours)
        await ours.getByText('Ready to work offline').waitFor()
        await setMock(ours, { delay: 400 })
        await leave(ours)
        await theirs.goto('/')
        await theirs.locator(POST).first().waitFor()
        await leave(theirs)
        const [fast = [], slow = [], msw = []] = await interleave(
          bench.runs(11, 3),
          () => coldStartTime(ourContext, 1),
          () => coldStartTime(ourContext, 4),
          () => coldStartTime(theirContext, 1),
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

/** Closes the app after it had time to store its last screen. */
async function leave(page: Page): Promise<void> {
  await page.goto('/')
  await page.locator(POST).first().waitFor()
  await page.waitForTimeout(3000)
  await page.context().setOffline(true)
  await page.close()
}

/** @returns the time until the feed is painted, in ms; infinite if the app does not start */
async function coldStartTime(context: BrowserContext, cpu: number): Promise<number> {
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
