import type { Browser, BrowserContext, Page } from 'playwright'
import { setMock } from '../../e2e/support/mock.ts'
import { type Benchmark, interleave } from '../bench.ts'
import { onNewDevice, openPage } from '../browser.ts'
import { notePaint, openUntilPainted, POST } from '../painted.ts'
import { type Link, slowLink } from '../slow-link.ts'

const PHONE = { bytesPerSecond: 1_600_000 / 8, rttMs: 150 }
const CPU = 4

/** From an address typed in for the first time, over the guest's log-in, to the posts of the home feed. */
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
        bench.runs(9, 3),
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
          what: 'The same line, to one line of text made by the same libraries',
          unit: 's',
          values: least,
          note: 'the floor, not ours',
        },
        {
          what: 'The same line: LCP of the landing screen, as the browser itself reports it',
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

/** The browser's own LCP, in s, when the page has nothing more to load. */
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
 * The delay of a first visit cannot be set before it, so there is one before: what it leaves behind is
 * the row with the delay, and nothing else. No worker, no file, no user, no post.
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
  // With a page of the origin still open, Chromium now and then never closes that page.
  await page.goto('about:blank')
  const storageTypes = 'service_workers,cache_storage,local_storage'
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await devtools.send('Network.clearBrowserCache')
}
