import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { StoredLinks } from '../../mocks/check-rows.ts'
import { linkKinds, ORDER } from '../../mocks/store/links.ts'
import { AFTER_ALL } from '../../mocks/store/store.ts'
import { decodeKey, encodeKey, needsBytes } from '../adapters/encoding.ts'
import { checkClubFile, SQLITE_TABLES } from '../adapters/sqlite-file.ts'
import {
  giveName,
  giveOwner,
  keepSideFiles,
  keptName,
  removeSqlite,
  syncFile,
  takeName,
} from '../files.ts'
import { describe, type Entry, type Snapshot } from './snapshot.ts'
import { IN_USE, type Target } from './target.ts'

/** SQLite's error codes. */
const LOCKED = [5, 6]
const READ_ONLY = [8, 14]

type Row = { key: Uint8Array; value: string; bytes: Uint8Array | null }

/**
 * Opens the data of a club that does not run, and excludes others until it is closed.
 * @throws Error when the file is in use, or has no data of a club
 */
export async function openSqlite(file: string): Promise<Snapshot> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const database = openAlone(file)
  try {
    const get = async (key: string) =>
      database.prepare('SELECT value FROM rows WHERE key = ?').get(encodeKey(key))?.value as
        | string
        | undefined
    const count = async (prefix: string) => {
      const sql = 'SELECT count(*) AS count FROM rows WHERE key >= ? AND key < ?'
      return Number(
        database.prepare(sql).get(encodeKey(prefix), encodeKey(prefix + AFTER_ALL))?.count,
      )
    }
    return {
      about: await describe('SQLite', { get, count }),
      entries: () => entriesOf(database),
      faults: () => faultsOf(database),
      close: async () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}

function openAlone(file: string): DatabaseSync {
  const database = new DatabaseSync(file)
  try {
    checkClubFile(database, file)
    if (database.prepare('PRAGMA user_version').get()?.user_version !== 1) {
      throw new Error(`${file} is of an early version. Start the club once, which updates it.`)
    }
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE')
    return database
  } catch (error) {
    database.close()
    const code = codeOf(error)
    if (LOCKED.includes(code)) throw new Error(IN_USE)
    if (!READ_ONLY.includes(code)) throw error
    // On a medium that cannot be written.
    return new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true })
  }
}

/** The links in a database, for `checkRows`. */
export function linksOf(database: DatabaseSync): StoredLinks {
  const one = database.prepare('SELECT value FROM rows WHERE key = ?')
  const range = 'key >= ? AND key < ?'
  const bounds = (prefix: string) => [encodeKey(prefix), encodeKey(prefix + AFTER_ALL)] as const
  return {
    *each() {
      for (const kind of linkKinds) {
        const some = database.prepare(`SELECT key, value FROM rows WHERE ${range} ORDER BY key`)
        for (const { key, value } of some.iterate(
          ...bounds(`${kind}/`),
        ) as Iterable<unknown> as Iterable<Row>)
          yield [decodeKey(key), JSON.parse(value)]
      }
    },
    get(key) {
      const row = one.get(encodeKey(key)) as Row | undefined
      return row && JSON.parse(row.value)
    },
    places: Number(
      database.prepare(`SELECT count(*) AS count FROM rows WHERE ${range}`).get(...bounds(ORDER))
        ?.count,
    ),
  }
}

function faultsOf(database: DatabaseSync): string[] {
  const rows = database.prepare('PRAGMA integrity_check(10)').all()
  return rows.map((row) => String(row.integrity_check)).filter((text) => text !== 'ok')
}

export async function putEntries(
  database: DatabaseSync,
  entries: AsyncIterable<Entry>,
): Promise<void> {
  const put = database.prepare('INSERT INTO rows VALUES (?, ?)')
  const putBytes = database.prepare('INSERT INTO bytes VALUES (?, ?)')
  for await (const { key, json, bytes } of entries) {
    put.run(encodeKey(key), json)
    if (bytes) putBytes.run(encodeKey(key), bytes)
  }
}

