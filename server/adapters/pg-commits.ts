import { AFTER_ALL, type Range } from '../../mocks/store/store.ts'
import type { Changes } from '../../src/contract/changes.ts'
import { decodeKey, encodeKey } from './encoding.ts'
import { inTime, type PgPool } from './pg-pool.ts'
import { Reading, WrittenKeys } from './pg-reading.ts'
import { ValueCache } from './value-cache.ts'

/**
 * The commits of a club in their order, which all its processes share in the table `commits`: numbers without gaps, and the
 * keys that each wrote. That is how a process may keep rows in memory.
 *
 * - **Read.** {@link Commits.look} reads the commits after the last one that is known here, and forgets what they wrote. What is left in
 *   memory is current. {@link Commits.read} does that, and reads rows that are not in memory. All requests that wait share one
 *   statement, so its rows fit to each other and to those in memory.
 * - **Commit.** {@link Commits.add} is one statement, which stores rows as commit number n + 1 only if number n is still
 *   the last one. The primary key decides between two processes; the other one looks, and stores again as n + 2 if nothing that it has read
 *   was written.
 *
 * Example: process A has read post 1 at commit 7 and likes it. Process B stores commit 8, a comment on post 2. A's statement finds
 * 8 taken. A looks, finds no key that it has read, and stores its like as commit 9.
 */
export class Commits {
  readonly cache = new ValueCache()
  readonly #pool: PgPool
  readonly #readings = new Set<Reading>()
  readonly #listeners = new Set<(changes: Changes) => void>()
  /** The last commit that is known here; `undefined` before the first look. */
  #known: { n: number; epoch: string } | undefined
  /** When the statement was sent that found the last commit, as `performance.now()`: all that was answered before is known here. */
  lookedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<unknown> | undefined
  #next: Look | undefined
  /** The commits of this process that wait for their reply, and what they write, if that is known. */
  readonly #own = new Map<string, readonly Written[] | undefined>()
  /** The newest commits of this process: PostgreSQL notifies it of them, too. */
  readonly #sent = new Set<string>()

  constructor(pool: PgPool) {
    this.#pool = pool
  }

  /** The last commit that is known here. */
  get n(): number {
    return this.#known?.n ?? 0
  }

