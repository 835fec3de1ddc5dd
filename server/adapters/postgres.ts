import { ApiError } from '../../mocks/api-error.ts'
import { UPDATE_S, VERSION } from '../../mocks/database.ts'
import { SIMPLE, type Store } from '../../mocks/store/store.ts'
import { META } from '../../mocks/store/write-buffer.ts'
import type { Changes } from '../../src/contract/changes.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import type { LoadLimits } from './loads.ts'
import { COMMITS_TABLE, Commits } from './pg-commits.ts'
import { openPool, type Query } from './pg-pool.ts'
import { pgReads } from './pg-reads.ts'
import { ROWS_TABLES } from './pg-rows.ts'
import { createSearchIndexes } from './pg-search.ts'
import { pgWrites } from './pg-writes.ts'
import { sharedData } from './shared-data.ts'

export const PG_TABLES = [...ROWS_TABLES, COMMITS_TABLE]

/** The errors of two processes that create the same table at the same time. */
const CREATED_MEANWHILE = ['23505', '42P07', '42710']
export type PostgresStore = Store & {
  size(): Promise<number>
  /** Learns of a commit that PostgreSQL has notified of, if another process made it, or of all without an `id`. */
  onCommit(id?: string): Promise<void>
  /** Subscribes to the changes of other processes, which {@link onCommit} finds. Returns a function that ends the subscription. */
  subscribe(listener: (changes: Changes) => void): () => void
  close(): Promise<void>
}

/**
 * A store in PostgreSQL, for any number of processes. Creates its tables if they are missing.
 *
 * All its commits have one order ({@link Commits}), so that reads are answered from memory (`pg-reads.ts`) and writes that arrive together
 * are stored by one statement (`pg-writes.ts`).
 * @param url `postgres://user:password@host:port/database`
 * @param limits of what its readers have in memory, if it serves strangers
 * @param isPooled see {@link openPool}
 * @throws when the database cannot be reached
 */
export async function postgresStore(
  url: string,
  limits?: LoadLimits,
  isPooled?: boolean,
): Promise<PostgresStore> {
  const pool = openPool(url, isPooled)
  const { query } = pool
  await createTables(query).catch(async (error) => {
    await pool.close()
    throw error
  })
  const hasSearch = await createSearchIndexes(pool.queryLong)
  const commits = new Commits(pool)
  const reads = pgReads(pool, commits, hasSearch, limits)
  const { write, oneByOne } = pgWrites(pool, commits, reads)
  const { read } = reads
  const store: Omit<Store, 'shared'> = {
    ...SIMPLE,
    read: (keys) => read((entries) => entries.read(keys)),
    scan: (ranges) => read((entries) => entries.scan(ranges)),
    count: (prefixes) => read((entries) => entries.count(prefixes)),
    write: (...given) => write((entries) => entries.write(...given)),
    search: (...given) => read((entries) => entries.search(...given)),
    isShared: true,
    manyClients: true,
    run: (mode, work, since) => (mode === 'write' ? write(work) : read(work, since)),
  }
  return {
    ...store,
    shared: {
      ...sharedData,
      async migrate(latest, ...given) {
        // A transaction would wait for the end of another migration.
        const [version] = await store.read([META + VERSION])
        if (version === latest) return
        if (Number(version) > latest) throw new ApiError(apiErrors.olderServer, UPDATE_S)
        await oneByOne(() => sharedData.migrate(latest, ...given))
      },
    },
    async size() {
      const [row] = await query<{ bytes: string }>(
        `SELECT pg_total_relation_size('rows') + pg_total_relation_size('bytes') AS bytes`,
      )
      return Number(row?.bytes)
    },
    onCommit: (id) => commits.onCommit(id),
    subscribe: (listener) => commits.subscribe(listener),
    close: pool.close,
  }
}

async function createTables(query: Query): Promise<void> {
  for (const sql of PG_TABLES) {
    await query(sql).catch((error) => {
      if (!CREATED_MEANWHILE.includes(error.code)) throw error
    })
  }
}
