import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { deserialize } from 'node:v8'
import { ApiError } from '../../mocks/api-error.ts'
import { SLICE, yieldToLoop } from '../../mocks/slices.ts'
import { TEXT_BLOCKS } from '../../mocks/store/keys.ts'
import { AFTER_ALL, type Entries, type Range, SIMPLE, type Store } from '../../mocks/store/store.ts'
import { serverErrors } from '../../src/contract/errors.ts'
import { decodeKey, encodeKey, encodeValue, needsBytes, withBytes } from './encoding.ts'
import { type CountLoad, type LoadLimits, Loads } from './loads.ts'
import { Reserve } from './reserve.ts'
import { checkClubFile, createClubFile, SQLITE_TABLES } from './sqlite-file.ts'
import { turns } from './turns.ts'
import { ABSENT, ValueCache } from './value-cache.ts'

const ADVICE =
  ' Name the right file with --data, or restore a backup (docs/club.md). A new club needs a file that does not exist.'

/** SQLite's error code for a full disk. */
const SQLITE_FULL = 13

// `synchronous`: a write is on the disk before its reply, even if the process or the power fails. Only one
// process has the file open, so that it can keep rows in memory. Temporary files might be on a full disk.
const SETUP = `
  PRAGMA temp_store = MEMORY;
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
  const database = openFile(file)
  return storeOver(database, limits, file === ':memory:' ? undefined : new Reserve(database, file))
}

/** The same in a database that is open and has the tables. */
export function storeOver(
  database: DatabaseSync,
  limits?: LoadLimits,
  reserve?: Reserve,
): SqliteStore {
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

  const cache = new ValueCache()
  /** The error of a write, with which the whole group fails. */
  let failed: { error: unknown } | undefined

  const parse = (name: string, key: Uint8Array, json: string) => {
    const known = cache.get(name)
    if (known !== undefined && known !== ABSENT) return known
    const value: unknown = JSON.parse(json)
    const bytes = needsBytes(value) ? (bytesOf.get(key)?.value as Uint8Array) : undefined
    const whole = bytes ? withBytes(value, bytes) : value
    if (!bytes || bytes.length <= MAX_CACHED_BYTES) cache.set(name, whole, json.length)
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
        found.push([name, parse(name, key, value)])
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
    const known = cache.getRange(range)
    if (Array.isArray(known)) return known.map(([, value]) => value)
    // A search reads the texts one after the other, and keeps none.
    const isKept = range.prefix !== TEXT_BLOCKS
    const { found, length } = await scanMeasured(range, isKept ? load : undefined)
    if (isKept) cache.setRange(range, found, length)
    return found.map(([, value]) => value)
  }

  /** Whether a write may use the reserve: it removes a row, or the data file need not grow for it. */
  function mayUseReserve(rows: readonly { key: Uint8Array; json?: string; bytes?: Uint8Array }[]) {
    const sizes = rows.map(({ json = '', bytes }) => json.length + (bytes?.length ?? 0))
    const removes = rows.some(({ key, json }) => json === undefined && one.get(key))
    const hasPicture = rows.some(({ bytes }) => bytes)
    return (removes && !hasPicture) || reserve?.fits(sizes.reduce((sum, size) => sum + size, 0))
  }

  /**
   * Writes into the transaction of the group, which fails when this does.
   * @param isAlone no other write shares it, after one that failed
   */
  async function write(
    changes: ReadonlyMap<string, unknown>,
    cleared: readonly string[] = [],
    isAlone = false,
  ): Promise<void> {
    try {
      const rows = [...changes].map(([name, value]) => {
        const encoded = value === undefined ? undefined : encodeValue(value)
        return { name, key: encodeKey(name), ...encoded }
      })
      if (isAlone && mayUseReserve(rows)) reserve?.give()
      if (!database.isTransaction) begin.run()
      if (cleared.length > 0) cache.clear()
      for (const prefix of cleared) {
        for (const { range } of removals) range.run(encodeKey(prefix), end(prefix))
      }
      for (const { name, key, json, bytes } of rows) {
        if (bytes) cache.forget(name)
        else cache.update(name, json)
        if (json === undefined) for (const { one } of removals) one.run(key)
        else put.run(key, json)
        if (bytes) putBytes.run(key, bytes)
      }
    } catch (error) {
      failed = { error }
      throw error
    }
  }

  const {
    read: readInTurn,
    pause,
    write: writeInTurn,
  } = turns(() => {
    const before = failed
    failed = undefined
    try {
      if (before) throw before.error
      if (!database.isTransaction) return
      commit.run()
    } catch (error) {
      cache.clear()
      if (database.isTransaction) database.exec('ROLLBACK')
      if (isFull(error)) reserve?.makeRoom()
      throw isFull(error) ? new ApiError(serverErrors.fullDisk, undefined, { cause: error }) : error
    }
    reserve?.renew()
  })

  const entries = (load?: CountLoad, isAlone = false): Entries => ({
    read: (names) => read(names, load),
    async scan(ranges) {
      const found: unknown[][] = []
      for (const range of ranges) found.push(await scan(range, load))
      return found
    },
    count: async (prefixes) => prefixes.map(count),
    write: (changes, cleared) => write(changes, cleared, isAlone),
    ...SIMPLE,
  })
  const loads = new Loads(limits)
  return {
    ...SIMPLE,
    ...entries(),
    write: (changes, cleared) => writeInTurn((isAlone) => write(changes, cleared, isAlone)),
    manyClients: true,
    run: (mode, work) =>
      mode === 'read'
        ? readInTurn(() => loads.run((load) => work({ ...entries(load), pause })))
        : writeInTurn((isAlone) => work(entries(undefined, isAlone))),
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
    // Before the first read, which would otherwise create a file beside the log: a full disk has no room for it.
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    checkClubFile(database, file, ADVICE)
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

function isFull(error: unknown): boolean {
  return Object(error).errcode === SQLITE_FULL
}
