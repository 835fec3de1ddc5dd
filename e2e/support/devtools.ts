import type { BrowserContext, Page } from 'playwright/test'

/** Stops every running worker, as the browser does to free memory. */
export async function stopWorkers(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await devtools.detach()
}

/** Reloads like Shift+Reload: without caches and without the worker. */
export async function hardReload(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const loaded = page.waitForEvent('load')
  await devtools.send('Page.reload', { ignoreCache: true })
  await loaded
  await devtools.detach()
}

/** Ends the browser as a crash or an empty battery does, without any unload event. */
export async function kill(context: BrowserContext): Promise<void> {
  const devtools = await context.browser()?.newBrowserCDPSession()
  const { processInfo } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  const pid = processInfo.find(({ type }) => type === 'browser')?.id
  if (!pid) throw new Error('The browser does not tell its process')
  const closed = context.waitForEvent('close')
  process.kill(pid, 'SIGKILL')
  await closed
}
