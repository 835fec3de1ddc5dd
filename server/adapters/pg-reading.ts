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

  /** @param written `undefined` if it can be anything */
  apply(written: WrittenKeys | undefined): void {
    this.isOutdated ||= !written || written.touches(this.names)
  }
}
