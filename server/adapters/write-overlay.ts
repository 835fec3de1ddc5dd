import type { Entries, Range } from '../../mocks/store/store.ts'
import type { Changes } from '../../src/contract/changes.ts'
import type { Pairs } from './value-cache.ts'

/** What an overlay reads. */
export type Base = Pick<
  Entries,
  'read' | 'count' | 'search' | 'isShared' | 'joinParts' | 'pause'
> & {
  scan(ranges: readonly Range[]): Promise<Pairs[]>
}

/** Entries without own changes. */
export function entriesOf(base: Base): Entries {
  return {
    ...base,
    scan: async (ranges) =>
      (await base.scan(ranges)).map((pairs) => pairs.map(([, value]) => value)),
    write: () => Promise.reject(new TypeError('A read cannot write.')),
  }
}

/** The writes of a group over the stored rows. Each write sees the earlier ones. */
export class WriteOverlay {
  readonly changes = new Map<string, unknown>()
  readonly published: Changes[] = []
  readonly logged: object[] = []
  /** Whether a write clears whole tables, which an overlay can't show. */
  clears = false
  readonly #base: Base
  readonly entries: Entries

  constructor(base: Base) {
    this.#base = base
    this.entries = { ...base, ...this.#entries }
  }

  readonly #entries: Omit<Entries, 'isShared' | 'joinParts' | 'pause'> = {
    read: async (keys) => {
      if (this.changes.size === 0) return this.#base.read(keys)
      const missing = keys.filter((key) => !this.changes.has(key))
      const found = missing.length > 0 ? await this.#base.read(missing) : []
      const stored = new Map(missing.map((key, index) => [key, found[index]]))
      return keys.map((key) => (this.changes.has(key) ? this.changes.get(key) : stored.get(key)))
    },
    scan: async (ranges) => {
      const found = await this.#base.scan(ranges)
      const pairs = ranges.map((range, index) => this.#merged(range, found[index] ?? []))
      return (await Promise.all(pairs)).map((merged) => merged.map(([, value]) => value))
    },
    count: async (prefixes) => {
      const counts = await this.#base.count(prefixes)
      return Promise.all(
        prefixes.map(async (prefix, index) => {
          const own = this.#in({ prefix })
          const before = own.length > 0 ? await this.#base.read(own.map(([key]) => key)) : []
          const change = own.reduce(
            (sum, [, value], at) =>
              sum + Number(value !== undefined) - Number(before[at] !== undefined),
            0,
          )
          return (counts[index] ?? 0) + change
        }),
      )
    },
    write: async (changes, cleared = [], published, logged) => {
      this.clears ||= cleared.length > 0
      for (const [key, value] of changes) this.changes.set(key, value)
      if (published) this.published.push(published)
      if (logged) this.logged.push(logged)
    },
    search: async (...given) => (this.changes.size > 0 ? undefined : this.#base.search(...given)),
  }

  /** A range with the own changes. Reads more rows when some may take the place of those that were removed. */
  async #merged(range: Range, stored: Pairs): Promise<Pairs> {
    const own = this.#in(range)
    if (own.length === 0) return stored
    const { limit = Number.POSITIVE_INFINITY } = range
    const merge = (pairs: Pairs) =>
      [...pairs.filter(([key]) => !this.changes.has(key)), ...own]
        .filter(([, value]) => value !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, limit)
    const merged = merge(stored)
    const [last = ''] = merged.at(-1) ?? []
    const [end = ''] = stored.at(-1) ?? []
    // Rows that were not read come after the last one that was.
    if (stored.length < limit || (merged.length === limit && last <= end)) return merged
    const removed = own.filter(([, value]) => value === undefined)
    const [more = []] = await this.#base.scan([{ ...range, limit: limit + removed.length }])
    return merge(more)
  }

  #in({ prefix, after = '' }: Range): [string, unknown][] {
    const found: [string, unknown][] = []
    for (const entry of this.changes) {
      if (entry[0].startsWith(prefix) && entry[0] > after) found.push(entry)
    }
    return found
  }
}
