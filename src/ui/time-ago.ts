/** Length of each unit in seconds, and its symbol. Longest first. */
const UNITS = [
  [31_536_000, 'y'],
  [2_592_000, 'mo'],
  [604_800, 'w'],
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'm'],
] as const

/**
 * Formats a past time in one short word, such as "2h". A time in the future is "now": the clock was set back.
 * @param time in ms since 1970, like `now`
 */
export function timeAgo(time: number, now: number): string {
  const seconds = (now - time) / 1000
  const [length, symbol] = UNITS.find(([length]) => seconds >= length) ?? []
  return length ? `${Math.floor(seconds / length)}${symbol}` : 'now'
}
