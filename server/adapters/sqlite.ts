import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { deserialize } from 'node:v8'
import { SLICE, yieldToLoop } from '../../mocks/slices.ts'
import { TEXT_BLOCKS } from '../../mocks/store/keys.ts'
import { AFTER_ALL, type Entries, type Range, SIMPLE, type Store } from '../../mocks/store/store.ts'
import { decodeKey, encodeKey, encodeValue, needsBytes, withBytes } from './encoding.ts'
import { type CountLoad, type LoadLimits, Loads } from './loads.ts'
import { checkClubFile, createClubFile, SQLITE_TABLES } from './sqlite-file.ts'
import { turns } from './turns.ts'
import { ABSENT, ValueCache } from './value-cache.ts'

/** SQLite's error code for a full disk. */
const SQLITE_FULL = 13

// `synchronous`: a write is on the disk before its reply, even if the process or the power fails. Only one
// process has the file open, so that it can keep rows in memory.
const SETUP = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
`

/** Rows of a range that are read before it is known how long they are. */
const FIRST_SLICE = 2
/** Characters of JSON that are read before other requests get a turn, about. */
const SLICE_LENGTH = 1_000_000

/** Larger ones are pictures. */
const MAX_CACHED_BYTES = 100

type Row = { key: Uint8Array; value: string }

export type SqliteStore = Store & {
  /** Copies the last commit to another file, while reads and writes go on. */
  copyTo(file: string): Promise<void>
  close(): void
}

/**
 * A store in an SQLite file, which is created if it is missing.
 * @param limits of what its readers have in memory, if it serves strangers
 * @throws if the file has no data of a club, or another process has it open
 */
export function sqliteStore(file: string, limits?: LoadLimits): SqliteStore {
  return storeOver(openFile(file), limits)
}

/** The same in a database that is open and has the tables. */
export function storeOver(database: DatabaseSync, limits?: LoadLimits): SqliteStore {
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

  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const savepoint = database.prepare('SAVEPOINT own')
  const release = database.prepare('RELEASE own')

  const cache = new ValueCache()
  /** An error that undid the writes of the whole group. */
  let lost: { error: unknown } | undefined

  const parse = (name: string | undefined, key: Uint8Array, json: string) => {
    const known = name && cache.get(name)
    if (known !== undefined && known !== ABSENT) return known
    const value: unknown = JSON.parse(json)
    const bytes = needsBytes(value) ? (bytesOf.get(key)?.value as Uint8Array) : undefined
    const whole = bytes ? withBytes(value, bytes) : value
    if (name && !(bytes && bytes.length > MAX_CACHED_BYTES)) cache.set(name, whole, json.length)
    return whole
  }

  async function read(names: readonly string[], load?: CountLoad): Promise<unknown[]> {
    const found: unknown[] = []
    let length = 0
    for (const name of names) {
      const known = cache.get(name)
      const key = known === undefined ? encodeKey(name) : undefined
      const row = key && (one.get(key) as Row | undefined)
      if (row) load?.(row.value.length)
      else if (key) cache.set(name, ABSENT, 0)
      found.push(row ? parse(name, key, row.value) : known === ABSENT ? undefined : known)
      length += row?.value.length ?? 0
      if (found.length % SLICE === 0 || length > SLICE_LENGTH) {
        length = 0
        await yieldToLoop()
      }
    }
    return found
  }

  /** The values of a range, and the length of their JSON. */
  async function scanMeasured(
    { prefix, after = prefix, limit = Number.POSITIVE_INFINITY }: Range,
    load?: CountLoad,
  ) {
    const found: [key: string, value: unknown][] = []
    const until = end(prefix)
    let total = 0
    let size = Math.min(FIRST_SLICE, limit)
    let sliceStart = { count: 0, length: 0 }
    for (let from: Uint8Array = encodeKey(after); ; ) {
      const rows = some.all(from, until, size) as Row[]
      let length = 0
      for (const { key, value } of rows) {
        const name = decodeKey(key)
        found.push([name ?? '', parse(name, key, value)])
        from = key
        length += value.length
      }
      total += length
      load?.(length)
      if (rows.length < size || found.length === limit) return { found, length: total }
      const fitting = Math.ceil((SLICE_LENGTH / length) * rows.length)
      size = Math.min(SLICE, fitting, limit - found.length)
      if (found.length - sliceStart.count < SLICE && total - sliceStart.length < SLICE_LENGTH / 2)
        continue
      sliceStart = { count: found.length, length: total }
      // The turns keep writers out meanwhile.
      await yieldToLoop()
    }
  }

  function count(prefix: string): number {
    return Number(number.get(encodeKey(prefix), end(prefix))?.count)
  }

  async function scan(range: Range, load?: CountLoad): Promise<unknown[]> {
    const { prefix, after, limit } = range
    const isWhole = after === undefined && limit === undefined
    const known = isWhole && cache.getRange(range)
    if (Array.isArray(known)) return known.map(([, value]) => value)
    // A search reads the texts one after the other, and keeps none.
    const counted = prefix === TEXT_BLOCKS ? undefined : load
    const { found, length } = await scanMeasured(range, counted)
    // A key with surrogates is not known here.
    if (isWhole && found.every(([name]) => name)) cache.setRange(range, found, length)
    return found.map(([, value]) => value)
  }

  /** Writes into the transaction of the group. */
  function writeOwn(changes: ReadonlyMap<string, unknown>, cleared: readonly string[]): void {
    // Encoded first: a value that cannot be encoded throws before anything is changed.
    const rows = [...changes].map(([name, value]) => {
      const encoded = value === undefined ? undefined : encodeValue(value)
      return { name, key: encodeKey(name), encoded }
    })
    if (!database.isTransaction) begin.run()
    savepoint.run()
    if (cleared.length > 0) cache.clear()
    for (const prefix of cleared) {
      for (const { range } of removals) range.run(encodeKey(prefix), end(prefix))
    }
    for (const { name, key, encoded } of rows) {
      cache.forget(name)
      if (encoded) {
        put.run(key, encoded.json)
        if (encoded.bytes) putBytes.run(key, encoded.bytes)
      } else {
        for (const { one } of removals) one.run(key)
      }
    }
    release.run()
  }

  /** @throws the error of the medium; nothing of `changes` is written then */
  async function write(changes: ReadonlyMap<string, unknown>, cleared: readonly string[] = []) {
    try {
      writeOwn(changes, cleared)
    } catch (error) {
      cache.clear()
      // A full disk can undo the whole transaction.
      if (database.isTransaction) database.exec('ROLLBACK TO own; RELEASE own')
      else lost = { error: asQuotaError(error) }
      throw asQuotaError(error)
    }
  }

  const {
    read: readInTurn,
    pause,
    write: writeInTurn,
  } = turns(() => {
    const failed = lost
    lost = undefined
    try {
      if (failed) throw failed.error
      if (database.isTransaction) commit.run()
    } catch (error) {
      cache.clear()
      if (database.isTransaction) database.exec('ROLLBACK')
      throw asQuotaError(error)
    }
  })

  const entries = (load?: CountLoad): Entries => ({
    read: (names) => read(names, load),
    async scan(ranges) {
      const found: unknown[][] = []
      for (const range of ranges) found.push(await scan(range, load))
      return found
    },
    count: async (prefixes) => prefixes.map(count),
    write,
    ...SIMPLE,
  })
  const loads = new Loads(limits)
  return {
    ...SIMPLE,
    ...entries(),
    write: (changes, cleared) => writeInTurn(() => write(changes, cleared)),
    manyClients: true,
    run: (mode, work) =>
      mode === 'read'
        ? readInTurn(() => loads.run((load) => work({ ...entries(load), pause })))
        : writeInTurn(() => work(entries())),
    async copyTo(copy) {
      const { promise: begun, resolve: progress } = Promise.withResolvers<unknown>()
      let copying: Promise<unknown> | undefined
      // Its first step fails within a transaction, later ones wait. Between steps of 400 kB, writers run.
      await readInTurn(() => {
        copying = backup(database, copy, { rate: 100, progress })
        return Promise.race([begun, copying])
      })
      await copying
    },
    close: () => database.close(),
  }
}

function openFile(file: string): DatabaseSync {
  if (file === ':memory:') {
    const database = new DatabaseSync(file)
    database.exec(SQLITE_TABLES)
    return database
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  createClubFile(file)
  const database = new DatabaseSync(file)
  try {
    checkClubFile(database, file)
    keepPrivate(file)
    database.exec(SETUP)
    updateTables(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Creates the tables of this version from those of the first, which had UTF-16 keys and V8's own format. */
function updateTables(database: DatabaseSync): void {
  const version = database.prepare('PRAGMA user_version').get()?.user_version
  if (version === 1) return
  database.exec('BEGIN IMMEDIATE')
  database.exec('ALTER TABLE rows RENAME TO old_rows')
  database.exec(SQLITE_TABLES)
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
  database.exec('COMMIT')
}

/**
 * Allow only the owner to read the file, which has password hashes and the key of all tokens. SQLite gives
 * the files beside it (`-wal`, `-shm`) the same mode.
 */
function keepPrivate(file: string): void {
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
