import { groupPrefix, rowKey } from '../../mocks/store/keys.ts'
import { AFTER_ALL, type Entries, type Range } from '../../mocks/store/store.ts'
import { decodeKey, encodeKey, encodeValue, needsBytes, withBytes } from './encoding.ts'
import type { CountLoad } from './loads.ts'
import type { Written } from './pg-commits.ts'
import type { Query } from './pg-pool.ts'
import { AFTER_SEARCH, BEFORE_SEARCH, searchStatement } from './pg-search.ts'

/** The tables of a club. `json` keeps `\u0000` and the order of keys; `jsonb` does neither. */
export const ROWS_TABLES = [
  'CREATE TABLE IF NOT EXISTS rows (key bytea PRIMARY KEY, value json NOT NULL)',
  `CREATE TABLE IF NOT EXISTS bytes (
    key bytea PRIMARY KEY REFERENCES rows (key) ON DELETE CASCADE, value bytea NOT NULL)`,
]

/** Above this number of matching authors their posts are not listed one by one. */
const MAX_AUTHORS = 1_000

/** A row as it was read. `length` is that of its JSON, in characters; `isLarge` if it has bytes. */
export type Found = { key: string; value: unknown; length: number; isLarge: boolean }

type Row = { key: Buffer; value: string }

/** The statements that read rows. */
export class PgRows {
  readonly #query: Query
  readonly #load: CountLoad

  /** @param load counts what is read */
  constructor(query: Query, load: CountLoad = () => undefined) {
    this.#query = query
    this.#load = load
  }

  async read(names: readonly string[]): Promise<Found[]> {
    return this.#parse(
      await this.#query<Row>(
        'SELECT key, value::text AS value FROM rows WHERE key = ANY($1::bytea[])',
        [names.map(encodeKey)],
      ),
    )
  }

  async scan(ranges: readonly Range[]): Promise<Found[][]> {
    // One limit for all ranges; shorter ones are cut below.
    const limits = ranges.map(({ limit }) => limit ?? Number.POSITIVE_INFINITY)
    const most = Math.max(0, ...limits)
    const rows = await this.#query<Row & { n: string }>(
      `SELECT range.n, found.key, found.value::text AS value
       FROM unnest($1::bytea[], $2::bytea[]) WITH ORDINALITY AS range (after, until, n)
       CROSS JOIN LATERAL (
         SELECT key, value FROM rows WHERE key > range.after AND key < range.until
         ORDER BY key LIMIT $3
       ) AS found ORDER BY range.n, found.key`,
      [
        ranges.map(({ prefix, after = prefix }) => encodeKey(after)),
        ranges.map(({ prefix }) => end(prefix)),
        Number.isFinite(most) ? most : null,
      ],
    )
    const found: Found[][] = ranges.map(() => [])
    const parsed = await this.#parse(rows)
    for (const [index, row] of parsed.entries()) found[Number(rows[index]?.n) - 1]?.push(row)
    return found.map((values, index) => values.slice(0, limits[index]))
  }

  async count(prefixes: readonly string[]): Promise<number[]> {
    const rows = await this.#query<{ count: string }>(
      `SELECT (SELECT count(*) FROM rows WHERE key >= range.first AND key < range.until)
       FROM unnest($1::bytea[], $2::bytea[]) WITH ORDINALITY AS range (first, until, n)
       ORDER BY range.n`,
      [prefixes.map(encodeKey), prefixes.map(end)],
    )
    return rows.map(({ count }) => Number(count))
  }

  /** Within a transaction. Finds also the posts of the authors who match. */
  search: Entries['search'] = async (table, text, page) => {
    if (table === 'users') return this.#find(table, text, page)
    const users = (await this.#find('users', text, { limit: MAX_AUTHORS })) as { _id: string }[]
    if (!users || users.length === MAX_AUTHORS) return undefined
    const byText = (await this.#find('posts', text, page)) as { _id: string }[]
    if (!byText) return undefined
    const { after = rowKey('posts', ''), limit } = page
    const groups = users.map(({ _id }) => groupPrefix('posts', 'userId', _id))
    const ids = await this.scan(
      groups.map((prefix) => ({ prefix, after: prefix + after.slice('posts/'.length), limit })),
    )
    const byAuthor = ids.flat().map(({ value }) => value as string)
    const newest = [...new Set([...byText.map(({ _id }) => _id), ...byAuthor])]
      .sort()
      .reverse()
      .slice(0, limit)
    const keys = newest.map((id) => rowKey('posts', id))
    return valuesAt(keys, await this.read(keys))
  }

  async #find(table: 'users' | 'posts', text: string, page: { after?: string; limit?: number }) {
    const sql = searchStatement(table, text, page)
    if (!sql) return undefined
    await this.#query(BEFORE_SEARCH)
    const rows = await this.#query<{ key: Buffer | null; value: string; many: boolean }>(sql)
    await this.#query(AFTER_SEARCH)
    if (rows[0]?.many) return undefined
    const found = rows.flatMap(({ key, value }) => (key ? [{ key, value }] : []))
    return (await this.#parse(found)).map(({ value }) => value)
  }

  /** Parses values, and adds the bytes that they need. */
  async #parse(rows: readonly Row[]): Promise<Found[]> {
    const found = rows.map(({ key, value: json }) => {
      this.#load(json.length)
      const value: unknown = JSON.parse(json)
      return { key: decodeKey(key), value, length: json.length, isLarge: needsBytes(value) }
    })
    const keys = found.filter(({ isLarge }) => isLarge).map(({ key }) => encodeKey(key))
    if (keys.length === 0) return found
    const stored = await this.#query<{ key: Buffer; value: Buffer }>(
      'SELECT key, value FROM bytes WHERE key = ANY($1::bytea[])',
      [keys],
    )
    const bytes = new Map(stored.map(({ key, value }) => [decodeKey(key), value]))
    for (const row of found) {
      const own = bytes.get(row.key)
      if (own) row.value = withBytes(row.value, own)
    }
    return found
  }
}