/** All entries, sorted by key. */
export async function* entriesOf(database: DatabaseSync): AsyncGenerator<Entry> {
  const rows = database
    .prepare(
      `SELECT rows.key, rows.value, bytes.value AS bytes
       FROM rows LEFT JOIN bytes ON bytes.key = rows.key ORDER BY rows.key`,
    )
    .iterate() as Iterable<unknown>
  for (const { key, value, bytes } of rows as Iterable<Row>) {
    // A value that was replaced can have left its bytes.
    const own = bytes && needsBytes(JSON.parse(value)) ? bytes : undefined
    yield { key: decodeKey(key), json: value, bytes: own }
  }
}

/**
 * A new file for a club's data, which gets its name when it is finished.
 * @param replace keeps a file of this name as `<file>.before-<time>`
 * @throws Error when there is a file, or a club runs on it
 */
export function sqliteTarget(file: string, replace: boolean): Target {
  if (!replace) refuseExisting(file)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const former = existsSync(file) ? lockFormer(file) : undefined
  const unfinished = `${file}.unfinished`
  let database: DatabaseSync | undefined
  try {
    database = createUnfinished(unfinished)
  } catch (error) {
    former?.close()
    throw error
  }
  const open = database
  let isFinished = false
  return {
    put: (entries) => putEntries(open, entries),
    entries: () => entriesOf(open),
    async finish() {
      open.exec('COMMIT')
      open.close()
      isFinished = true
      giveOwner(unfinished, file)
      syncFile(unfinished)
      if (existsSync(file) && !replace) refuseExisting(file)
      if (!existsSync(file)) {
        keepSideFiles(file, keptName(file))
        if (!giveName(unfinished, file)) refuseExisting(file)
        return undefined
      }
      const kept = keepFormer(file, former)
      takeName(unfinished, file)
      return kept
    },
    async close() {
      if (!isFinished) open.close()
      former?.close()
      removeSqlite(unfinished)
    },
  }
}

function refuseExisting(file: string): void {
  if (!existsSync(file)) return
  throw new Error(`${file} exists. Choose another name; restore --replace keeps the old data.`)
}

/** Locks the data that will be replaced; `undefined` if they are damaged or of another program. */
function lockFormer(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE')
    return database
  } catch (error) {
    database.close()
    if (LOCKED.includes(codeOf(error))) throw new Error(IN_USE)
    return undefined
  }
}

/** Gives the data that will be replaced another name. They keep theirs until it is taken. */
function keepFormer(file: string, former: DatabaseSync | undefined): string {
  const kept = keptName(file)
  try {
    // Moves everything out of `-wal`.
    former?.exec('COMMIT; PRAGMA journal_mode = DELETE')
    // A lock that stays leaves it, without content.
    if (former) rmSync(`${file}-journal`, { force: true })
  } catch {
    // Damaged data are kept as they are, with the files beside them.
  }
  try {
    linkSync(file, kept)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    copyFileSync(file, kept, constants.COPYFILE_EXCL)
    syncFile(kept)
  }
  keepSideFiles(file, kept)
  return kept
}

function createUnfinished(file: string): DatabaseSync {
  if (existsSync(file)) removeLeftover(file)
  writeFileSync(file, '', { mode: 0o600, flag: 'wx' })
  return emptyDatabase(file)
}

/**
 * A database with empty tables, in a transaction.
 * @param file by default, it has no name: it is in memory as far as it fits, and a process that is killed leaves nothing
 */
export function emptyDatabase(file = ''): DatabaseSync {
  const database = new DatabaseSync(file)
  // If this process is killed, the file is of no use.
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    BEGIN EXCLUSIVE; ${SQLITE_TABLES}`)
  return database
}

/** Removes the file of a process that was killed. @throws Error when the process still runs */
function removeLeftover(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    if (LOCKED.includes(codeOf(error))) throw new Error(`Another command writes ${file}.`)
  } finally {
    database.close()
  }
  removeSqlite(file)
}

function codeOf(error: unknown): number {
  return (error as { errcode?: number }).errcode ?? 0
}
