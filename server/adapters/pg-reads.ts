import { type Entries, type Range, SIMPLE } from '../../mocks/store/store.ts'
import { needsBytes } from './encoding.ts'
import { type CountLoad, type LoadLimits, Loads } from './loads.ts'
import { outcomeOf } from './outcome.ts'
import type { Commits, Limited } from './pg-commits.ts'
import type { PgPool, Query } from './pg-pool.ts'
import type { Reading } from './pg-reading.ts'
import { type Found, PgRows, valuesAt } from './pg-rows.ts'
import { ABSENT, type Pairs } from './value-cache.ts'
import { type Base, entriesOf } from './write-overlay.ts'

/** How often a read is repeated over rows in memory, before it gets a snapshot. */
const FAST_READS = 2

/** What needs more rows is read by a statement of its own, because others wait for the shared one. */
const MAX_SHARED = 500

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

type BaseOptions = {
  /** It looks at what was answered before this time, together with the first rows. A write does not: its commit proves what it has read. */
  since?: number
  load?: CountLoad
  /** Takes the reads that would have to wait. */
  missed?: Missed
}

/** The reads of rows that are not in memory, while nobody may wait for them. */
export class Missed {
  mayWait = false
  #reads: (() => Promise<unknown>)[] = []

  get size(): number {
    return this.#reads.length
  }

  /** @throws Error unless the read may wait */
  add(read: () => Promise<unknown>): void {
    if (this.mayWait) return
    this.#reads.push(read)
    this.check(0)
  }

  /** @throws Error if there are more than before */
  check(before: number): void {
    if (this.size > before) throw new Error('The rows are not in memory.')
  }

