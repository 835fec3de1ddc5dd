/**
 * Let a call through, then none for `waitMs`. Says whether this one may go.
 * @param now in ms, from a clock that never goes back: the user may set the other one
 */
export function throttle(waitMs: number): (now?: number) => boolean {
  let last = Number.NEGATIVE_INFINITY
  return (now = performance.now()) => {
    if (now - last < waitMs) return false
    last = now
    return true
  }
}
