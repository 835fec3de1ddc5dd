import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deserialize, serialize } from 'node:v8'
import { AFTER_ALL, type Store } from '../../mocks/data/store.ts'
import { mapInSlices, SLICE, yieldToLoop } from '../../mocks/slices.ts'

/** SQLite's error code for a full disk. */
const SQLITE_FULL = 13

// `synchronous`: a write is on the disk before its reply, even if the process or the power fails. Only one
// process has the file open, and it takes turns with Web Locks.
const SETUP = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS rows (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
`

type Row = { key: Uint8Array; value: Uint8Array }

/**
 * A store in an SQLite file, which is created if it is missing.
 * @throws if the file is not an SQLite database, or another process has it open
 */
export function sqliteStore(file: string): Store & { close(): void } {
  if (file !== ':memory:') keepPrivate(file)
  const database = new DatabaseSync(file)
  database.exec(SETUP)
  const one = database.prepare('SELECT value FROM rows WHERE key = ?')
  const some = database.prepare(
    'SELECT key, value FROM rows WHERE key > ? AND key < ? ORDER BY key LIMIT ?',
  )
  const number = database.prepare('SELECT count(*) AS count FROM rows WHERE key >= ? AND key < ?')
  const put = database.prepare('INSERT OR REPLACE INTO rows VALUES (?, ?)')
  const remove = database.prepare('DELETE FROM rows WHERE key = ?')
  const clear = database.prepare('DELETE FROM rows WHERE key >= ? AND key < ?')

  const store: Store & { close(): void } = {
    read: (keys) =>
      mapInSlices(keys, (key) => {
        const row = one.get(stored(key)) as Row | undefined
        return row && deserialize(row.value)
      }),
    async scan(prefix, { after = prefix, limit = Number.POSITIVE_INFINITY } = {}) {
      const found: unknown[] = []
      // The database lock keeps writers out between two slices.
      for (let from = stored(after); ; await yieldToLoop()) {
        const rows = some.all(from, end(prefix), Math.min(SLICE, limit - found.length)) as Row[]
        for (const { key, value } of rows) {
          found.push(deserialize(value))
          from = key
        }
        if (rows.length < SLICE || found.length === limit) return found
      }
    },
    count: async (prefix) => Number(number.get(stored(prefix), end(prefix))?.count),
    async scanEach(ranges) {
      const found: unknown[][] = []
      for (const { prefix, ...page } of ranges) found.push(await store.scan(prefix, page))
      return found
    },
    countEach: (prefixes) => Promise.all(prefixes.map((prefix) => store.count(prefix))),
    async write(changes, cleared = []) {
      // Serialized first: a value that cannot be serialized throws before anything is changed.
      const rows = [...changes].map(
        ([key, value]) => [stored(key), value === undefined ? value : serialize(value)] as const,
      )
      try {
        database.exec('BEGIN IMMEDIATE')
        for (const prefix of cleared) clear.run(stored(prefix), end(prefix))
        for (const [key, value] of rows) value ? put.run(key, value) : remove.run(key)
        database.exec('COMMIT')
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        throw asQuotaError(error)
      }
    },
    close: () => database.close(),
  }
  return store
}

/**
 * Allow only the owner to read the file, which has password hashes and the key of all tokens. SQLite gives
 * the files beside it (`-wal`, `-shm`) the same mode.
 */
function keepPrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  for (const one of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(one)) chmodSync(one, 0o600)
}

/** UTF-16, big-endian: its bytes sort like strings in JavaScript and keys in IndexedDB. */
function stored(key: string): Uint8Array {
  return Buffer.from(key, 'utf16le').swap16()
}

function end(prefix: string): Uint8Array {
  return stored(prefix + AFTER_ALL)
}

/** Converts the error of a full disk to that of IndexedDB on a full device, so that both have the same reply. */
function asQuotaError(error: unknown): unknown {
  const isFull = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_FULL
  return isFull ? new DOMException(error.message, 'QuotaExceededError') : error
}
