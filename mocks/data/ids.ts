/** Of the last id: 12 hex digits of time and 3 of the counter. */
let last = ''

/**
 * A UUID version 7: 48 bits of `now` (ms since 1970), a 12-bit counter that keeps ids of one
 * millisecond in order, then random bits. A clock set back does not take the order back, not even
 * in a worker that starts anew, if it is given the `newest` id that it is to follow.
 */
export function newUuid(now = Date.now(), newest = ''): string {
  const clock = `${now.toString(16).padStart(12, '0')}000`
  const before = newest.slice(0, 8) + newest.slice(9, 13) + newest.slice(15, 18)
  if (before > last) last = before
  // The last id there can be is followed by the first: out of order, but an id.
  const next = (BigInt(`0x${last || 0}`) + 1n).toString(16).padStart(15, '0').slice(-15)
  last = clock > last ? clock : next
  return `${last.slice(0, 8)}-${last.slice(8, 12)}-7${last.slice(12)}-${crypto.randomUUID().slice(19)}`
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
