import { useSyncExternalStore } from 'react'
import { uploadAgain } from './outbox.ts'
import { isGivenUp, onWaiting, waitingAt } from './outbox-store.ts'

type WaitingNote = {
  text: string
  /** Given when the outbox has given up. */
  onRetry?: () => void
}

function useWaitingHere(url: string | undefined): WaitingNote | undefined {
  const waiting = useSyncExternalStore(onWaiting, () => waitingAt(url))
  if (!waiting) return undefined
  if (!isGivenUp(waiting)) {
    return { text: 'Kept on this device, will upload when the network is back' }
  }
  return {
    text: `Kept on this device: the image host refused it (${waiting.reason}).`,
    onRetry: () => uploadAgain(waiting),
  }
}

/** What to say under a picture that waits for its image host. Without a host nothing ever waits. */
export const useWaiting: typeof useWaitingHere = import.meta.env.VITE_UPLOAD_URL
  ? useWaitingHere
  : () => undefined