  /** Does the reads, all at once. */
  async readAll(): Promise<void> {
    this.mayWait = true
    await Promise.all(this.#reads.splice(0).map((read) => read()))
  }
}

export type PgReads = ReturnType<typeof pgReads>

/**
 * The reads of a process. A read looks at the commits of others, and then takes from memory what it needs; what is missing is
 * read, and must fit to the rest.
 * @param hasSearch whether the database has the indexes of the search
 * @param limits of what readers have in memory, if they are strangers
 */
export function pgReads(pool: PgPool, commits: Commits, hasSearch: boolean, limits?: LoadLimits) {
  const loads = new Loads(limits)

  /** Reads rows that are not in memory, and keeps them. */
  function cachedBase(reading: Reading, { since, load, missed }: BaseOptions): Base {
    const { cache } = commits
    const rows = new PgRows(pool.query, load)
    /** What memory does not keep, for the next run of a write. */
    const largeRows = new Map<string, unknown>()
    /** Reads what must fit to the rest: nothing of it was written until now. */
    async function readMissing<Result>(names: readonly string[], read: () => Promise<Result>) {
      reading.add(names)
      const result = await read()
      await commits.look()
      reading.check()
      return result
    }
    /** Few rows come together with the look. */
    async function readRows(keys: readonly string[]): Promise<Found[]> {
      if (keys.length > MAX_SHARED) return readMissing(keys, () => rows.read(keys))
      const { at } = await reading.during(keys, () => commits.read(keys, []))
      const found = keys.flatMap((key) => parsed(key, at.get(key)))
      const large = found.filter(({ isLarge }) => isLarge).map(({ key }) => key)
      if (large.length === 0) return found
      const whole = await readMissing(large, () => rows.read(large))
      return [...found.filter(({ isLarge }) => !isLarge), ...whole]
    }
    async function scanRows(ranges: readonly Range[]): Promise<Found[][]> {
      const prefixes = ranges.map(({ prefix }) => prefix)
      if (!isShort(ranges)) return readMissing(prefixes, () => rows.scan(ranges))
      const read = await reading.during(prefixes, () => commits.read([], ranges))
      const found = read.in.map((pairs) => pairs.flatMap(([key, json]) => parsed(key, json)))
      const hasLarge = found.some((list) => list.some(({ isLarge }) => isLarge))
      return hasLarge ? readMissing(prefixes, () => rows.scan(ranges)) : found
    }
    function parsed(key: string, json: string | undefined): Found[] {
      if (json === undefined) return []
      load?.(json.length)
      const value: unknown = JSON.parse(json)
      return [{ key, value, length: json.length, isLarge: needsBytes(value) }]
    }
    const keep = ({ key, value, length, isLarge }: Found) => {
      if (isLarge) largeRows.set(key, value)
      else cache.set(key, value, length)
    }
    const isOutdated = () => since !== undefined && commits.lookedAt < since
    const base: Base = {
      ...SIMPLE,
      isShared: true,
      async read(keys) {
        reading.check()
        const known = keys.map((key) => largeRows.get(key) ?? cache.get(key))
        const missing = keys.filter((_, index) => known[index] === undefined)
        const mustLook = isOutdated()
        if (!mustLook)
          reading.add(
            missing.length === 0 ? keys : keys.filter((_, index) => known[index] !== undefined),
          )
        if (missing.length === 0 && !mustLook) return known.map(withoutAbsent)
        missed?.add(() => base.read(missing))
        const found = await readRows(missing)
        const byKey = new Map(found.map((row) => [row.key, row]))
        for (const key of missing) {
          const row = byKey.get(key)
          if (row) keep(row)
          else cache.set(key, ABSENT, 0)
        }
        // The others may have been forgotten.
        if (mustLook && missing.length < keys.length) return base.read(keys)
        return keys.map((key, index) => withoutAbsent(known[index]) ?? byKey.get(key)?.value)
      },
      async scan(ranges) {
        reading.check()
        const known = ranges.map((range) => cache.getRange(range) as Pairs | undefined)
        const missing = ranges.filter((_, index) => !known[index])
        const mustLook = isOutdated()
        const kept = ranges.filter((_, index) => known[index])
        if (!mustLook) reading.add(kept.map(({ prefix }) => prefix))
        if (missing.length === 0 && !mustLook) return known as Pairs[]
        missed?.add(() => base.scan(missing))
        const found = await scanRows(missing)
        const read = missing.map((range, index) => {
          const inRange = found[index] ?? []
          const pairs = inRange.map(({ key, value }) => [key, value] as const)
          const length = inRange.reduce((sum, row) => sum + row.length, 0)
          if (!inRange.some(({ isLarge }) => isLarge)) cache.setRange(range, pairs, length)
          return pairs
        })
        if (mustLook && kept.length > 0) return base.scan(ranges)
        return known.map((pairs) => pairs ?? read.shift() ?? [])
      },
      async count(prefixes) {
        reading.check()
        if (isOutdated()) await commits.look()
        reading.add(prefixes)
        const ranges = prefixes.map((prefix) => ({ prefix, limit: 0 }))
        const known = ranges.map((range) => cache.getRange(range) as number | undefined)
        const missing = prefixes.filter((_, index) => known[index] === undefined)
        if (missing.length === 0) return known as number[]
        missed?.add(() => base.count(missing))
        const found = await readMissing(missing, () => rows.count(missing))
        for (const [index, prefix] of missing.entries()) {
          cache.setRange({ prefix, limit: 0 }, found[index] ?? 0, 0)
        }
        return known.map((count) => count ?? found.shift() ?? 0)
      },
      search: hasSearch
        ? (...given) =>
            readMissing(['users/', 'posts/'], () =>
              pool.transaction(SNAPSHOT, async (send) => new PgRows(send, load).search(...given)),
            )
        : SIMPLE.search,
    }
    return base
  }

  /** @param since it sees what was answered before */
  async function read<Result>(
    work: (entries: Entries) => Promise<Result>,
    since = performance.now(),
  ): Promise<Result> {
    return loads.run(async (load) => {
      for (let tries = 1; tries <= FAST_READS; tries++) {
        const reading = commits.watch()
        try {
          const result = await outcomeOf(() =>
            work(entriesOf(cachedBase(reading, { since, load }))),
          )
          if (!reading.wasRefused) return result()
        } finally {
          reading.end()
        }
      }
      return pool.transaction(SNAPSHOT, (send) => work(directEntries(send, load)))
    })
  }

  /** Entries of a transaction. */
  function directEntries(send: Query, load?: CountLoad): Entries {
    const rows = new PgRows(send, load)
    return {
      ...SIMPLE,
      read: async (keys) => valuesAt(keys, await rows.read(keys)),
      scan: async (ranges) =>
        (await rows.scan(ranges)).map((found) => found.map(({ value }) => value)),
      count: (prefixes) => rows.count(prefixes),
      search: hasSearch ? rows.search : SIMPLE.search,
      isShared: true,
      write: () => Promise.reject(new TypeError('A read cannot write.')),
    }
  }

  return { read, cachedBase, directEntries }
}

function isShort(ranges: readonly Range[]): ranges is readonly Limited[] {
  const limits = ranges.map(({ limit = Number.POSITIVE_INFINITY }) => limit)
  return limits.reduce((sum, limit) => sum + limit, 0) <= MAX_SHARED
}

function withoutAbsent(value: unknown): unknown {
  return value === ABSENT ? undefined : value
}
