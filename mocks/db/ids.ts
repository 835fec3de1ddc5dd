let last = 0
let sequence = 0

/**
 * A UUID version 7: 48 bits of `now` (ms since 1970), a 12-bit counter that keeps ids of one
 * millisecond in order, then random bits. A clock set back does not take the order back.
 */
export function newUuid(now = Date.now()): string {
  sequence = now > last ? 0 : sequence + 1
  last = Math.max(last, now)
  if (sequence > 0xfff) {
    last += 1
    sequence = 0
  }
  const time = last.toString(16).padStart(12, '0')
  const count = sequence.toString(16).padStart(3, '0')
  const random = crypto.randomUUID().slice(19)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${random}`
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Tells a `_id` from the short `id`; both may stand in a path. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** The UUID with every hex digit turned round, so that the newest sorts first and a page is a key range. */
export function newestFirst(uuid: string): string {
  return uuid.replace(/[0-9a-f]/g, (digit) => (15 - Number.parseInt(digit, 16)).toString(16))
}
