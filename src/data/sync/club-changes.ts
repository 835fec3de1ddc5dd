import { pauseAfter } from '../../../sync/back-off.ts'
import { callHeaders, firstCursor } from '../../client/call.ts'
import { withLock } from '../../client/tabs.ts'
import {
  CHANGES_CHANNEL,
  CHANGES_PATH,
  type Changes,
  HEARTBEAT_MS,
} from '../../contract/changes.ts'
import { clubReachable, syncStatus } from '../../pwa/club.ts'
import { openChannel } from '../../pwa/scoped.ts'
import { requestSync } from './request-sync.ts'

/** A stream without a heartbeat for this long is dead, although nothing has closed it. */
const SILENCE_MS = 2.5 * HEARTBEAT_MS
/** A stream that ends earlier has failed. Others end when a club restarts, and are opened again at once. */
const WORKED_MS = HEARTBEAT_MS

/**
 * Have the worker synchronize when the club publishes changes. It publishes what has changed in the replica; changes of
 * rows that are not there are republished on the channel of this origin's pages. Only one visible page has a stream: over HTTP/1.1, a browser opens six connections to a host.
 * @param signal ends the stream
 */
export async function republishClubChanges(signal: AbortSignal): Promise<void> {
  let cursor = firstCursor()
  const channel = openChannel(CHANGES_CHANNEL)
  const publish = (changes: Changes) => channel.postMessage(changes)
  const readAgain = () => isComplete() || publish({ by: '', changes: undefined })
  // The rows of changes that came just before may not have.
  window.addEventListener('online', readAgain, { signal })
  while (!signal.aborted) {
    await visibilityIs('visible', signal)
    await withLock('gearheads-club-changes', async () => {
      const done = new AbortController()
      const stop = AbortSignal.any([signal, done.signal])
      const streaming = keepStream(stop)
      await visibilityIs('hidden', signal)
      done.abort()
      await streaming
    })
  }
  channel.close()

  /** Opens the stream again and again, with pauses, and while a worker cannot reach the club not at all. */
  async function keepStream(stop: AbortSignal): Promise<void> {
    let failures = 0
    while (!stop.aborted) {
      const openedAt = performance.now()
      await stream(stop)
      const hasWorked = performance.now() - openedAt > WORKED_MS
      failures = hasWorked ? 0 : failures + 1
      // Its scheduler finds out whether the club is there.
      await requestSync('change').catch(() => undefined)
      // 4, 8, 16 … s: together with those of the sync, at most eight requests a minute over a line that fails.
      if (failures > 0) await pause(pauseAfter(failures + 2), stop)
      await clubAnswers(stop)
    }
  }

  /** Resolves when the stream ends. */
  async function stream(stop: AbortSignal): Promise<void> {
    if (stop.aborted) return
    const ended = new AbortController()
    const signal = AbortSignal.any([stop, ended.signal])
    const fail = () => {
      if (!hasWorker()) clubReachable.set(false)
      ended.abort()
    }
    let timer = window.setTimeout(fail, SILENCE_MS)
    try {
      // Not an `EventSource`, which has no headers: by the token, the club publishes what only this user may know.
      const headers = callHeaders()
      const { ok, body } = await fetch(`${CHANGES_PATH}?after=${cursor}`, { headers, signal })
      if (!ok || !body) throw new TypeError('The club has not opened the stream')
      if (!hasWorker()) clubReachable.set(true)
      requestSync('change').catch(() => undefined)
      for await (const { id, data } of readEvents(body)) {
        clearTimeout(timer)
        timer = window.setTimeout(fail, SILENCE_MS)
        if (!data) continue
        cursor = id
        requestSync('news').catch(() => undefined)
        if (!isComplete()) publish({ changes: undefined, ...JSON.parse(data) })
      }
    } catch {
      // The end is handled below, as that of a stream that just ends.
    }
    clearTimeout(timer)
    if (!signal.aborted) fail()
  }
}

/** The events of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html), each with the fields that a club sends. */
async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; ; ) {
    const { value, done } = await reader.read()
    if (done) return
    const events = (text + value).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const field = (name: string) => new RegExp(`^${name}: (.*)`, 'm').exec(event)?.[1] ?? ''
      yield { id: field('id'), data: field('data') }
    }
  }
}

function hasWorker(): boolean {
  return Boolean(navigator.serviceWorker?.controller)
}

/** Whether a worker publishes every change: it has all rows. */
function isComplete(): boolean {
  if (!hasWorker()) return false
  const replica = syncStatus.get()?.replica
  return replica !== undefined && replica.floor === undefined
}

/** Resolves when the worker does not wait for the club, or there is no worker. */
function clubAnswers(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const check = () => {
      if (!stop.aborted && hasWorker() && syncStatus.get()?.wait) return
      unsubscribe()
      ended.abort()
      resolve()
    }
    const unsubscribe = syncStatus.subscribe(check)
    stop.addEventListener('abort', check, { signal: ended.signal })
    check()
  })
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      clearTimeout(timer)
      ended.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    stop.addEventListener('abort', end, { signal: ended.signal })
    window.addEventListener('online', end, { signal: ended.signal })
  })
}

async function visibilityIs(state: DocumentVisibilityState, signal: AbortSignal): Promise<void> {
  while (document.visibilityState !== state && !signal.aborted) {
    await new Promise((resolve) => {
      document.addEventListener('visibilitychange', resolve, { once: true })
      signal.addEventListener('abort', resolve, { once: true })
    })
  }
}
