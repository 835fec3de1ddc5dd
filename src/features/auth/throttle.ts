/**
 * Let a call through, then none for `waitMs`. Says whether this one may go.
 * @param now ms since 1970
 */
export function throttle(waitMs: number): (now?: number) => boolean {
  let last = Number.NEGATIVE_INFINITY
  return (now = Date.now()) => {
    if (now - last < waitMs) return false
    last = now
    return true
  }
}
