import { useRef, useSyncExternalStore } from 'react'

/** A click follows the release of a finger after at most this long, in ms. */
const CLICK_WITHIN_MS = 350

let isDown = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const waiting = new Set<() => void>()

function set(isPressed: boolean): void {
  clearTimeout(timer)
  if (isDown === isPressed) return
  isDown = isPressed
  for (const listener of listeners) listener()
  if (isPressed) return
  const works = [...waiting]
  waiting.clear()
  for (const work of works) work()
}

function releaseIn(ms: number): void {
  clearTimeout(timer)
  if (isDown) timer = setTimeout(set, ms, false)
}

// In the capture phase, because a handler may stop an event. The native menu of other buttons swallows their release.
addEventListener('pointerdown', ({ button, isPrimary }) => isPrimary && set(button === 0), true)
addEventListener('pointerup', () => releaseIn(CLICK_WITHIN_MS), true)
addEventListener('click', () => releaseIn(0), true)
addEventListener('pointercancel', () => set(false), true)
addEventListener('blur', ({ target }) => target === window && set(false), true)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Runs `work` now or, while a pointer is down, after the click that it makes: a part of the page that moves or disappears
 * between press and release is missed (R2.29).
 */
export function whenReleased(work: () => void): void {
  if (isDown) waiting.add(work)
  else work()
}

/** Returns `value` or, while a pointer is down, the value from before the press. For the parts that float over a screen (R2.29). */
export function useHeld<Value>(value: Value): Value {
  const isPressed = useSyncExternalStore(subscribe, () => isDown)
  const held = useRef(value)
  if (!isPressed) held.current = value
  return held.current
}
