/** Of the last id: 12 hex digits of time and 3 of the counter. */
let last = ''

/**
 * A UUID version 7: 48 bits of `now` (ms since 1970), a 12-bit counter that keeps ids of the same millisecond
 * in order, then random bits. Ids stay in order when the clock is set back, even in a new worker, if `newest`
 * is the latest stored id.
 */
export function newUuid(now = Date.now(), newest = ''): string {
  const clock = `${now.toString(16).padStart(12, '0')}000`
  const before = newest.slice(0, 8) + newest.slice(9, 13) + newest.slice(15, 18)
  if (before > last) last = before
  // The last possible id is followed by the first: out of order, but valid.
  const next = (BigInt(`0x${last || 0}`) + 1n).toString(16).padStart(15, '0').slice(-15)
  last = clock > last ? clock : next
  return `${last.slice(0, 8)}-${last.slice(8, 12)}-7${last.slice(12)}-${crypto.randomUUID().slice(19)}`
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Distinguishes an `_id` from the short `id`; a path may contain either. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** The UUID with every hex digit inverted, so that the newest sorts first and a page is a key range. */
export function newestFirst(uuid: string): string {
  return uuid.replace(/[0-9a-f]/g, (digit) => (15 - Number.parseInt(digit, 16)).toString(16))
}
