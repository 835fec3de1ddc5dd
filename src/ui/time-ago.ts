/** Lower limit of each unit in seconds, its text for one unit, and its suffix for several. Longest first. */
const UNITS = [
  [31_536_000, 'last yr.', 'yr. ago'],
  [2_592_000, 'last mo.', 'mo. ago'],
  [604_800, 'last wk.', 'wk. ago'],
  [86_400, 'yesterday', 'days ago'],
  [3_600, '1 hr. ago', 'hr. ago'],
  [60, '1 min. ago', 'min. ago'],
] as const

/**
 * Formats a past time like `Intl.RelativeTimeFormat` does in short English. The built-in formatter takes
 * 20 ms to create, which would delay the first post. A time in the future is "now": the clock was set back.
 * @param time in ms since 1970, like `now`
 */
export function timeAgo(time: number, now: number): string {
  const seconds = (now - time) / 1000
  const [length = 1, one, several] = UNITS.find(([length]) => seconds >= length) ?? []
  if (!one) return 'now'
  const count = Math.floor(seconds / length)
  return count === 1 ? one : `${count} ${several}`
}
