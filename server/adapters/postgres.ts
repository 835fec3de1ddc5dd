import type { SharedStore } from '../../mocks/data/shared-store.ts'
import { AFTER_ALL, type Entries, type Range } from '../../mocks/data/store.ts'
import type { Changes } from '../../src/contract/changes.ts'
import { batchedCounter } from './batched-counter.ts'
import { encodeKey, encodeValue, needsBytes, withBytes } from './encoding.ts'
import type { LoadLimits } from './loads.ts'
import { type Dialect, readDialect, readValueType, tables } from './pg-dialect.ts'
import { AFTER_SEARCH, BEFORE_SEARCH, createSearchIndexes, searchStatement } from './pg-search.ts'
import { type Connection, openPool, type Query } from './pg-transactions.ts'
import { sharedData } from './shared-data.ts'

/** The errors of two processes that create the same table at the same time. */
const CREATED_MEANWHILE = ['23505', '42P07', '42710']

type Row = { key: Buffer; value: unknown }
type Put = { key: Buffer; json: string }

type Announce = (query: Query, changes: Changes) => Promise<void>

/**
 * A store in PostgreSQL, for any number of processes. Creates its tables if they are missing.
 * @param url `postgres://user:password@host:port/database`
 * @param announce tells the other processes of changes, in the transaction that writes them
 * @param limits of what its readers have in memory, if it serves strangers
 * @throws when the database cannot be reached
 */
export async function postgresStore(
  url: string,
  announce?: Announce,
  limits?: LoadLimits,
): Promise<SharedStore & { size(): Promise<number | undefined>; close(): Promise<void> }> {
  const pool = openPool(url, limits)
  const { dialect, type } = await createTables(pool.query).catch(async (error) => {
    await pool.close()
    throw error
  })
  const hasSearch = dialect.hasTrigrams && (await createSearchIndexes(pool.query))
  // Counted outside the transactions, which would all conflict in the row of the counter.
  const next = batchedCounter(async (key, count) => {
    const [row] = await pool.queryAlone<{ value: number }>(
      `INSERT INTO rows VALUES ($1, $2::bigint::text::${type}) ON CONFLICT (key)
       DO UPDATE SET value = (rows.value::text::bigint + $2::bigint)::text::${type} RETURNING value`,
      [encodeKey(key), count],
    )
    return Number(row?.value)
  })
  const host = { concurrent: { next }, announce, hasSearch, dialect, type }
  return {
    ...entriesOver(pool, host),
    manyClients: true,
    shared: sharedData,
    run: (mode, work) => pool.run(mode, (connection) => work(entriesOver(connection, host))),
    async size() {
      const [row] = dialect.size ? await pool.query<{ bytes: string }>(dialect.size) : []
      return row && Number(row.bytes)
    },
    close: pool.close,
  }
}

async function createTables(query: Query): Promise<{ dialect: Dialect; type: string }> {
  const dialect = await readDialect(query)
  for (const sql of tables(dialect)) {
    await query(sql).catch((error) => {
      if (!CREATED_MEANWHILE.includes(error.code)) throw error
    })
  }
  return { dialect, type: await readValueType(query) }
}

type Host = {
  concurrent: Entries['concurrent']
  announce: Announce | undefined
  hasSearch: boolean
  dialect: Dialect
  /** Of the values. */
  type: string
}

