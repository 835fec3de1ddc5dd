import type { Changes } from '../../src/contract/changes.ts'
import { keyIn } from './keys.ts'
import { isLink, type Link, linkKinds } from './links.ts'
import { LOG_END, type LogPlace, logRows } from './log.ts'
import type { Entries, Range } from './store.ts'
import type { Tables, UserRow } from './tables.ts'

/** A part of a list, newest first: at most `limit` rows, older than the row `before` (a `_id`). */
export type Page = { limit?: number; before?: string }

/** The prefix of the values outside the tables. */
export const META = 'meta/'

/** A value that was put or removed (`undefined`), and the stored value before, if any. */
type Written = { key: string; value: unknown; old: unknown }

/**
 * The store during one request: its entries, with those that the request has written on top. Nothing reaches
 * the store before `commit`. Values that are not complete rows are skipped.
 */
export class WriteBuffer {
  readonly #store: Entries
  readonly #loaded = new Map<string, unknown>()
  #changes = new Map<string, unknown>()
  /** Keys that the next read reads, too. */
  readonly #along: string[] = []
  /** Prefixes that the request has cleared. */
  readonly #cleared: string[] = []

  constructor(store: Entries) {
    this.#store = store
  }

  async read(keys: readonly string[]): Promise<unknown[]> {
    await this.load(keys.filter((key) => !this.#changes.has(key)))
    return keys.map((key) =>
      this.#changes.has(key) ? this.#changes.get(key) : this.#loaded.get(key),
    )
  }

  /** Reads a value together with the next others, so that it takes no time of its own. */
  readAlong(key: string): void {
    this.#along.push(key)
  }

  /** Reads stored values in advance, of changed keys too: counts and {@link written} compare with them. */
  async load(keys: readonly string[]): Promise<void> {
    const isKnown = (key: string) => this.#loaded.has(key) || this.#isCleared(key)
    const missing = [...new Set(keys)].filter((key) => !isKnown(key))
    if (missing.length === 0) return
    missing.push(...this.#along.splice(0))
    const values = await this.#store.read(missing)
    for (const [index, key] of missing.entries()) {
      this.#loaded.set(key, isWhole(key, values[index]) ? values[index] : undefined)
    }
  }

  /** The stored values of a range in the order of their keys, without the own changes, complete or not. */
  async scanStored(prefix: string, page?: { after?: string; limit?: number }): Promise<unknown[]> {
    const [found = []] = await this.#scanUncleared([{ prefix, ...page }])
    return found
  }

  /** The stored values at `keys`, without the own changes, complete or not. */
  async readStored(keys: readonly string[]): Promise<unknown[]> {
    const stored = keys.filter((key) => !this.#isCleared(key))
    const values = stored.length > 0 ? await this.#store.read(stored) : []
    const byKey = new Map(stored.map((key, index) => [key, values[index]]))
    return keys.map((key) => byKey.get(key))
  }

  /** Lets others write, if the store can; see `Entries.pause`. */
  async pause(): Promise<void> {
    if (await this.#store.pause()) this.#loaded.clear()
  }

  /** Runs `work`. If it throws, the changes that it made are undone. */
  async attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = new Map(this.#changes)
    try {
      return await work()
    } catch (error) {
      this.#changes = before
      throw error
    }
  }

  /** The entries under each prefix, or a page of them, newest first. */
  async scan(prefixes: readonly string[], page: Page = {}): Promise<unknown[][]> {
    const ranges = prefixes.map((prefix) => this.#range(prefix, page))
    const found = await this.#scanUncleared(ranges)
    return Promise.all(
      prefixes.map((prefix, index) => this.#merge(prefix, page, found[index] ?? [])),
    )
  }

  /** The links under several prefixes, in any order. */
  async scanLinks(prefixes: readonly string[]): Promise<Link[]> {
    const found = await this.#scanUncleared(prefixes.map((prefix) => ({ prefix })))
    const links = found.flat().filter(isLink)
    const changed = [...this.#changes].filter(([key]) => startsWithAny(key, prefixes))
    if (changed.length === 0) return links
    const merged = new Map(links.map((link) => [link.slice(1).join('/'), link]))
    for (const [key, value] of changed) {
      const identity = key.split('/').slice(-3).join('/')
      if (isLink(value)) merged.set(identity, value)
      else merged.delete(identity)
    }
    return [...merged.values()]
  }

  /**
   * The rows that may match the folded `text`, or a page of them, newest first: a superset. `undefined` when the store has no
   * index that helps, or with own changes.
   */
  async search<Name extends 'users' | 'posts'>(
    table: Name,
    text: string,
    { before, limit }: Page = {},
  ): Promise<Tables[Name][] | undefined> {
    const prefix = `${table}/`
    const after = before === undefined ? prefix : keyIn(prefix, before)
    if (this.#changes.size + this.#cleared.length > 0) return undefined
    const rows = await this.#store.search(table, text, { after, limit })
    return rows?.every((row) => isWhole(prefix, row)) ? (rows as Tables[Name][]) : undefined
  }

  /** The stored values of each range; none of what was cleared. */
  async #scanUncleared(ranges: readonly Range[]): Promise<unknown[][]> {
    const stored = ranges.filter(({ prefix }) => !this.#isCleared(prefix))
    const found = stored.length > 0 ? await this.#store.scan(stored) : []
    const foundIn = new Map(stored.map((range, index) => [range, found[index]]))
    return ranges.map((range) => foundIn.get(range) ?? [])
  }

  #range(prefix: string, { limit, before }: Page): Range {
    if (before === undefined && limit === undefined) return { prefix }
    const after = before === undefined ? prefix : keyIn(prefix, before)
    if (limit === undefined) return { prefix, after }
    // Reads more, because some of them may be removed here.
    const removed = this.#changed(prefix, after).filter(([, value]) => value === undefined)
    return { prefix, after, limit: limit + removed.length }
  }

  #changed(prefix: string, after: string): [string, unknown][] {
    return this.#changes
      .entries()
      .filter(([key]) => key.startsWith(prefix) && key > after)
      .toArray()
  }

  /** The stored values of a range with the own changes, without incomplete rows. */
  async #merge(prefix: string, page: Page, found: unknown[]): Promise<unknown[]> {
    const { limit, before } = page
    const stored = found.filter((value) => isWhole(prefix, value))
    if (limit !== undefined && stored.length < found.length) {
      const [all = []] = await this.scan([prefix], { before })
      return all.slice(0, limit)
    }
    const changed = this.#changed(prefix, this.#range(prefix, page).after ?? prefix)
    if (changed.length === 0) return stored
    const merged = new Map(stored.map((value) => [keyIn(prefix, idOf(value)), value]))
    for (const [key, value] of changed) merged.set(key, value)
    const values = [...merged.keys()].sort().map((key) => merged.get(key))
    return values.filter((value) => value !== undefined).slice(0, limit)
  }

  /** The number of entries under each prefix. Own changes count if they were read before. */
  async count(prefixes: readonly string[]): Promise<number[]> {
    const stored = prefixes.filter((prefix) => !this.#isCleared(prefix))
    const counts = stored.length > 0 ? await this.#store.count(stored) : []
    const countOf = new Map(stored.map((prefix, index) => [prefix, counts[index]]))
    return prefixes.map((prefix) => (countOf.get(prefix) ?? 0) + this.#added(prefix))
  }

  #added(prefix: string): number {
    return this.writtenUnder(prefix).reduce(
      (sum, { value, old }) => sum + Number(value !== undefined) - Number(old !== undefined),
      0,
    )
  }

  /** Counts a stored number up and returns it. */
  async increment(key: string): Promise<number> {
    const counted = Number((await this.read([key]))[0] ?? 0) + 1
    this.set(key, counted)
    return counted
  }

  /** Whether several processes use the store, which then finds texts by an index of its own. */
  get isShared(): boolean {
    return this.#store.isShared
  }

  /** See `Entries.joinParts`. It is done at once, within the transaction of the store. */
  async joinParts(prefix: string): Promise<void> {
    return this.#store.joinParts(prefix)
  }

  /** Puts a value; `undefined` removes it. */
  set(key: string, value: unknown): void {
    this.#changes.set(key, value)
  }

  /** Removes a value that the caller has, whether or not it was read here. */
  remove(key: string, old: unknown): void {
    // A value that was written and never read is new.
    if (!this.#loaded.has(key) && !this.#changes.has(key)) this.#loaded.set(key, old)
    this.#changes.set(key, undefined)
  }

  /** Removes all keys that start with one of these prefixes. */
  clear(prefixes: readonly string[]): void {
    this.#cleared.push(...prefixes)
    for (const known of [this.#loaded, this.#changes]) {
      for (const key of known.keys()) if (startsWithAny(key, prefixes)) known.delete(key)
    }
  }

  /** The own changes. */
  get changes(): ReadonlyMap<string, unknown> {
    return this.#changes
  }

  /** Leaves a key as it is in the store. */
  keep(key: string): void {
    this.#changes.delete(key)
  }

  /** All changes; `undefined` after something was cleared. */
  get written(): Written[] | undefined {
    return this.#cleared.length > 0 ? undefined : this.#written()
  }

  /** The changes under a prefix. What was cleared before counts as never stored. */
  writtenUnder(prefix: string): Written[] {
    return this.#written(prefix)
  }

  /**
   * Writes all changes, or none.
   * @throws the errors of `Entries.write`
   */
  async commit(published?: Changes, logged?: object): Promise<void> {
    if (logged && !this.#store.isShared) {
      const [last] = await this.read([LOG_END])
      const n = 1 + ((last as LogPlace | undefined)?.n ?? 0)
      for (const [key, value] of logRows(n, [logged])) this.set(key, value)
    }
    if (logged || this.#changes.size + this.#cleared.length > 0)
      await this.#store.write(this.#changes, this.#cleared, published, logged)
  }

  #isCleared(keyOrPrefix: string): boolean {
    return startsWithAny(keyOrPrefix, this.#cleared)
  }

  #written(prefix = ''): Written[] {
    const written: Written[] = []
    // A reset has 50,000 changes.
    for (const [key, value] of this.#changes) {
      if (key.startsWith(prefix)) written.push({ key, value, old: this.#loaded.get(key) })
    }
    return written
  }
}

function startsWithAny(text: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => text.startsWith(prefix))
}

/** A scan of a table returns rows, a scan of a group returns their ids. */
function idOf(value: unknown): string {
  return typeof value === 'string' ? value : (value as { _id: string })._id
}

/**
 * Whether the value at `key` is a complete row or link. Others are skipped and stay in the store, so that one bad row
 * does not break a list.
 */
function isWhole(key: string, value: unknown): boolean {
  const kind = key.slice(0, key.indexOf('/'))
  if ((linkKinds as readonly string[]).includes(kind)) return isLink(value)
  if (!['users', 'posts', 'comments'].includes(kind)) return true
  const row = Object(value) as Record<string, unknown>
  const { profilePhoto, coverPhoto } = row as Partial<UserRow>
  return (
    [row._id, row.id, row.createdAt, row.updatedAt, row.username ?? row.userId].every(isText) &&
    (isText(row.content) ||
      [profilePhoto, coverPhoto].every((photo) => isText(photo?.default) && isText(photo?.chosen)))
  )
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}
