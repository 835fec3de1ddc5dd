import type pg from 'pg'
import { readDialectOf } from './pg-dialect.ts'

/** Advisory locks are those of a whole database: clubs in other schemas have their own. */
const KEY = "('x' || left(md5('gearheads ' || current_schema()), 16))::bit(64)::bigint"

/**
 * Marks the data as in use until the connection ends, or as replaced by a restore or a copy (`alone`).
 * @param client a connection that nothing else uses: it may stay in a transaction
 * @returns false when they are used by others in a way that excludes this
 */
export async function lockData(client: pg.ClientBase, alone = false): Promise<boolean> {
  if (!(await readDialectOf(client)).hasAdvisoryLocks) return lockRow(client, alone)
  const lock = alone ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const { rows } = await client.query<{ locked: boolean }>(`SELECT ${lock}(${KEY}) AS locked`)
  return rows[0]?.locked ?? false
}

const NOT_AVAILABLE = '55P03'

/** Locks the only row of a table, in a transaction that lasts as long as the connection. */
async function lockRow(client: pg.ClientBase, alone: boolean): Promise<boolean> {
  // Another process may create it at the same time.
  await client
    .query('CREATE TABLE IF NOT EXISTS in_use (id int PRIMARY KEY)')
    .catch(() => undefined)
  await client.query('INSERT INTO in_use VALUES (1) ON CONFLICT (id) DO NOTHING')
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
  try {
    await client.query(`SELECT id FROM in_use FOR ${alone ? 'UPDATE' : 'SHARE'} NOWAIT`)
    return true
  } catch (error) {
    await client.query('ROLLBACK')
    if (Object(error).code === NOT_AVAILABLE) return false
    throw error
  }
}
