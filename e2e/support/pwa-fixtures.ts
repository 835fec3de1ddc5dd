import type { Page } from 'playwright/test'
import type { WorkerCalls } from '../../src/pwa/worker-messages.ts'
import { test as base, expect } from './fixtures.ts'
import { firstBuild, StaticHost } from './static-host.ts'

/** Tests against a host of their own, which they can stop and deploy to. */
export const test = base.extend<{ host: StaticHost }>({
  // biome-ignore lint/correctness/noEmptyPattern: what Playwright asks for
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
): Promise<WorkerCalls[Type]> {
  const answer = page.evaluate(async (type) => {
    const { port1, port2 } = new MessageChannel()
    const { serviceWorker } = navigator
    if (!serviceWorker.controller) {
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve))
    }
    serviceWorker.controller?.postMessage({ type }, [port2])
    return new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data.answer)
    })
  }, type)
  return answer as Promise<WorkerCalls[Type]>
}

/** Wait until every file of the app is kept. */
export async function keptForOffline(page: Page): Promise<void> {
  const missing = async () => {
    const { kept, of } = await askWorker(page, 'STATUS')
    return of - kept
  }
  await expect.poll(missing, { message: 'files not kept yet' }).toBe(0)
}

/** Counts how often a page is loaded from now on. */
export function countLoads(page: Page): { loads: number } {
  const count = { loads: 0 }
  page.on('load', () => {
    count.loads += 1
  })
  return count
}

/** Lose the network, on a device that has kept the whole app. */
export async function goOffline(page: Page): Promise<void> {
  await keptForOffline(page)
  await page.context().setOffline(true)
}
