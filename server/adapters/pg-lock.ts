import type pg from 'pg'
import { queryWithin } from './pg-client.ts'

/** How long the database may take, in milliseconds: it does not wait for the lock. */
const LIMIT = 5_000
/** Advisory locks are those of a whole database: clubs in other schemas have their own. */
const KEY = "('x' || left(md5('gearheads ' || current_schema()), 16))::bit(64)::bigint"

/**
 * Marks the data as in use until the connection ends, or as replaced by a restore or a copy (`alone`).
 * @param client a connection that nothing else uses: it may stay in a transaction
 * @returns false when they are used by others in a way that excludes this
 * @throws Error when the database does not reply
 */
export async function lockData(client: pg.ClientBase, alone = false): Promise<boolean> {
  const lock = alone ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const text = `SELECT ${lock}(${KEY}) AS locked`
  const [row] = await queryWithin<{ locked: boolean }>(client, LIMIT, { text })
  return row?.locked ?? false
}
