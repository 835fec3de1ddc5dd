import type { Range } from '../../mocks/store/store.ts'

/** Characters of all values together, as JSON. In memory they can take some times as much. */
const MAX_LENGTH = 16_000_000
/** Counted for each value beside its characters: its key and its place. */
const ENTRY = 200
/** The share that is kept when it is full. */
const KEPT = 0.9
/** Longer keys come from the paths of strangers: no row has them. */
const MAX_KEY = 2_000
/** Ranges of more values are read each time. */
const MAX_RANGE = 100
/** Separates the parts of a range's name. No key has it at its start. */
const SEPARATOR = '\0range '

/** Rows with their keys, in the order of the keys. */
export type Pairs = readonly (readonly [key: string, value: unknown])[]

/**
 * Stands for a value that does not exist. Most of what a page of posts reads is not there: the viewer has not liked,
 * followed or kept anything of it.
 */
export const ABSENT = null

type Entry = {
  value: unknown
  /** The JSON of a value that nobody has read yet. */
  json?: string
  length: number
  range?: Range
}

/**
 * Parsed values of a store: single ones by key, and ranges, such as all votes on a post or the first page of posts.
 * Its owner forgets what a write changes. Values are frozen, because they are not copied. The oldest are dropped when all
 * are too long together.
 */
export class ValueCache {
  readonly #entries = new Map<string, Entry>()
  /** The names of the known ranges, by prefix. */
  readonly #ranges = new Map<string, Set<string>>()
  readonly #maxLength: number
  #length = 0

  constructor(maxLength = MAX_LENGTH) {
    this.#maxLength = maxLength
  }

  get(key: string): unknown {
    const entry = this.#entries.get(key)
    if (entry?.json === undefined) return entry?.value
    entry.value = frozen(JSON.parse(entry.json))
    entry.json = undefined
    return entry.value
  }

  /** @param length of the value's JSON, in characters */
  set(key: string, value: unknown, length: number): void {
    if (key.length <= MAX_KEY) this.#add(key, { value: frozen(value), length })
  }

  /** The rows of a range, if it is known, or their number, if it was set so. */
  getRange(range: Range): Pairs | number | undefined {
    return this.#entries.get(nameOf(range))?.value as Pairs | number | undefined
  }

  /** @param length of the JSON of all values, in characters */
  setRange(range: Range, value: Pairs | number, length: number): void {
    const { prefix } = range
    if (typeof value !== 'number' && value.length > MAX_RANGE) return
    if (!FINDABLE.test(prefix)) return
    const name = nameOf(range)
    if (name.length > MAX_KEY || !this.#add(name, { value: frozen(value), length, range })) return
    const known = this.#ranges.get(prefix)
    if (known) known.add(name)
    else this.#ranges.set(prefix, new Set([name]))
  }

  /** Drops what a write of this key changes. */
  forget(key: string): void {
    this.#remove(key)
    for (const name of this.#rangesOf(key)) this.#remove(name)
  }

  /** Changes what is known of this key and its ranges. @param json the new value; `undefined` if it was removed */
  update(key: string, json: string | undefined): void {
    const length = json?.length ?? 0
    this.#change(key, { value: json === undefined ? ABSENT : undefined, json, length })
    for (const name of this.#rangesOf(key)) {
      const { range, value, length: before = 0 } = this.#entries.get(name) ?? {}
      const pairs = range && Array.isArray(value) ? updated(value, range, key, json) : undefined
      if (!pairs || pairs.length > MAX_RANGE) this.#remove(name)
      else this.#change(name, { value: frozen(pairs), length: before + length })
    }
  }

  /** In its place: a `Map` from which much is removed is slow. */
  #change(name: string, { value, json, length }: Entry): void {
    const entry = this.#entries.get(name)
    if (!entry) return
    this.#length += length - entry.length
    Object.assign(entry, { value, json, length })
    if (length > this.#maxLength / 4) this.#remove(name)
    if (this.#length > this.#maxLength) this.#dropOldest()
  }

  #rangesOf(key: string): string[] {
    if (this.#ranges.size === 0) return []
    return prefixesOf(key).flatMap((prefix) => [...(this.#ranges.get(prefix) ?? [])])
  }

  clear(): void {
    this.#entries.clear()
    this.#ranges.clear()
    this.#length = 0
  }

  /** @returns whether it was added */
  #add(name: string, entry: Entry): boolean {
    this.#remove(name)
    // One value must not drop most of the others.
    if (entry.length > this.#maxLength / 4) return false
    this.#entries.set(name, entry)
    this.#length += entry.length + ENTRY
    if (this.#length > this.#maxLength) this.#dropOldest()
    return true
  }

  /** Many at a time: a `Map` passes the places of all that were removed before on its way to the oldest. */
  #dropOldest(): void {
    const most = this.#maxLength * KEPT
    for (const oldest of this.#entries.keys()) {
      if (this.#length <= most) break
      this.#remove(oldest)
    }
  }

  #remove(name: string): void {
    const entry = this.#entries.get(name)
    if (!entry) return
    this.#entries.delete(name)
    this.#length -= entry.length + ENTRY
    if (!entry.range) return
    const ranges = this.#ranges.get(entry.range.prefix)
    ranges?.delete(name)
    if (ranges?.size === 0) this.#ranges.delete(entry.range.prefix)
  }
}

/** The rows of a range after a write; `undefined` when they must be read. */
function updated(
  pairs: Pairs,
  { prefix, after = prefix, limit = Number.POSITIVE_INFINITY }: Range,
  key: string,
  json: string | undefined,
): Pairs | undefined {
  if (key <= after) return pairs
  const at = pairs.findIndex(([other]) => other >= key)
  const isThere = at >= 0 && pairs[at]?.[0] === key
  if (json === undefined) {
    if (!isThere) return pairs
    // Another one comes to its end.
    return pairs.length === limit ? undefined : pairs.toSpliced(at, 1)
  }
  const place = at < 0 ? pairs.length : at
  const pair = [key, JSON.parse(json)] as const
  return pairs.toSpliced(place, isThere ? 1 : 0, pair).slice(0, limit)
}

/** The prefixes that a key is found by: those that end with a slash, and the key itself. */
export function prefixesOf(key: string): string[] {
  const prefixes = [key]
  for (let at = key.indexOf('/'); at >= 0; at = key.indexOf('/', at + 1)) {
    prefixes.push(key.slice(0, at + 1))
  }
  return prefixes
}

/** {@link prefixesOf} finds these prefixes; others are not kept. A key that ends with a UUID is the only one that starts so. */
const FINDABLE = /(\/|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function nameOf({ prefix, after = '', limit }: Range): string {
  return `${prefix}${SEPARATOR}${after}${SEPARATOR}${limit ?? ''}`
}

function frozen<Value>(value: Value): Value {
  // Bytes can't be frozen, and are not changed.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  if (Object.isFrozen(value)) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
