import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deserialize } from 'node:v8'
import { AFTER_ALL, type Store } from '../../mocks/data/store.ts'
import { mapInSlices, SLICE, yieldToLoop } from '../../mocks/slices.ts'
import { encodeKey, encodeValue, needsBytes, withBytes } from './encoding.ts'

/** SQLite's error code for a full disk. */
const SQLITE_FULL = 13

// `synchronous`: a write is on the disk before its reply, even if the process or the power fails. Only one
// process has the file open, and it takes turns with Web Locks.
const SETUP = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
`
const TABLES = `
  CREATE TABLE rows (key BLOB PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE bytes (key BLOB PRIMARY KEY, value BLOB NOT NULL);
  PRAGMA user_version = 1;
`

type Row = { key: Uint8Array; value: string }

/**
 * A store in an SQLite file, which is created if it is missing.
 * @throws if the file is not an SQLite database, or another process has it open
 */
export function sqliteStore(file: string): Store & { close(): void } {
  if (file !== ':memory:') keepPrivate(file)
  const database = new DatabaseSync(file)
  database.exec(SETUP)
  createTables(database)
  const one = database.prepare('SELECT value FROM rows WHERE key = ?')
  const some = database.prepare(
    'SELECT key, value FROM rows WHERE key > ? AND key < ? ORDER BY key LIMIT ?',
  )
  const number = database.prepare('SELECT count(*) AS count FROM rows WHERE key >= ? AND key < ?')
  const put = database.prepare('INSERT OR REPLACE INTO rows VALUES (?, ?)')
  const bytesOf = database.prepare('SELECT value FROM bytes WHERE key = ?')
  const putBytes = database.prepare('INSERT OR REPLACE INTO bytes VALUES (?, ?)')
  const removals = ['rows', 'bytes'].map((table) => ({
    one: database.prepare(`DELETE FROM ${table} WHERE key = ?`),
    range: database.prepare(`DELETE FROM ${table} WHERE key >= ? AND key < ?`),
  }))

  const parse = (key: Uint8Array, json: string) => {
    const value: unknown = JSON.parse(json)
    if (!needsBytes(value)) return value
    return withBytes(value, bytesOf.get(key)?.value as Uint8Array)
  }
  const removeAll = (key: Uint8Array) => {
    for (const { one } of removals) one.run(key)
  }

  const store: Store & { close(): void } = {
    read: (keys) =>
      mapInSlices(keys, (name) => {
        const key = encodeKey(name)
        const row = one.get(key) as Row | undefined
        return row && parse(key, row.value)
      }),
    async scan(prefix, { after = prefix, limit = Number.POSITIVE_INFINITY } = {}) {
      const found: unknown[] = []
      // The database lock keeps writers out between two slices.
      for (let from: Uint8Array = encodeKey(after); ; await yieldToLoop()) {
        const rows = some.all(from, end(prefix), Math.min(SLICE, limit - found.length)) as Row[]
        for (const { key, value } of rows) {
          found.push(parse(key, value))
          from = key
        }
        if (rows.length < SLICE || found.length === limit) return found
      }
    },
    async scanEach(ranges) {
      const found: unknown[][] = []
      for (const { prefix, ...page } of ranges) found.push(await store.scan(prefix, page))
      return found
    },
    count: async (prefix) => Number(number.get(encodeKey(prefix), end(prefix))?.count),
    countEach: (prefixes) => Promise.all(prefixes.map((prefix) => store.count(prefix))),
    async write(changes, cleared = []) {
      // Encoded first: a value that cannot be encoded throws before anything is changed.
      const rows = [...changes].map(
        ([key, value]) =>
          [encodeKey(key), value === undefined ? value : encodeValue(value)] as const,
      )
      try {
        database.exec('BEGIN IMMEDIATE')
        for (const prefix of cleared) {
          for (const { range } of removals) range.run(encodeKey(prefix), end(prefix))
        }
        for (const [key, value] of rows) {
          if (!value) {
            removeAll(key)
            continue
          }
          put.run(key, value.json)
          if (value.bytes) putBytes.run(key, value.bytes)
        }
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

/** Creates the tables, from those of the first version if there are any: it had UTF-16 keys and V8's own format. */
function createTables(database: DatabaseSync): void {
  const version = database.prepare('PRAGMA user_version').get()?.user_version
  if (version === 1) return
  const isOld = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'rows'").get()
  database.exec('BEGIN IMMEDIATE')
  if (isOld) database.exec('ALTER TABLE rows RENAME TO old_rows')
  database.exec(TABLES)
  if (isOld) {
    const put = database.prepare('INSERT INTO rows VALUES (?, ?)')
    const putBytes = database.prepare('INSERT INTO bytes VALUES (?, ?)')
    for (const { key, value } of database.prepare('SELECT key, value FROM old_rows').iterate()) {
      const name = encodeKey(
        Buffer.from(key as Uint8Array)
          .swap16()
          .toString('utf16le'),
      )
      const { json, bytes } = encodeValue(deserialize(value as Uint8Array))
      put.run(name, json)
      if (bytes) putBytes.run(name, bytes)
    }
    database.exec('DROP TABLE old_rows')
  }
  database.exec('COMMIT')
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

function end(prefix: string): Uint8Array {
  return encodeKey(prefix + AFTER_ALL)
}

/** Converts the error of a full disk to that of IndexedDB on a full device, so that both have the same reply. */
function asQuotaError(error: unknown): unknown {
  const isFull = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_FULL
  return isFull ? new DOMException(error.message, 'QuotaExceededError') : error
}