  /** Begins to watch what is read, until `end` is called. */
  watch(): Reading {
    const reading = new Reading(() => this.#readings.delete(reading))
    this.#readings.add(reading)
    return reading
  }

  /**
   * Learns of all commits that were answered before this call. Requests that arrive while a statement is on its way share the next one.
   * @throws ApiError 503 when the database cannot be reached
   */
  async look(): Promise<void> {
    await this.read([], [])
  }

  /** Looks after a notification, unless it is of an own commit. @param id of the commit; without one, any may have been missed */
  async onCommit(id?: string): Promise<void> {
    if (id === undefined || !this.#sent.has(id)) await this.look()
  }

  /**
   * Looks, and reads rows: as they were at the last commit that it finds. One of this process may have been added meanwhile, so the
   * caller watches them.
   * @returns the JSON of the rows at these keys, and of those in each range
   * @throws ApiError 503 when the database cannot be reached
   */
  async read(keys: readonly string[], ranges: readonly Limited[]): Promise<Looked> {
    this.#next ??= this.#lookAfter(this.#looking)
    const { wanted, done } = this.#next
    for (const key of keys) wanted.keys.add(key)
    const places = ranges.map((range) => wanted.ranges.push(range) - 1)
    const found = await inTime(done)
    return { at: found.at, in: places.map((place) => found.in[place] ?? []) }
  }

  #lookAfter(before: Promise<unknown> | undefined): Look {
    const wanted: Look['wanted'] = { keys: new Set(), ranges: [] }
    const send = async () => {
      await before?.catch(() => undefined)
      // Lets requests of the same moment join.
      await Promise.resolve()
      this.#looking = this.#next?.done
      this.#next = undefined
      return this.#send(wanted)
    }
    return { wanted, done: send() }
  }

  async #send({ keys, ranges }: Look['wanted']): Promise<Looked> {
    const found: Looked = { at: new Map(), in: ranges.map(() => []) }
    if (keys.size + ranges.length === 0) {
      await this.#learn((known) => this.#pool.query<News>(NEWS, known))
      return found
    }
    await this.#learn(async (known) => {
      const rows = await this.#pool.query<News | Row>(NEWS_AND_ROWS, [
        ...known,
        [...keys].map(encodeKey),
        ranges.map(({ prefix, after = prefix }) => encodeKey(after)),
        ranges.map(({ prefix }) => encodeKey(prefix + AFTER_ALL)),
        ranges.map(({ limit }) => limit),
      ])
      for (const row of rows) {
        if (!('key' in row) || row.key === null) continue
        const key = decodeKey(row.key)
        if (row.n === null) found.at.set(key, row.value)
        else found.in[Number(row.n) - 1]?.push([key, row.value])
      }
      return rows.filter((row) => row.last !== null) as News[]
    })
    return found
  }

  /** @param readNews reads the commits after the one with this number, all at one moment */
  async #learn(readNews: (known: [n: number | null]) => Promise<News[]>): Promise<void> {
    const before = this.#known
    const sentAt = performance.now()
    const rows = await readNews([before?.n ?? null])
    const [{ last, epoch } = { last: '0', epoch: '' }] = rows
    const news = rows.flatMap(({ n, ...row }) => (n === null ? [] : [{ n: Number(n), ...row }]))
    if (!before) this.#known = { n: Number(last), epoch }
    const from = before?.n ?? Number(last)
    const isWhole = news.every(({ n }, index) => n === from + 1 + index)
    if (epoch !== this.#known?.epoch || from + news.length !== Number(last) || !isWhole) {
      // Another database, such as a standby that became the primary, or too much is new.
      this.#known = { n: Number(last), epoch }
      this.#apply(undefined)
      await this.#findOwn()
      this.#publish({ by: '', changes: undefined })
      this.lookedAt = sentAt
      return
    }
    this.lookedAt = sentAt
    for (const { n, id, keys, published } of news) {
      // Commits of this process may have been added meanwhile.
      if (n <= this.#known.n) continue
      this.#known = { n, epoch }
      const own = this.#own.get(id ?? '')
      if (own) this.#applyOwn(own, false)
      else this.#apply(keys?.map(decodeKey))
      if (!this.#own.delete(id ?? '')) for (const changes of published ?? []) this.#publish(changes)
    }
  }

  async #findOwn(): Promise<void> {
    if (this.#own.size === 0) return
    const found = await this.#pool.query<{ id: string }>(
      'SELECT id FROM commits WHERE n > $1::bigint AND id = ANY($2::uuid[])',
      [this.n - MAX_NEWS, [...this.#own.keys()]],
    )
    for (const { id } of found) this.#own.delete(id)
  }

  /**
   * Stores rows as the next commit. The caller has watched what they rest on, and it was not written.
   * @param id names the commit, and is the same when it is repeated
   * @param prepare what is written if the last commit has this number, and a function that stores it if that is so
   * @returns whether they are stored now
   */
  async add(
    id: string,
    prepare: (n: number) => { written: readonly Written[]; store(): Promise<boolean> },
  ): Promise<boolean> {
    if (!this.#known) await this.look()
    const before = this.#known
    if (!before) return false
    const { written, store } = prepare(before.n)
    this.#begin(id, written)
    const sentAt = performance.now()
    if (!(await store())) {
      await this.look()
      // The reply to an earlier statement may have been lost.
      return !this.#own.delete(id)
    }
    // A look may have found it before its reply was here, and others after it.
    const isFound = !this.#own.delete(id) || this.#known !== before
    if (isFound) return true
    // Nothing else was committed until then.
    this.#known = { n: before.n + 1, epoch: before.epoch }
    this.lookedAt = sentAt
    this.#applyOwn(written, true)
    return true
  }

  /** Runs a transaction that adds a commit by itself, and looks afterwards. @param id of the commit */
  async adding<Result>(id: string, transaction: () => Promise<Result>): Promise<Result> {
    this.#begin(id, undefined)
    try {
      return await transaction()
    } finally {
      await this.look().catch(() => undefined)
      this.#own.delete(id)
    }
  }

  #begin(id: string, written: readonly Written[] | undefined): void {
    this.#own.set(id, written)
    this.#sent.add(id)
    const [oldest = ''] = this.#sent
    if (this.#sent.size > MAX_SENT) this.#sent.delete(oldest)
  }

  /** @param isLast whether it is later than what a look is reading */
  #applyOwn(changes: readonly Written[], isLast: boolean): void {
    const written = new WrittenKeys(changes.map(({ key }) => key))
    for (const reading of this.#readings) reading.apply(written, isLast)
    for (const { key, json, isLarge } of changes) {
      if (isLarge) this.cache.forget(key)
      else this.cache.update(key, json)
    }
  }

  /** @param keys that another process has written; `undefined` if they can be any */
  #apply(keys: string[] | undefined): void {
    if (!keys) this.cache.clear()
    for (const key of keys ?? []) this.cache.forget(key)
    const written = keys && new WrittenKeys(keys)
    for (const reading of this.#readings) reading.apply(written, false)
  }

  /** @returns a function that ends the subscription to the changes of the other processes */
  subscribe(listener: (changes: Changes) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #publish(changes: Changes): void {
    for (const listener of this.#listeners) listener(changes)
  }
}

/** What was stored at a key: its JSON, unless it was removed. `isLarge` if it is not kept in memory. */
export type Written = { key: string; json?: string; isLarge?: boolean }

/** The name of the channel that tells other processes of commits. Channels are those of a whole database, and have up to 63 bytes. */
export const CHANNEL = `'gearheads ' || left(current_schema(), 40)`

/** The table that {@link Commits} needs. */
export const COMMITS_TABLE = `CREATE TABLE IF NOT EXISTS commits (
  n bigint PRIMARY KEY, id uuid NOT NULL, at timestamptz NOT NULL DEFAULT now(), keys bytea[], published json)`

/** A range of a few rows. */
export type Limited = Range & { limit: number }

/** Rows that were found by a look: their JSON by key, and those of each range in their order. */
type Looked = { at: Map<string, string>; in: [key: string, json: string][][] }

/** A statement that waits for the one before it. */
type Look = { wanted: { keys: Set<string>; ranges: Limited[] }; done: Promise<Looked> }

type Row = { last: null; n: string | null; key: Buffer; value: string }

type News = {
  last: string
  epoch: string
  n: string | null
  id: string | null
  keys: Uint8Array[] | null
  published: Changes[] | null
}

/** More than are on their way at any time. */
const MAX_SENT = 200

/** Of more commits, the rows in memory are not worth the time. */
const MAX_NEWS = 2_000

/** The epoch is PostgreSQL's timeline: it changes when a standby becomes the primary, which may not have the last commits. */
const NEWS = `SELECT head.last, head.epoch, news.n, news.id, news.keys, news.published
  FROM (SELECT coalesce(max(n), 0) AS last, left(pg_walfile_name(pg_current_wal_lsn()), 8) AS epoch
    FROM commits WHERE n >= coalesce($1::bigint, 0)) AS head
  LEFT JOIN LATERAL (
    SELECT n, id, keys, published FROM commits WHERE n > $1::bigint ORDER BY n LIMIT ${MAX_NEWS}
  ) AS news ON true ORDER BY news.n`

/** The same, and the rows at the keys in $2 and in the ranges after $3 and before $4, at most as many as $5 says. */
const NEWS_AND_ROWS = `SELECT found.*, NULL::bytea AS key, NULL::text AS value FROM (${NEWS}) AS found
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, key, value::text FROM rows WHERE key = ANY($2::bytea[])
  UNION ALL (SELECT NULL, NULL, range.n, NULL, NULL, NULL, found.key, found.value::text
    FROM unnest($3::bytea[], $4::bytea[], $5::bigint[]) WITH ORDINALITY AS range (after, until, most, n)
    CROSS JOIN LATERAL (
      SELECT key, value FROM rows WHERE key > range.after AND key < range.until ORDER BY key LIMIT range.most
    ) AS found ORDER BY range.n, found.key)`

/** The statement that removes commits that every process knows: one that has not looked for so long reads everything again. */
export const TRIM = `DELETE FROM commits WHERE at < now() - interval '10 minutes' AND n < $1::bigint`

/** More keys than this are not worth the time: the others forget everything. */
const MAX_KEYS = 2_000

/** The keys of a commit as they are stored. */
export function keysOf(changes: readonly Written[]): Uint8Array[] | null {
  return changes.length > MAX_KEYS ? null : changes.map(({ key }) => encodeKey(key))
}
