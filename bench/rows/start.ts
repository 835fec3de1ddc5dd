import type { Page } from 'playwright'
import { stopWorkers } from '../../e2e/support/devtools.ts'
import { logInAsGuest } from '../../e2e/support/fixtures.ts'
import { setMock } from '../../e2e/support/mock.ts'
import type { Bench, Samples } from '../bench.ts'
import { openAndTap, openUntilUsable, POST } from '../page.ts'
import { hostOf, type SiteName } from '../sites.ts'

/** A first visit on a slow link and a slow CPU: the paint of the landing screen, and of the feed after the log-in. */
export async function firstVisit(bench: Bench): Promise<Samples> {
  const visit = async (site: SiteName, take: (page: Page) => Promise<number>) => {
    const host = await hostOf(site)
    host.slow = true
    const ms = await bench.visit(site, take)
    host.slow = false
    return ms / 1000
  }
  const throughLogIn = async (page: Page) =>
    (await openUntilUsable(page, '/', () => pressLogIn(page))).painted
  return bench.sample({
    app: async () => ({
      landing: await visit('app', largestPaint),
      feed: await visit('app', throughLogIn),
    }),
    floor: async () => ({
      landing: await visit('floor', largestPaint),
      feed: await visit('floor', open),
    }),
    stock: async () => ({ feed: await visit('stock-msw', open) }),
  })
}

const open = async (page: Page) => (await openUntilUsable(page)).painted

/** The LCP that the browser reports once the page has loaded everything. */
async function largestPaint(page: Page): Promise<number> {
  await page.goto('/', { waitUntil: 'networkidle' })
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
}

/** Clicks the button as soon as React has rendered it. */
async function pressLogIn(page: Page): Promise<void> {
  await page.locator('button:not([inert] *)', { hasText: 'Log in as guest' }).click()
}

/** The time that a visitor needs to type, in which the page may prepare the feed. */
const TYPING_MS = 3000

/** The time in which the app has stored its last screen. */
const STORED_MS = 3000

/** From the click on log-in to the painted feed on a slow CPU; the worker runs, and there is no delay. */
export async function logIn(bench: Bench): Promise<Samples> {
  const fromClick = async (page: Page) => {
    const { clicked, painted } = await openUntilUsable(page, '/', async () => {
      await page.waitForLoadState()
      await setMock(page, { delay: 0 })
      await page.waitForTimeout(TYPING_MS)
      await pressLogIn(page)
    })
    return painted - clicked
  }
  return bench.sample({
    app: async () => ({ logIn: await bench.visit('app', fromClick) }),
    floor: async () => ({ open: await bench.visit('floor', open) }),
  })
}

/**
 * A start of the installed app without a network, after the browser has stopped its worker, and a tap on the like of the
 * first post in its first frame. The floor is online.
 */
export async function coldStart(bench: Bench): Promise<Samples> {
  const [app, floor] = [await bench.device('app'), await bench.device('floor')]
  await logInAsGuest(app)
  await app.getByText('Ready to work offline').waitFor()
  await setMock(app, { delay: 400 })
  await app.goto('/')
  await app.locator(POST).first().waitFor()
  await app.waitForTimeout(STORED_MS)
  await app.context().setOffline(true)
  await app.goto('about:blank')
  const start = async (page: Page) => {
    await stopWorkers(page)
    return { painted: await open(page) }
  }
  const startAndTap = async (page: Page) => {
    await stopWorkers(page)
    const { painted, tapped, liked } = await openAndTap(page)
    // The next run begins without the like.
    const answered = page.waitForResponse(/\/dislike\//)
    await page.locator(POST).first().getByRole('button', { name: /^Like/ }).click()
    await answered
    await page.waitForTimeout(STORED_MS)
    return { painted, liked: liked - tapped }
  }
  return bench.sample({
    app1x: () => bench.visit(app, startAndTap, 1),
    floor1x: () => bench.visit(floor, start, 1),
    app4x: () => bench.visit(app, startAndTap),
    floor4x: () => bench.visit(floor, start),
  })
}
