import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { rereadAll } from '../reread.ts'
import { drainOutbox, uploadAgain } from './outbox.ts'
import { isGivenUp, onWaiting, waitingAt, waitingPictures } from './outbox-store.ts'

const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 15 * 60_000

/** Upload the viewer's waiting pictures while they are signed in (R10.6). */
export function useOutbox(userId = ''): void {
  const client = useQueryClient()
  useEffect(() => {
    if (import.meta.env.VITE_UPLOAD_URL && userId) {
      return startOutbox(userId, () => rereadAll(client))
    }
  }, [userId, client])
}

/**
 * Try at once, when the network is back, when the page becomes visible, and else after a wait that doubles.
 * @param onMoved called in every tab when pictures have moved to other addresses
 * @returns a function that stops it
 */
function startOutbox(userId: string, onMoved: () => void): () => void {
  const stop = new AbortController()
  let timer = 0
  let waitMs = FIRST_WAIT_MS
  let count = 0

  async function drain() {
    clearTimeout(timer)
    timer = 0
    await drainOutbox(userId).catch(console.error)
    await checkWaiting()
  }

  async function checkWaiting() {
    const waiting = await waitingPictures().catch(() => [])
    const own = waiting.filter((picture) => picture.userId === userId)
    if (own.length < count) onMoved()
    count = own.length
    const isDone = own.every(isGivenUp)
    if (isDone) waitMs = FIRST_WAIT_MS
    if (isDone || timer || stop.signal.aborted) return
    timer = window.setTimeout(drain, waitMs)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }

  function tryAgain() {
    waitMs = FIRST_WAIT_MS
    if (document.visibilityState === 'visible') drain()
  }

  const leave = onWaiting(checkWaiting)
  addEventListener('online', tryAgain, stop)
  document.addEventListener('visibilitychange', tryAgain, stop)
  drain()
  return () => {
    leave()
    clearTimeout(timer)
    stop.abort()
  }
}

type WaitingNote = {
  text: string
  /** Given when the outbox has given up. */
  onRetry?: () => void
}

function useWaitingHere(url: string | undefined): WaitingNote | undefined {
  const waiting = useSyncExternalStore(onWaiting, () => waitingAt(url))
  if (!waiting) return undefined
  if (!isGivenUp(waiting)) {
    return { text: "Saved here. Uploads when you're online." }
  }
  return {
    text: `Kept on this device: the image host refused it (${waiting.reason}).`,
    onRetry: () => uploadAgain(waiting),
  }
}

/** The note under a picture that waits for its image host. Without a host, no picture waits. */
export const useWaiting: typeof useWaitingHere = import.meta.env.VITE_UPLOAD_URL
  ? useWaitingHere
  : () => undefined
