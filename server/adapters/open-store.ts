import { existsSync, statSync } from 'node:fs'
import type { Store } from '../../mocks/store/store.ts'
import type { Changes } from '../../src/contract/changes.ts'
import type { LoadLimits } from './loads.ts'
import { listenForCommits } from './pg-changes.ts'
import { type PostgresStore, postgresStore } from './postgres.ts'
import { sqliteStore } from './sqlite.ts'

export type OpenStore = {
  store: Store
  /** The bytes that the data take, or `undefined` in memory. */
  size(): Promise<number | undefined>
  close(): Promise<void>
  /** Copies the last commit to another SQLite file, while reads and writes go on. Only of SQLite. */
  copyTo?(file: string): Promise<void>
  /**
   * Subscribes to the changes of the other processes. Returns a function that ends the subscription. Only where there
   * can be others.
   */
  subscribe?(listener: (changes: Changes) => void): () => void
}

/**
 * Opens the store of a server.
 * @param data an SQLite file, `:memory:`, or `postgres://user:password@host:port/database`
 * @param limits of what readers have in memory, if it serves strangers
 * @param direct the address of the database itself, if `data` is that of PgBouncer: LISTEN needs a session of its own
 * @throws when the file cannot be used, or the database cannot be reached
 */
export async function openStore(
  data: string,
  limits?: LoadLimits,
  direct?: string,
): Promise<OpenStore> {
  const open = /^postgres(ql)?:/.test(data) ? openPostgres : openSqlite
  return open(data, limits, direct).catch((error) => {
    throw asSentence(error, data)
  })
}

async function openSqlite(file: string, limits?: LoadLimits): Promise<OpenStore> {
  const store = sqliteStore(file, limits)
  const size = async () => (file === ':memory:' ? undefined : sizeOf(file))
  return { store, size, copyTo: store.copyTo, close: async () => store.close() }
}

async function openPostgres(url: string, limits?: LoadLimits, direct?: string): Promise<OpenStore> {
  let opened: PostgresStore | undefined
  // An error shows at the next request.
  const close = await listenForCommits(
    direct ?? url,
    (id) => void opened?.onCommit(id).catch(() => undefined),
  )
  const store = await postgresStore(url, limits, direct !== undefined).catch(async (error) => {
    await close()
    throw error
  })
  opened = store
  return {
    store,
    size: store.size,
    subscribe: store.subscribe,
    async close() {
      await close()
      await store.close()
    },
  }
}

/** SQLite's error code of a file that another process uses. */
const SQLITE_BUSY = 5

/** An error of the system, of SQLite or of PostgreSQL as a sentence that names the data. Our own are sentences. */
function asSentence(error: unknown, data: string): unknown {
  const { code, errcode, message } = Object(error) as NodeJS.ErrnoException & { errcode?: number }
  if (code === undefined) return error
  if (errcode === SQLITE_BUSY) return new Error('Another process is using this data file.')
  // A name with several addresses has an error of each, and no message.
  return new Error(`The data ${data} cannot be used: ${message || code}`, { cause: error })
}

/** The bytes of an SQLite file and of its log. */
function sizeOf(file: string): number {
  return [file, `${file}-wal`]
    .filter((one) => existsSync(one))
    .reduce((sum, one) => sum + statSync(one).size, 0)
}
