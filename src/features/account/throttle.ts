/**
 * Lets a call through, then none for `waitMs`. Returns whether this call may go.
 * @param now ms on a clock that nobody can set back: the wall clock would lock log-in until it has
 *   caught up
 */
export function throttle(waitMs: number): (now?: number) => boolean {
  let last = Number.NEGATIVE_INFINITY
  return (now = performance.now()) => {
    if (now - last < waitMs) return false
    last = now
    return true
  }
}
