import type { BrowserContext, Page } from 'playwright/test'

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

/** Bytes that the worker's JavaScript has in use when what is garbage is gone. */
export async function workerHeap(page: Page): Promise<number> {
  const devtools = await page.context().browser()?.newBrowserCDPSession()
  if (!devtools) throw new Error('There is no browser to ask')
  const { targetInfos } = await devtools.send('Target.getTargets', {
    filter: [{ type: 'service_worker' }],
  })
  const { origin } = new URL(page.url())
  const { targetId = '' } = targetInfos.find(({ url }) => url.startsWith(origin)) ?? {}
  // Not flattened: Playwright has no session of its own for workers.
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: false })
  const answer = new Promise<number>((resolve) => {
    devtools.on('Target.receivedMessageFromTarget', ({ message }) => {
      const { id, result } = JSON.parse(message)
      if (id === 2) resolve(result.usedSize)
    })
  })
  for (const [id, method] of ['HeapProfiler.collectGarbage', 'Runtime.getHeapUsage'].entries()) {
    const message = JSON.stringify({ id: id + 1, method })
    await devtools.send('Target.sendMessageToTarget', { sessionId, message })
  }
  const bytes = await answer
  await devtools.detach()
  return bytes
}

/** End the browser as a crash or an empty battery does: no goodbye to anybody. */
export async function kill(context: BrowserContext): Promise<void> {
  const devtools = await context.browser()?.newBrowserCDPSession()
  const { processInfo } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  const pid = processInfo.find(({ type }) => type === 'browser')?.id
  if (!pid) throw new Error('The browser does not tell its process')
  const closed = context.waitForEvent('close')
  process.kill(pid, 'SIGKILL')
  await closed
}
