import { useEffect, useState } from 'react'
import { clubReachable, isClub, syncStatus } from '../pwa/club.ts'

const SAVED = "Saved. It's sent when the club can be reached."

/** Reports a write that succeeded: with `text`, unless only this device has it. */
export function doneText(text: string): string {
  return isClub && !isReachable() ? SAVED : text
}

/** The text of {@link doneText} as the status of a form. That a write is only saved disappears once it is sent. */
export function useDoneText() {
  const [done, setDone] = useState('')
  const isSaved = done === SAVED
  useEffect(() => (isSaved ? onSent(() => setDone('')) : undefined), [isSaved])
  return [done, setDone] as const
}

/** Calls `listener` when the club can be reached and has all writes. @returns a function that ends it */
export function onSent(listener: () => void): () => void {
  function check() {
    const waits = syncStatus.get()?.pending.some(({ error }) => !error)
    if (isReachable() && !waits) listener()
  }
  const stops = [syncStatus, clubReachable].map(({ subscribe }) => subscribe(check))
  return () => {
    for (const stop of stops) stop()
  }
}

const isReachable = () => navigator.onLine && clubReachable.get()
