/** The header of replies with the setting `now` while it is set, for clients that show times. */
export const NOW_HEADER = 'App-Now'

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const OFFSET = /^([+-])(\d{1,13})(ms|[smhd])$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/

/** Ids start with a time from 1970 to 9999. The oldest seeded row is 1,000 hours older than the time of a reset. */
const EARLIEST = Date.UTC(1971, 0)
const LATEST = Date.UTC(9999, 0)
/** From any real clock, this leads to a time between those. */
const MAX_OFFSET = 20_000 * 86_400_000

/**
 * The time of the back end (R13.11), in ms since 1970.
 * @param now the setting: an instant, at which the time stands still, or an offset from the real time; without it, the
 *   real time
 * @returns `NaN` if the setting is malformed
 */
export function timeAt(now: string | undefined, real: number = Date.now()): number {
  if (now === undefined) return real
  const [, sign, count, unit = ''] = OFFSET.exec(now) ?? []
  if (sign) return real + Number(sign + count) * (UNITS[unit] ?? 0)
  return INSTANT.test(now) ? Date.parse(now) : Number.NaN
}

/** Whether a text is a setting `now`: `2026-05-01T12:00:00Z`, `+2d` or `-90m`, for example. */
export function isNow(text: string): boolean {
  const time = timeAt(text, 0)
  if (OFFSET.test(text)) return Math.abs(time) <= MAX_OFFSET
  if (Number.isNaN(time) || time < EARLIEST || time > LATEST) return false
  // Engines parse February 30 differently: as an error, or as a day in March.
  return new Date(time).toISOString().startsWith(text.slice(0, 16))
}
