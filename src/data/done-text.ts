import { useEffect, useRef, useState } from 'react'
import { clubReachable, isClub, syncStatus } from '../pwa/club.ts'

const SAVED = "Saved. It's sent when the club can be reached."

/** Reports a write that succeeded: with `text`, unless only this device has it. */
export function doneText(text: string): string {
  return isClub && !isReachable() ? SAVED : text
}

/** The text of {@link doneText} as the status of a form, which sets it to nothing before it sends. It disappears when it is no longer true. */
export function useDoneText() {
  const [done, setText] = useState('')
  const refusedBefore = useRef<ReadonlySet<string>>(new Set())
  useEffect(
    () => (done ? onUntrue(done, refusedBefore.current, () => setText('')) : undefined),
    [done],
  )
  function setDone(text: string): void {
    if (!text) refusedBefore.current = refusedNames()
    setText(text)
  }
  return [done, setDone] as const
}

/**
 * Calls `listener` when the club has refused a write, or when a write that is only saved is no longer saved only: the club can be
 * reached, and has all that it can get. @returns a function that ends it
 */
export function onUntrue(
  text: string,
  refusedBefore: ReadonlySet<string>,
  listener: () => void,
): () => void {
  function check() {
    const isRefused = [...refusedNames()].some((name) => !refusedBefore.has(name))
    if (isRefused || (text === SAVED && isReachable() && !isSending())) listener()
  }
  const stops = [syncStatus, clubReachable].map(({ subscribe }) => subscribe(check))
  check()
  return () => {
    for (const stop of stops) stop()
  }
}

const pendingWrites = () => syncStatus.get()?.pending ?? []

function refusedNames(): ReadonlySet<string> {
  return new Set(pendingWrites().flatMap(({ name, error }) => (error === undefined ? [] : name)))
}

/** Whether a write waits that the next connection sends: not that of an account without a session here. */
function isSending(): boolean {
  const { gone = [], needLogIn = [] } = syncStatus.get() ?? {}
  const cannot = new Set([...gone, ...needLogIn])
  return pendingWrites().some(({ error, userId }) => error === undefined && !cannot.has(userId))
}

const isReachable = () => navigator.onLine && clubReachable.get()
