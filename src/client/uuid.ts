import { apiClock } from './api-clock.ts'

/**
 * A UUID version 7 (RFC 9562): 48 bits of time, then random bits. Works on plain http too, where
 * `crypto.randomUUID` does not exist.
 * @param now in ms since 1970; by default the time of the back end, which may take the id for a row
 */
export function newUuid(now = apiClock.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  const random = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const time = now.toString(16).padStart(12, '0')
  // The two bits of the variant make the first digit of the fourth group one of 8, 9, a and b.
  const variant = (8 + ((bytes[9] ?? 0) & 3)).toString(16)
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${random.slice(0, 3)}`,
    variant + random.slice(3, 6),
    random.slice(6, 18),
  ].join('-')
}
