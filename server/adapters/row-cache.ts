/** Of each, the oldest are dropped above this number. */
const MAX_ENTRIES = 5_000
/** Longer groups are read each time. */
const MAX_LENGTH = 100

/**
 * Parsed values of a store with no other writer: single ones by key, and whole groups, such as all votes on a post.
 * They are frozen, because they are not copied.
 */
export class RowCache {
  readonly #values = new Map<string, unknown>()
  readonly #groups = new Map<string, unknown[]>()

  get(key: string): unknown {
    return this.#values.get(key)
  }

  set(key: string, value: unknown): void {
    add(this.#values, key, frozen(value))
  }

  /** The values of all keys that start with `prefix`, if it is a group that is known. */
  getGroup(prefix: string): unknown[] | undefined {
    return this.#groups.get(prefix)
  }

  setGroup(prefix: string, values: unknown[]): void {
    if (prefix && prefix === groupOf(prefix) && values.length <= MAX_LENGTH) {
      add(this.#groups, prefix, frozen(values))
    }
  }

  /** Drops what a write of this key changes. */
  forget(key: string): void {
    this.#values.delete(key)
    this.#groups.delete(groupOf(key))
  }

  clear(): void {
    this.#values.clear()
    this.#groups.clear()
  }
}

/** The first two parts of a key, such as `votes/<post>/`. */
function groupOf(key: string): string {
  return key.slice(0, key.indexOf('/', key.indexOf('/') + 1) + 1)
}

function add<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.set(key, value)
  const [oldest] = entries.keys()
  if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
}

function frozen<Value>(value: Value): Value {
  // Bytes can't be frozen, and are not changed.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  if (Object.isFrozen(value)) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
