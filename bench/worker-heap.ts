import type { Browser, Page } from 'playwright'

type Message = { sessionId: string; message: string }

/**
 * The memory that the worker's JavaScript objects take after a garbage collection, in MB. Not in it:
 * code, IndexedDB, and what the browser needs for a worker as such.
 */
export async function workerHeap(browser: Browser, page: Page): Promise<number> {
  const devtools = await browser.newBrowserCDPSession()
  const { targetInfos } = await devtools.send('Target.getTargets', {
    filter: [{ type: 'service_worker' }],
  })
  const { origin } = new URL(page.url())
  const worker = targetInfos.find(({ url }) => url.startsWith(origin))
  if (!worker) throw new Error('The worker does not run')
  const { targetId } = worker
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: false })
  let last = 0

  function ask(method: string): Promise<Record<string, number>> {
    const id = ++last
    const answer = new Promise<Record<string, number>>((resolve) => {
      devtools.on('Target.receivedMessageFromTarget', (event: Message) => {
        const said = JSON.parse(event.message)
        if (event.sessionId === sessionId && said.id === id) resolve(said.result)
      })
    })
    const message = JSON.stringify({ id, method })
    return devtools.send('Target.sendMessageToTarget', { sessionId, message }).then(() => answer)
  }

  await ask('HeapProfiler.collectGarbage')
  const { usedSize = Number.NaN } = await ask('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize / 1_000_000
}
