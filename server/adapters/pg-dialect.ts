import type pg from 'pg'

/**
 * Where a database that speaks PostgreSQL's protocol differs from it (docs/sharding.md#databases-that-speak-postgresqls-protocol).
 * The other files of this folder know only these properties, not the databases.
 */
export type Dialect = {
  /** The type of the values in a new table. `text` where `json` is `jsonb`, which refuses `\u0000` and sorts keys. */
  valueType: 'json' | 'text'
  /** `false` where LISTEN is always missing. Where it may be, it is tried. */
  canListen: boolean
  /** Whether an advisory lock excludes others. */
  hasAdvisoryLocks: boolean
  /** Whether one statement may change a table twice, and read several ranges of keys. */
  canCombine: boolean
  /** Whether there can be an index of trigrams. */
  hasTrigrams: boolean
  /** Returns the bytes of the tables, with indexes and with what is not removed yet. */
  size: string | undefined
  /** Statements of a new connection. A version may lack one. */
  settings: readonly string[]
}

const POSTGRES: Dialect = {
  valueType: 'json',
  canListen: true,
  hasAdvisoryLocks: true,
  canCombine: true,
  hasTrigrams: true,
  size: `SELECT pg_total_relation_size('rows') + pg_total_relation_size('bytes') AS bytes`,
  // A sequential scan would conflict with every other writer.
  settings: ['SET enable_seqscan = off', 'SET enable_bitmapscan = off'],
}

const COCKROACH: Dialect = {
  valueType: 'text',
  canListen: false,
  // The functions exist, and lock nothing.
  hasAdvisoryLocks: false,
  canCombine: false,
  hasTrigrams: false,
  size: undefined,
  settings: [],
}

const YUGABYTE: Dialect = {
  ...POSTGRES,
  hasAdvisoryLocks: false,
  // It returns 0.
  size: undefined,
  // A table would be in the order of hashes, in which no range of keys can be read.
  settings: [...POSTGRES.settings, 'SET yb_use_hash_splitting_by_default = off'],
}

function dialectOf(version: string): Dialect {
  if (version.startsWith('CockroachDB')) return COCKROACH
  return /-YB-/.test(version) ? YUGABYTE : POSTGRES
}

type Send = <Row>(sql: string) => Promise<Row[]>

export async function readDialect(send: Send): Promise<Dialect> {
  const [row] = await send<{ version: string }>('SELECT version() AS version')
  return dialectOf(row?.version ?? '')
}

export function readDialectOf(client: pg.ClientBase): Promise<Dialect> {
  return readDialect(async (sql) => (await client.query(sql)).rows)
}

/** Nothing but standard tables, without an extension. */
export function tables({ valueType }: Dialect): string[] {
  return [
    `CREATE TABLE IF NOT EXISTS rows (key bytea PRIMARY KEY, value ${valueType} NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS bytes (
      key bytea PRIMARY KEY REFERENCES rows (key) ON DELETE CASCADE, value bytea NOT NULL)`,
  ]
}

/** The type of the values in a table, which an earlier version or another program may have created. */
export async function readValueType(send: Send): Promise<string> {
  const [row] = await send<{ type: string }>(
    `SELECT data_type AS type FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = 'rows' AND column_name = 'value'`,
  )
  return row?.type ?? 'json'
}
