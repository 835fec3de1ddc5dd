import type { Page } from 'playwright/test'

/** End every running worker, as the browser does when it wants the memory back. */
export async function stopWorkers(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await devtools.detach()
}

/** Reload as Shift+Reload does: past every cache and past the worker. */
export async function hardReload(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const loaded = page.waitForEvent('load')
  await devtools.send('Page.reload', { ignoreCache: true })
  await loaded
  await devtools.detach()
}
