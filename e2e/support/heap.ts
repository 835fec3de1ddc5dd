import type { CDPSession, Page } from 'playwright/test'

/** The memory in use after garbage collection. */
export type PageHeap = {
  /** Of JavaScript, including compiled code. */
  bytes: number
  /** JavaScript objects. Without compiled code, so a leak shows here long before it shows in bytes. */
  objects: number
  /** Including detached nodes that are still referenced. */
  nodes: number
  listeners: number
}

/**
 * The memory of the page. The difference of two measurements shows leaks. Without the browser's own heap, in which
 * the debugger stores 300 bytes for each response.
 */
export async function pageHeap(page: Page): Promise<PageHeap> {
  const devtools = await page.context().newCDPSession(page)
  // Finalizers run in a separate task and release more.
  for (let turn = 0; turn < 3; turn += 1) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize: bytes } = await devtools.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
  const objects = await countObjects(devtools)
  await devtools.detach()
  return { bytes, objects, nodes, listeners: jsEventListeners }
}

async function countObjects(devtools: CDPSession): Promise<number> {
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'Object.prototype' })
  const { objects } = await devtools.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
  })
  const { result: count } = await devtools.send('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  })
  return count.value
}

/**
 * Bytes in use by the worker's JavaScript after garbage collection, without code, IndexedDB, and the browser's
 * own overhead for a worker.
 */
export async function workerHeap(page: Page): Promise<number> {
  const devtools = await page.context().browser()?.newBrowserCDPSession()
  if (!devtools) throw new Error('There is no browser to ask')
  const { targetInfos } = await devtools.send('Target.getTargets', {
    filter: [{ type: 'service_worker' }],
  })
  const { origin } = new URL(page.url())
  const worker = targetInfos.find(({ url }) => url.startsWith(origin))
  if (!worker) throw new Error('The worker does not run')
  const { targetId } = worker
  // Not flattened, because Playwright has no sessions for workers.
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
