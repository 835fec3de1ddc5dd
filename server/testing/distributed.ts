import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { FAKES, startPostgres } from './postgres.ts'

/**
 * Functions that come before those of PostgreSQL in the schemas of tests: they name another database, and fail where that
 * has nothing or does something else.
 */
const FUNCTIONS = [
  "version() RETURNS text AS $$ SELECT 'CockroachDB CCL v26.1.0' $$ LANGUAGE sql",
  ...[
    'pg_try_advisory_lock(bigint)',
    'pg_try_advisory_lock_shared(bigint)',
    'pg_total_relation_size(regclass)',
    'pg_notify(text, text)',
  ].map(
    (name) =>
      `${name} RETURNS bigint AS $$ BEGIN RAISE 'It is missing here'; END $$ LANGUAGE plpgsql`,
  ),
]

/** Starts a PostgreSQL that the server takes for a distributed database. */
export async function startDistributed() {
  const { url, stop } = await startPostgres()
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`CREATE SCHEMA ${FAKES}`)
  for (const each of FUNCTIONS) await client.query(`CREATE FUNCTION ${FAKES}.${each}`)
  await client.end()
  return { url, stop }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startDistributed()
  project.provide('postgres', url)
  return stop
}
