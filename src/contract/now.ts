/** The header of replies with the setting `now` while it is set, for clients that show times. */
export const NOW_HEADER = 'App-Now'

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
export const OFFSET = /^([+-])(\d{1,13})(ms|[smhd])$/

/**
 * The time of the back end (R13.11), in ms since 1970.
 * @param now the setting: an instant, at which the time stands still, or an offset from the real time; without it, the
 *   real time
 */
export function timeAt(now: string | undefined, real: number = Date.now()): number {
  if (now === undefined) return real
  const [, sign, count, unit = ''] = OFFSET.exec(now) ?? []
  if (sign) return real + Number(sign + count) * (UNITS[unit] ?? 0)
  return Date.parse(now)
}
