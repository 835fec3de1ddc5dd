import { useSyncExternalStore } from 'react'
import { isWaiting, onWaiting } from './outbox-store.ts'

function useWaitingHere(url: string | undefined): string | undefined {
  const waits = useSyncExternalStore(onWaiting, () => isWaiting(url))
  return waits ? 'Kept on this device, will upload when the network is back' : undefined
}

/** What to say under a picture that waits for its image host. Without a host nothing ever waits. */
export const useWaiting: typeof useWaitingHere = import.meta.env.VITE_UPLOAD_URL
  ? useWaitingHere
  : () => undefined