function entriesOver(
  { query, inTransaction }: Connection,
  { concurrent, announce, hasSearch, dialect, type }: Host,
): Entries {
  /** The driver parses JSON, but not text. */
  function parsed<Found extends Row>(rows: Found[]): Found[] {
    if (type !== 'text') return rows
    return rows.map((row) => ({ ...row, value: JSON.parse(String(row.value)) }))
  }

  /** Parses values, and adds the bytes that they need. */
  async function complete<Found extends Row>(found: Found[]): Promise<Found[]> {
    const rows = parsed(found)
    const keys = rows.filter(({ value }) => needsBytes(value)).map(({ key }) => key)
    if (keys.length === 0) return rows
    const stored = await query<{ key: Buffer; value: Buffer }>(
      'SELECT key, value FROM bytes WHERE key = ANY($1::bytea[])',
      [keys],
    )
    const bytes = new Map(stored.map(({ key, value }) => [key.toString('latin1'), value]))
    return rows.map((row) => {
      const own = bytes.get(row.key.toString('latin1'))
      return own ? { ...row, value: withBytes(row.value, own) } : row
    })
  }

  async function scanOne({ prefix, after = prefix, limit }: Range): Promise<unknown[]> {
    const values = [encodeKey(after), end(prefix)]
    const sql = 'SELECT key, value FROM rows WHERE key > $1 AND key < $2 ORDER BY key'
    const rows = await (limit === undefined
      ? query<Row>(sql, values)
      : query<Row>(`${sql} LIMIT $3`, [...values, limit]))
    return (await complete(rows)).map(({ value }) => value)
  }

  async function countOne(prefix: string): Promise<number> {
    const [row] = await query<{ count: string }>(
      'SELECT count(*) AS count FROM rows WHERE key >= $1 AND key < $2',
      [encodeKey(prefix), end(prefix)],
    )
    return Number(row?.count)
  }

  /** Removes and puts rows in one statement, or in two. */
  async function change(send: Query, gone: Buffer[], put: Put[]): Promise<void> {
    const remove = 'DELETE FROM rows WHERE key = ANY($1::bytea[])'
    const insert = (first: number) =>
      `INSERT INTO rows SELECT key, value::${type} FROM unnest($${first}::bytea[], $${first + 1}::text[]) AS put (key, value)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`
    const values = [put.map(({ key }) => key), put.map(({ json }) => json)]
    if (dialect.canCombine) {
      await send(`WITH gone AS (${remove}) ${insert(2)}`, [gone, ...values])
      return
    }
    if (gone.length > 0) await send(remove, [gone])
    if (put.length > 0) await send(insert(1), values)
  }

  const search: Entries['search'] = async (table, text, page) => {
    const sql = searchStatement(table, text, page)
    if (!sql) return undefined
    const rows = await inTransaction(async (send) => {
      await send(BEFORE_SEARCH)
      const found = await send<Row & { many: boolean }>(sql)
      await send(AFTER_SEARCH)
      return found
    })
    if (rows[0]?.many) return undefined
    return parsed(rows.filter(({ key }) => key !== null)).map(({ value }) => value)
  }

  return {
    async read(names) {
      const keys = names.map(encodeKey)
      const rows = await complete(
        await query<Row>('SELECT key, value FROM rows WHERE key = ANY($1::bytea[])', [keys]),
      )
      const found = new Map(rows.map(({ key, value }) => [key.toString('latin1'), value]))
      return keys.map((key) => found.get(key.toString('latin1')))
    },

    async scan(ranges) {
      if (!dialect.canCombine) return Promise.all(ranges.map(scanOne))
      // A database may not allow another limit for each range.
      const limits = ranges.map(({ limit }) => limit ?? Number.POSITIVE_INFINITY)
      const most = Math.max(0, ...limits)
      const rows = await query<Row & { n: string }>(
        `SELECT range.n, found.key, found.value
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
      const found: unknown[][] = ranges.map(() => [])
      for (const { n, value } of await complete(rows)) found[Number(n) - 1]?.push(value)
      return found.map((values, index) => values.slice(0, limits[index]))
    },

    async count(prefixes) {
      if (!dialect.canCombine) return Promise.all(prefixes.map(countOne))
      const rows = await query<{ count: string }>(
        `SELECT (SELECT count(*) FROM rows WHERE key >= range.first AND key < range.until)
         FROM unnest($1::bytea[], $2::bytea[]) WITH ORDINALITY AS range (first, until, n)
         ORDER BY range.n`,
        [prefixes.map(encodeKey), prefixes.map(end)],
      )
      return rows.map(({ count }) => Number(count))
    },

    async write(changes, cleared = [], published) {
      // In order of the keys, so that two writers of the same rows do not wait for each other.
      const entries = [...changes].sort(([a], [b]) => (a < b ? -1 : 1))
      const encoded = entries.map(
        ([key, value]) =>
          [encodeKey(key), value === undefined ? undefined : encodeValue(value)] as const,
      )
      const gone = encoded.flatMap(([key, value]) => (value ? [] : [key]))
      const put = encoded.flatMap(([key, value]) => (value ? [{ key, ...value }] : []))
      const kept = put.filter(({ bytes }) => bytes)
      await inTransaction(async (query) => {
        for (const prefix of cleared) {
          const range = [encodeKey(prefix), end(prefix)]
          await query('DELETE FROM rows WHERE key >= $1 AND key < $2', range)
        }
        if (entries.length > 0) {
          await change(query, gone, put)
        }
        for (const { key, bytes } of kept) {
          await query(
            `INSERT INTO bytes VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
            [key, bytes && Buffer.from(bytes)],
          )
        }
        if (published) await announce?.(query, published)
      })
    },

    concurrent,
    search: hasSearch ? search : undefined,
  }
}

function end(prefix: string): Buffer {
  return encodeKey(prefix + AFTER_ALL)
}
