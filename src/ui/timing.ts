import { useRef, useState } from 'react'

/** How long searches wait after the last keystroke (R8.4). */
export const SEARCH_DEBOUNCE_MS = 1500

/** The longest time between the clicks of a double click on most systems. */
export const DOUBLE_CLICK_MS = 500

/**
 * Runs `work` unless its previous run is still in progress. The check is synchronous: of two submit events
 * in one task, before React renders, only the first one counts.
 * @param work reports its own failures; a rejection ends the run and is not rethrown
 * @returns a function that runs `work`, and whether it is running
 */
export function useInFlight<Args extends unknown[]>(
  work: (...args: Args) => unknown,
): [run: (...args: Args) => Promise<void>, busy: boolean] {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  async function run(...args: Args): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work(...args)
    } catch {
      // `work` has reported it.
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return [run, busy]
}

/**
 * Limits calls to one per `waitMs`. Times are in ms on a monotonic clock: if the wall clock were set back, log-in would
 * be locked until it has caught up.
 * @returns `start` says whether a call may go ahead; `left` is the time until the next one may
 */
export function throttle(waitMs: number) {
  let next = Number.NEGATIVE_INFINITY
  const left = (now = performance.now()) => Math.max(0, next - now)
  function start(now = performance.now()): boolean {
    if (left(now) > 0) return false
    next = now + waitMs
    return true
  }
  return { start, left }
}

/** Resolves after the next frame is painted; at once in a hidden page, which paints none. */
export async function nextFrame(): Promise<void> {
  if (document.hidden) return
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
