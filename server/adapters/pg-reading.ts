import { prefixesOf } from './value-cache.ts'

/** Keys that were written. */
export class WrittenKeys {
  readonly #keys: readonly string[]
  readonly #names: ReadonlySet<string>

  constructor(keys: readonly string[]) {
    this.#keys = keys
    this.#names = new Set(keys.flatMap(prefixesOf))
  }

  /** Whether one of them is at one of these keys, or starts with one of these prefixes. */
  touches(names: readonly (readonly string[])[]): boolean {
    const isWritten = (name: string) =>
      this.#names.has(name) ||
      (!name.includes('/') && this.#keys.some((key) => key.startsWith(name)))
    return names.some((list) => list.some(isWritten))
  }
}

/** What one request, or a group of writes, has read. */
export class Reading {
  /** Whether something of it was written: what is read now may not fit to it. */
  isOutdated = false
  /** Whether something was not read because of that. */
  wasRefused = false
  /** Keys, and prefixes of keys: lists, because most readings end before anything is written. */
  readonly #names: (readonly string[])[] = []
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
    if (names.length > 0) this.#names.push(names)
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
    const isArriving = () => isLast && written?.touches(this.#arriving)
    this.isOutdated ||= !written || written.touches(this.#names) || Boolean(isArriving())
  }
}
