import type pg from 'pg'
import { AFTER_ALL } from '../../mocks/store/store.ts'
import { decodeKey, encodeKey, needsBytes } from '../adapters/encoding.ts'
import { newClient } from '../adapters/pg-client.ts'
import { lockData } from '../adapters/pg-lock.ts'
import { PG_TABLES } from '../adapters/postgres.ts'
import { timeStamp } from '../files.ts'
import { describe, type Entry, type Snapshot } from './snapshot.ts'
import { IN_USE, type Target } from './target.ts'

/** Entries that are read or written at a time, and their bytes, about. */
const BATCH = 1_000
const BATCH_BYTES = 4_000_000

/** Every range is read in the order of the keys, whatever the database knows of a new table. */
const BY_KEY = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort']
  .map((name) => `SET enable_${name} = off`)
  .join('; ')

async function connect(url: string): Promise<pg.Client> {
  const client = newClient(url, 'gearheads backup')
  await client.connect()
  await client.query(BY_KEY)
  return client
}

/**
 * Opens one state of the data in a database, while a club writes. It takes no lock, and keeps no memory.
 * @throws Error when there are no data of a club
 */
export async function openPostgres(url: string): Promise<Snapshot> {
  const client = await connect(url)
  const close = () => client.end()
  try {
    // A state that some order of the writers has had. It may wait for those that run.
    await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE')
    if (!(await hasTables(client))) throw new Error('The database has no data of a club.')
    const get = async (key: string) => {
      const sql = 'SELECT value::text AS value FROM rows WHERE key = $1'
      return (await client.query<{ value: string }>(sql, [encodeKey(key)])).rows[0]?.value
    }
    const count = async (prefix: string) => {
      const sql = 'SELECT count(*) AS count FROM rows WHERE key >= $1 AND key < $2'
      const range = [encodeKey(prefix), encodeKey(prefix + AFTER_ALL)]
      return Number((await client.query<{ count: string }>(sql, range)).rows[0]?.count)
    }
    const about = await describe('PostgreSQL', { get, count })
    return { about, entries: () => entriesOf(client), close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Keeps clubs and other commands away until the connection ends.
 * @throws Error when they use the data
 */
async function lockAlone(url: string): Promise<pg.Client> {
  const client = await connect(url)
  if (await lockData(client, true)) return client
  await client.end()
  throw new Error(IN_USE)
}

async function hasTables(client: pg.Client): Promise<boolean> {
  const sql = "SELECT to_regclass(quote_ident(current_schema()) || '.rows') IS NOT NULL AS found"
  return (await client.query<{ found: boolean }>(sql)).rows[0]?.found ?? false
}

async function* entriesOf(client: pg.Client): AsyncGenerator<Entry> {
  for (let after: Buffer = Buffer.alloc(0); ; ) {
    const sizes = await client.query<{ key: Buffer; size: number }>(
      `SELECT rows.key, octet_length(rows.value::text) + coalesce(octet_length(bytes.value), 0) AS size
       FROM rows LEFT JOIN bytes ON bytes.key = rows.key WHERE rows.key > $1 ORDER BY rows.key LIMIT $2`,
      [after, BATCH],
    )
    const until = lastOfBatch(sizes.rows)
    if (!until) return
    const { rows } = await client.query<{ key: Buffer; value: string; bytes: Buffer | null }>(
      `SELECT rows.key, rows.value::text AS value, bytes.value AS bytes
       FROM rows LEFT JOIN bytes ON bytes.key = rows.key
       WHERE rows.key > $1 AND rows.key <= $2 ORDER BY rows.key`,
      [after, until],
    )
    for (const { key, value, bytes } of rows) {
      // A value that was replaced can have left its bytes.
      const own = bytes && needsBytes(JSON.parse(value)) ? bytes : undefined
      yield { key: decodeKey(key), json: value, bytes: own }
    }
    after = until
  }
}

/** The last key that still fits, at least the first. */
function lastOfBatch(sizes: readonly { key: Buffer; size: number }[]): Buffer | undefined {
  let total = 0
  const end = sizes.findIndex(({ size }) => {
    total += size
    return total > BATCH_BYTES
  })
  return sizes.at(end < 0 ? -1 : Math.max(0, end - 1))?.key
}

/** Tables for a rehearsal, which are gone when it is closed or the connection ends. */
export async function postgresRehearsal(url: string): Promise<Omit<Target, 'finish'>> {
  const client = await connect(url)
  try {
    for (const sql of PG_TABLES) await client.query(sql.replace('CREATE', 'CREATE TEMPORARY'))
  } catch (error) {
    await client.end()
    throw new Error(`A rehearsal needs temporary tables: ${(error as Error).message}.`)
  }
  return {
    put: (entries) => putEntries(client, entries),
    entries: () => entriesOf(client),
    close: () => client.end(),
  }
}

/**
 * The tables of a club, written in one transaction.
 * @param replace moves tables with data into a schema `<schema>_before_<time>`
 * @throws Error when there are data, or a club uses them
 */
export async function postgresTarget(url: string, replace: boolean): Promise<Target> {
  const lock = await lockAlone(url)
  const client = await connect(url)
  const close = async () => {
    await client.end()
    await lock.end()
  }
  let kept: string | undefined
  try {
    await client.query('BEGIN')
    if ((await hasTables(client)) && (await hasRows(client))) {
      if (!replace) {
        throw new Error('The database has data. Name an empty one; restore --replace keeps them.')
      }
      kept = await moveTables(client)
    }
    for (const sql of PG_TABLES) await client.query(sql)
  } catch (error) {
    await close()
    throw error
  }
  return {
    put: (entries) => putEntries(client, entries),
    entries: () => entriesOf(client),
    async finish() {
      await client.query('COMMIT')
      return kept
    },
    close,
  }
}

async function hasRows(client: pg.Client): Promise<boolean> {
  const sql = 'SELECT EXISTS (SELECT FROM rows) AS found'
  return (await client.query<{ found: boolean }>(sql)).rows[0]?.found ?? false
}

async function moveTables(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT current_schema() AS name')
  const time = timeStamp().replaceAll('-', '_')
  const schema = `${rows[0]?.name.slice(0, 36)}_before_${time}`
  const name = client.escapeIdentifier(schema)
  await client.query(`CREATE SCHEMA ${name}`)
  for (const table of ['rows', 'bytes'])
    await client.query(`ALTER TABLE ${table} SET SCHEMA ${name}`)
  return `the schema ${schema}`
}

async function putEntries(client: pg.Client, entries: AsyncIterable<Entry>): Promise<void> {
  let batch: Entry[] = []
  let size = 0
  for await (const entry of entries) {
    batch.push(entry)
    size += entry.json.length + (entry.bytes?.length ?? 0)
    if (batch.length < BATCH && size < BATCH_BYTES) continue
    await insert(client, batch)
    batch = []
    size = 0
  }
  await insert(client, batch)
}

async function insert(client: pg.Client, batch: readonly Entry[]): Promise<void> {
  if (batch.length === 0) return
  await client.query(
    `INSERT INTO rows SELECT key, value::json FROM unnest($1::bytea[], $2::text[]) AS put (key, value)`,
    [batch.map(({ key }) => encodeKey(key)), batch.map(({ json }) => json)],
  )
  for (const { key, bytes } of batch) {
    if (bytes) await client.query('INSERT INTO bytes VALUES ($1, $2)', [encodeKey(key), bytes])
  }
}
