import { firstCursor } from '../../client/call.ts'
import { withLock } from '../../client/tabs.ts'
import { CHANGES_CHANNEL, CHANGES_PATH, type Changes } from '../../contract/changes.ts'
import { clubReachable, syncStatus } from '../../pwa/club.ts'
import { requestSync } from './request-sync.ts'

/** After a reply that the browser does not repeat by itself, such as 503. */
const RETRY_MS = 2_000

/**
 * Have the worker synchronize when the club publishes changes. It publishes what has changed in the replica; changes of
 * rows that are not there are republished on the channel of this origin's pages. Only one visible page has a stream: over HTTP/1.1, a browser opens six connections to a host.
 * @param signal ends the stream
 */
export async function republishClubChanges(signal: AbortSignal): Promise<void> {
  let cursor = firstCursor()
  const channel = new BroadcastChannel(CHANGES_CHANNEL)
  const publish = (changes: Changes) => channel.postMessage(changes)
  const readAgain = () => isComplete() || publish({ by: '', changes: undefined })
  // The rows of changes that came just before may not have.
  window.addEventListener('online', readAgain, { signal })
  while (!signal.aborted) {
    await visibilityIs('visible', signal)
    await withLock('gearheads-club-changes', async () => {
      const done = new AbortController()
      stream(AbortSignal.any([signal, done.signal]))
      await visibilityIs('hidden', signal)
      done.abort()
    })
  }
  channel.close()

  function stream(stop: AbortSignal): void {
    if (stop.aborted) return
    const source = new EventSource(`${CHANGES_PATH}?after=${cursor}`)
    let isOpen = false
    let timer: number | undefined
    source.onopen = () => {
      isOpen = true
      clubReachable.set(true)
      requestSync()
    }
    source.onmessage = ({ data, lastEventId }) => {
      cursor = lastEventId
      requestSync()
      if (!isComplete()) publish({ changes: undefined, ...JSON.parse(data) })
    }
    source.onerror = () => {
      // A stream that ends is opened again at once, which mostly succeeds.
      if (!isOpen) clubReachable.set(false)
      isOpen = false
      if (source.readyState === source.CLOSED) timer = window.setTimeout(stream, RETRY_MS, stop)
    }
    stop.addEventListener('abort', () => {
      source.close()
      clearTimeout(timer)
    })
  }
}

/** Whether a worker publishes every change: it has all rows. */
function isComplete(): boolean {
  const replica = navigator.serviceWorker?.controller && syncStatus.get()?.replica
  return replica !== undefined && replica !== null && replica.floor === undefined
}

async function visibilityIs(state: DocumentVisibilityState, signal: AbortSignal): Promise<void> {
  while (document.visibilityState !== state && !signal.aborted) {
    await new Promise((resolve) => {
      document.addEventListener('visibilitychange', resolve, { once: true })
      signal.addEventListener('abort', resolve, { once: true })
    })
  }
}
