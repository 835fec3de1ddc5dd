import type { Page } from 'playwright/test'
import { secondBuild } from '../../scripts/build-app.ts'
import type { WorkerCalls } from '../../src/pwa/worker-messages.ts'
import { test as base, expect } from './fixtures.ts'
import { firstBuild, StaticHost } from './static-host.ts'

/** Tests with their own host, which they can stop and deploy to, and the folder of a second build. */
export const test = base.extend<{ host: StaticHost }, { second: string }>({
  second: [
    // biome-ignore lint/correctness/noEmptyPattern: required by Playwright
    async ({}, use) => use(await secondBuild()),
    // A build takes minutes on a busy machine.
    { scope: 'worker', timeout: 300_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: required by Playwright
  host: async ({}, use) => {
    const host = new StaticHost(firstBuild)
    await host.start()
    await use(host)
    await host.stop()
  },
  baseURL: async ({ host }, use) => use(host.url),
})

/** Sends the worker a message as the page does (`src/pwa/offline.ts`). */
export async function askWorker<Type extends keyof WorkerCalls>(
  page: Page,
  type: Type,
  given: object = {},
): Promise<WorkerCalls[Type]> {
  const answer = page.evaluate(
    async (message) => {
      const { port1, port2 } = new MessageChannel()
      const { serviceWorker } = navigator
      if (!serviceWorker.controller) {
        await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve))
      }
      serviceWorker.controller?.postMessage(message, [port2])
      return new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data.answer)
      })
    },
    { type, ...given },
  )
  return answer as Promise<WorkerCalls[Type]>
}

/** Waits until every file of the app is precached, or all but some. */
export async function waitForPrecache(page: Page, butFor = 0): Promise<void> {
  const missing = async () => {
    const { kept, of } = await askWorker(page, 'STATUS')
    return of - kept
  }
  await expect.poll(missing, { message: 'files not kept yet', timeout: 60_000 }).toBe(butFor)
}

/** Counts the loads of a page from now on. */
export function countLoads(page: Page): { loads: number } {
  const count = { loads: 0 }
  page.on('load', () => {
    count.loads += 1
  })
  return count
}

/** Fires the event of a user who returns to the tab: the page looks for a new build. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

/** Waits until the whole app is precached, then goes offline. */
export async function goOffline(page: Page): Promise<void> {
  await waitForPrecache(page)
  await page.context().setOffline(true)
}
