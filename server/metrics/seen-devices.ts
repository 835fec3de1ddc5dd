import { hash, randomBytes } from 'node:crypto'

const DAY_MS = 86_400_000
/** Above this number, the device that was seen the longest time ago is forgotten. */
const MAX_DEVICES = 200_000

/**
 * Counts devices with a replica. They have no id: a device is known by its users and its browser, in a hash with a key that
 * is in the memory of this process only, so that nothing can be looked up in it.
 */
export class SeenDevices {
  readonly #key = randomBytes(16).toString('hex')
  /** The time at which each was seen, in ms since 1970, the latest last. */
  readonly #seen = new Map<string, number>()

  /**
   * @param users the `_id`s of the users of the device
   * @param browser the header `User-Agent`
   */
  add(users: readonly string[], browser: string, now = Date.now()): void {
    if (users.length === 0) return
    const device = hash('sha256', [this.#key, browser, ...[...users].sort()].join('\n'), 'base64')
    this.#seen.delete(device)
    this.#seen.set(device, now)
    const [oldest = ''] = this.#seen.keys()
    if (this.#seen.size > MAX_DEVICES) this.#seen.delete(oldest)
  }

  /** How many were seen within the last day. */
  count(now = Date.now()): number {
    for (const [device, time] of this.#seen) {
      if (time > now - DAY_MS) break
      this.#seen.delete(device)
    }
    return this.#seen.size
  }
}
