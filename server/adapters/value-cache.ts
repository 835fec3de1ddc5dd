/** Characters of all values together, as JSON. In memory they can take some times as much. */
const MAX_LENGTH = 16_000_000
/** Counted for each value beside its characters: its key and its place. */
const ENTRY = 200
/** Longer keys come from the paths of strangers: no row has them. */
const MAX_KEY = 2_000
/** Groups of more values are read each time. */
const MAX_GROUP = 100
/** Before the prefix of a group: no key starts so. */
const GROUP = '*'

/**
 * Parsed values of a store with no other writer: single ones by key, and whole groups, such as all votes on a post.
 * They are frozen, because they are not copied. The oldest are dropped when all are too long together.
 */
export class ValueCache {
  readonly #entries = new Map<string, { value: unknown; length: number }>()
  readonly #maxLength: number
  #length = 0

  constructor(maxLength = MAX_LENGTH) {
    this.#maxLength = maxLength
  }

  get(key: string): unknown {
    return this.#entries.get(key)?.value
  }

  /** @param length of the value's JSON, in characters */
  set(key: string, value: unknown, length: number): void {
    if (key.length <= MAX_KEY) this.#add(key, value, length)
  }

  /** The values of all keys that start with `prefix`, if it is a group that is known. */
  getGroup(prefix: string): unknown[] | undefined {
    return this.#entries.get(GROUP + prefix)?.value as unknown[] | undefined
  }

  /** @param length of the JSON of all values, in characters */
  setGroup(prefix: string, values: unknown[], length: number): void {
    if (prefix && prefix === groupOf(prefix) && values.length <= MAX_GROUP) {
      this.#add(GROUP + prefix, values, length)
    }
  }

  /** Drops what a write of this key changes. */
  forget(key: string): void {
    this.#remove(key)
    this.#remove(GROUP + groupOf(key))
  }

  clear(): void {
    this.#entries.clear()
    this.#length = 0
  }

  #add(key: string, value: unknown, length: number): void {
    this.#remove(key)
    // One value must not drop most of the others.
    if (length > this.#maxLength / 4) return
    this.#entries.set(key, { value: frozen(value), length })
    this.#length += length + ENTRY
    for (const oldest of this.#entries.keys()) {
      if (this.#length <= this.#maxLength) return
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#length -= entry.length + ENTRY
  }
}

/** The first two parts of a key, such as `votes/<post>/`. */
function groupOf(key: string): string {
  return key.slice(0, key.indexOf('/', key.indexOf('/') + 1) + 1)
}

function frozen<Value>(value: Value): Value {
  // Bytes can't be frozen, and are not changed.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  if (Object.isFrozen(value)) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
