import type { Page } from 'playwright'
import { hardReload, stopWorkers } from '../../e2e/support/devtools.ts'
import type { Benchmark } from '../bench.ts'
import { onNewDevice } from '../browser.ts'
import { keptForOffline, logInAsGuest } from '../guest.ts'
import type { Host } from '../host.ts'

/** Every route (R2), and what shows that it works: its heading, made of what the API answered. */
const ROUTES: [path: string, heading: string | RegExp][] = [
  ['/', 'Home'],
  ['/homePage', 'Home'],
  ['/explore', 'Explore'],
  ['/bookMarkPage', 'Bookmarks'],
  ['/settings', 'Edit-Profile'],
  ['/post/1', /^Post by/],
  ['/profilePage/1', /./],
  ['/mock', /tester/i],
  ['/nowhere', /^PAGE 404/],
]

/** After one visit: every route with the network gone and the worker stopped, and after Shift+Reload. */
export const offline: Benchmark = {
  id: 'offline',
  sites: ['app'],
  measure: async (bench) =>
    onNewDevice(await bench.browser(), { baseURL: bench.sites.app.url }, async (page, context) => {
      await logInAsGuest(page)
      await keptForOffline(page)
      const host = bench.sites.app
      const gone = await withoutHost(host, async () => {
        await context.setOffline(true)
        const works = await count(page, (path) => coldVisit(page, path))
        await context.setOffline(false)
        return works
      })
      const reloaded = await count(page, async (path) => {
        await page.goto(path)
        await hardReload(page)
      })
      const budget = { atLeast: ROUTES.length }
      const unit = 'routes' as const
      return [
        { what: 'Routes that work offline after one visit', unit, values: [gone], budget },
        {
          what: 'Routes whose calls are answered after a hard reload',
          unit,
          values: [reloaded],
          budget,
          note: 'with the host there: no browser lets a worker answer a hard reload itself',
        },
      ]
    }),
}

async function withoutHost<Result>(host: Host, work: () => Promise<Result>): Promise<Result> {
  await host.stop()
  try {
    return await work()
  } finally {
    await host.start()
  }
}

async function coldVisit(page: Page, path: string): Promise<void> {
  await stopWorkers(page)
  await page.goto(path)
}

/** How many routes show what they should, 10 s at most after they were opened. */
async function count(page: Page, open: (path: string) => Promise<void>): Promise<number> {
  let works = 0
  for (const [path, name] of ROUTES) {
    const heading = page.getByRole('heading', { level: 1, name })
    const shown = () => heading.first().waitFor({ state: 'attached', timeout: 10_000 })
    const ok = await open(path)
      .then(shown)
      .then(
        () => true,
        () => false,
      )
    if (ok) works += 1
    else console.warn(`  ${path} did not show its heading`)
  }
  return works
}