/** The values at `keys`, in their order. */
export function valuesAt(keys: readonly string[], found: readonly Found[]): unknown[] {
  const values = new Map(found.map(({ key, value }) => [key, value]))
  return keys.map((key) => values.get(key))
}

/** Rows that a statement stores: in order of the keys, so that two writers do not wait for each other. */
export class PgChanges {
  readonly written: Written[] = []
  readonly #gone: Buffer[] = []
  readonly #put: { key: Buffer; json: string }[] = []
  readonly #bytes: { key: Buffer; value: Buffer }[] = []

  /** @throws DataCloneError for a value that is not data */
  constructor(changes: ReadonlyMap<string, unknown>) {
    for (const [name, value] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const key = encodeKey(name)
      if (value === undefined) {
        this.#gone.push(key)
        this.written.push({ key: name })
        continue
      }
      const { json, bytes } = encodeValue(value)
      this.#put.push({ key, json })
      if (bytes) this.#bytes.push({ key, value: Buffer.from(bytes) })
      this.written.push({ key: name, json, isLarge: bytes !== undefined })
    }
  }

  /** The parameters of {@link STORE}. */
  get values(): unknown[] {
    return [
      this.#gone,
      this.#put.map(({ key }) => key),
      this.#put.map(({ json }) => json),
      this.#bytes.map(({ key }) => key),
      this.#bytes.map(({ value }) => value),
    ]
  }
}

/** Stores rows if there is a row in `moved`: parts of a statement, of which {@link PgChanges.values} are the first parameters. */
export const STORE = `gone AS (DELETE FROM rows WHERE key = ANY($1::bytea[]) AND EXISTS (SELECT FROM moved)),
  put AS (
    INSERT INTO rows SELECT key, value::json FROM unnest($2::bytea[], $3::text[]) AS put (key, value)
    WHERE EXISTS (SELECT FROM moved) ON CONFLICT (key) DO UPDATE SET value = excluded.value),
  put_bytes AS (
    INSERT INTO bytes SELECT key, value FROM unnest($4::bytea[], $5::bytea[]) AS put (key, value)
    WHERE EXISTS (SELECT FROM moved) ON CONFLICT (key) DO UPDATE SET value = excluded.value)`

/** Removes all rows whose keys start with the prefix in the parameters of {@link clearValues}. */
export const CLEAR = 'DELETE FROM rows WHERE key >= $1 AND key < $2'

/** Replaces the rows of such a prefix by the sums of those whose keys differ in their last digits only: `joinParts` of a store. */
export const JOIN_PARTS = `WITH parts AS (DELETE FROM rows WHERE key >= $1 AND key < $2 RETURNING key, value)
  INSERT INTO rows
  SELECT convert_to(regexp_replace(convert_from(key, 'UTF8'), '[0-9]+$', '0'), 'UTF8'), to_json(sum(value::text::bigint)) FROM parts
  GROUP BY 1 HAVING sum(value::text::bigint) <> 0`

export function clearValues(prefix: string): Buffer[] {
  return [encodeKey(prefix), end(prefix)]
}

function end(prefix: string): Buffer {
  return encodeKey(prefix + AFTER_ALL)
}
