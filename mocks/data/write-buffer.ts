import { keyIn } from './keys.ts'
import type { Store } from './store.ts'
import { isWhole } from './tables.ts'

/** A part of a list, newest first: at most `limit` rows, older than the row `before` (a `_id`). */
export type Page = { limit?: number; before?: string }

/** The prefix of the values outside the tables. */
export const META = 'meta/'

/** A value that was put or removed (`undefined`), and the stored value before, if any. */
export type Written = { key: string; value: unknown; old: unknown }

/**
 * The store during one request: its entries, with those that the request has written on top. Nothing reaches
 * the store before `commit`. Values that are not complete rows are skipped.
 */
export class WriteBuffer {
  readonly #store: Store
  readonly #loaded = new Map<string, unknown>()
  readonly #changes = new Map<string, unknown>()
  /** Prefixes that the request has cleared. */
  readonly #cleared: string[] = []

  constructor(store: Store) {
    this.#store = store
  }

  async read(keys: readonly string[]): Promise<unknown[]> {
    const missing = [...new Set(keys)].filter((key) => !this.#isKnown(key))
    if (missing.length > 0) {
      const values = await this.#store.read(missing)
      for (const [index, key] of missing.entries()) {
        this.#loaded.set(key, isWhole(key, values[index]) ? values[index] : undefined)
      }
    }
    return keys.map((key) =>
      this.#changes.has(key) ? this.#changes.get(key) : this.#loaded.get(key),
    )
  }

  /** The entries under a prefix, or a page of them, newest first. */
  async scan(prefix: string, { limit, before }: Page = {}): Promise<unknown[]> {
    const after = before === undefined ? prefix : keyIn(prefix, before)
    const changed = [...this.#changes].filter(([key]) => key.startsWith(prefix) && key > after)
    // Reads more, because some may turn out to be removed.
    const enough = limit === undefined ? undefined : limit + changed.length
    const found = this.#isCleared(prefix)
      ? []
      : await this.#store.scan(prefix, { after, limit: enough })
    const stored = found.filter((value) => isWhole(prefix, value))
    if (limit !== undefined && stored.length < found.length) {
      return (await this.scan(prefix, { before })).slice(0, limit)
    }
    if (changed.length === 0) return stored
    const merged = new Map(stored.map((value) => [keyIn(prefix, idOf(value)), value]))
    for (const [key, value] of changed) merged.set(key, value)
    return [...merged]
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([, value]) => value)
  }

  async count(prefix: string): Promise<number> {
    let count = this.#isCleared(prefix) ? 0 : await this.#store.count(prefix)
    for (const { key, value, old } of this.#written()) {
      if (key.startsWith(prefix)) count += Number(value !== undefined) - Number(old !== undefined)
    }
    return count
  }

  /** Puts a value; `undefined` removes it. */
  set(key: string, value: unknown): void {
    this.#changes.set(key, value)
  }

  /** Removes a value that the caller has, whether or not it was read here. */
  remove(key: string, old: unknown): void {
    if (!this.#loaded.has(key)) this.#loaded.set(key, old)
    this.#changes.set(key, undefined)
  }

  /** Removes all keys that start with one of these prefixes. */
  clear(prefixes: readonly string[]): void {
    this.#cleared.push(...prefixes)
    for (const known of [this.#loaded, this.#changes]) {
      for (const key of known.keys()) if (startsWithAny(key, prefixes)) known.delete(key)
    }
  }

  /** All changes; `undefined` after something was cleared. */
  get written(): Written[] | undefined {
    return this.#cleared.length > 0 ? undefined : this.#written()
  }

  /**
   * Writes all changes, or none.
   * @throws the errors of `Store.write`
   */
  async commit(): Promise<void> {
    if (this.#changes.size + this.#cleared.length > 0)
      await this.#store.write(this.#changes, this.#cleared)
  }

  #isKnown(key: string): boolean {
    return this.#changes.has(key) || this.#loaded.has(key) || this.#isCleared(key)
  }

  #isCleared(keyOrPrefix: string): boolean {
    return startsWithAny(keyOrPrefix, this.#cleared)
  }

  #written(): Written[] {
    return [...this.#changes].map(([key, value]) => ({ key, value, old: this.#loaded.get(key) }))
  }
}

function startsWithAny(text: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => text.startsWith(prefix))
}

/** A scan of a table returns rows, a scan of a group returns their ids. */
function idOf(value: unknown): string {
  return typeof value === 'string' ? value : (value as { _id: string })._id
}
