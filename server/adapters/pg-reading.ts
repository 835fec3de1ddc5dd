import { prefixesOf } from './value-cache.ts'

/** Keys that were written. */
export class WrittenKeys {
  readonly #keys: string[] = []
  readonly #names = new Set<string>()

  constructor(keys: Iterable<string> = []) {
    this.add(keys)
  }

  add(keys: Iterable<string>): void {
    for (const key of keys) {
      this.#keys.push(key)
      for (const name of prefixesOf(key)) this.#names.add(name)
    }
  }

  /** Whether one of them is at one of these keys, or starts with one of these prefixes. */
  touches(names: ReadonlySet<string>): boolean {
    for (const name of names) {
      if (this.#names.has(name)) return true
      if (!name.includes('/') && this.#keys.some((key) => key.startsWith(name))) return true
    }
    return false
  }
}

/** What one request, or a group of writes, has read. */
export class Reading {
  /** Whether something of it was written: what is read now may not fit to it. */
  isOutdated = false
  /** Whether something was not read because of that. */
  wasRefused = false
  /** Keys, and prefixes of keys. */
  readonly names = new Set<string>()
  /** The names that a look is reading. */
  readonly #arriving: (readonly string[])[] = []
  readonly end: () => void

  constructor(end: () => void) {
    this.end = end
  }

  /** @throws Error when what was read before is outdated: its reader must begin again */
  check(): void {
    if (!this.isOutdated) return
    this.wasRefused = true
    throw new Error('Another process has written what was read.')
  }

  add(names: readonly string[]): void {
    for (const name of names) this.names.add(name)
  }

  /**
   * Reads names by a look. The commits that it finds are older than the values.
   * @throws Error when what was read before is outdated
   */
  async during<Result>(names: readonly string[], look: () => Promise<Result>): Promise<Result> {
    this.#arriving.push(names)
    const result = await look().finally(
      () => void this.#arriving.splice(this.#arriving.indexOf(names), 1),
    )
    this.add(names)
    this.check()
    return result
  }

  /**
   * @param written `undefined` if it can be anything
   * @param isLast whether it may be later than what a look is reading
   */
  apply(written: WrittenKeys | undefined, isLast: boolean): void {
    const isArriving = () => isLast && written?.touches(new Set(this.#arriving.flat()))
    this.isOutdated ||= !written || written.touches(this.names) || Boolean(isArriving())
  }
}
