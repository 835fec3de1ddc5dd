const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/

/** Seconds since 1970 of a timestamp as R12.16 has it; anything else is no number. */
export function secondsOf(timestamp: unknown): number {
  return TIMESTAMP.test(String(timestamp)) ? Date.parse(String(timestamp)) / 1000 : Number.NaN
}

/** A text that is the same for the same data: keys in order, timestamps in seconds. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (key, part) => {
    if (key === 'createdAt' || key === 'updatedAt') {
      return typeof part === 'number' ? part : secondsOf(part)
    }
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/**
 * @throws when the data differ, with the place where they begin to
 */
export function mustBeSame(actual: unknown, expected: unknown, what: string): void {
  const [one, other] = [canonical(actual), canonical(expected)]
  if (one === other) return
  let start = 0
  while (one[start] === other[start]) start++
  const around = (text: string) => text.slice(Math.max(0, start - 80), start + 80)
  throw new Error(`${what} differs:\n  is ${around(one)}\n  must be ${around(other)}`)
}
