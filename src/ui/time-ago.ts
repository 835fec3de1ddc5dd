/** What a stretch of time is called, from the longest, in seconds: one of it, and several. */
const UNITS = [
  [31_536_000, 'last yr.', 'yr. ago'],
  [2_592_000, 'last mo.', 'mo. ago'],
  [604_800, 'last wk.', 'wk. ago'],
  [86_400, 'yesterday', 'days ago'],
  [3_600, '1 hr. ago', 'hr. ago'],
  [60, '1 min. ago', 'min. ago'],
] as const

/**
 * How long ago something was, as `Intl.RelativeTimeFormat` says it in short English: that one takes
 * 20 ms to set up, on the way to the first post. A time in the future, from a clock set back, is "now".
 * @param time and `now` in ms since 1970
 */
export function timeAgo(time: number, now: number): string {
  const seconds = (now - time) / 1000
  const [length = 1, one, several] = UNITS.find(([length]) => seconds >= length) ?? []
  if (!one) return 'now'
  const count = Math.floor(seconds / length)
  return count === 1 ? one : `${count} ${several}`
}
