import type { CDPSession, Page } from 'playwright/test'

/** What is left when garbage has been collected. */
export type PageHeap = {
  /** Of JavaScript, with the code that was compiled. */
  bytes: number
  /** Of JavaScript. No compiled code is in it, so a leak shows in it long before it does in bytes. */
  objects: number
  /** Also those that are in no document any more, but held. */
  nodes: number
  listeners: number
}

/**
 * What the page holds. Asked before and after, it tells what is never let go. The browser's own heap is not
 * in it: there the debugger notes every response, 300 bytes each.
 */
export async function pageHeap(page: Page): Promise<PageHeap> {
  const devtools = await page.context().newCDPSession(page)
  // What a collection lets go of is told in a task of its own, which lets go of more.
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
 * Bytes that the worker's JavaScript has in use when what is garbage is gone. Not in it: code, IndexedDB,
 * and what the browser needs for a worker as such.
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
