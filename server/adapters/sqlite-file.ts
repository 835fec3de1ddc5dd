import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { giveName, keepSideFiles, keptName } from '../files.ts'

export const SQLITE_TABLES = `
  CREATE TABLE rows (key BLOB PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE bytes (key BLOB PRIMARY KEY, value BLOB NOT NULL);
  PRAGMA user_version = 1;
`

/** SQLite's error codes of a file that is no database, and of a damaged one. */
const SQLITE_NOTADB = 26
const SQLITE_CORRUPT = 11

/**
 * Creates the file of a club if it is missing. It gets its name when it has its tables, so that a file without them never
 * stands for a club: a process that is killed meanwhile leaves no file.
 */
export function createClubFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isDirectory()) {
    throw new Error(
      `${file} is a folder. Name a file in it with --data, such as ${join(file, 'club.db')}.`,
    )
  }
  if (found) return
  const unfinished = `${file}.${crypto.randomUUID().slice(0, 8)}.new`
  try {
    writeFileSync(unfinished, '', { mode: 0o600, flag: 'wx' })
    const database = new DatabaseSync(unfinished)
    database.exec(SQLITE_TABLES)
    database.close()
    // Of data that are gone.
    if (!existsSync(file)) keepSideFiles(file, keptName(file))
    giveName(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/**
 * Checks that an open file has the data of a club, without changing it. A new club must not begin in a file that
 * someone has named by mistake, or whose data are lost.
 * @param advice begins with a space
 * @throws Error with a text for people
 */
export function checkClubFile(database: DatabaseSync, file: string, advice = ''): void {
  if (statSync(file).size === 0) {
    throw new Error(`${file} is empty: it has no data of a club.${advice}`)
  }
  try {
    const { user_version: version } = database.prepare('PRAGMA user_version').get() ?? {}
    if (Number(version) > 1) {
      throw new Error(`${file} is of a later version of Gearheads. Update the server.`)
    }
    const columns = (table: string) =>
      database
        .prepare(`SELECT group_concat(name) AS names FROM pragma_table_info('${table}')`)
        .get()?.names
    const tables = version === 1 ? ['rows', 'bytes'] : ['rows']
    if (tables.every((table) => columns(table) === 'key,value')) return
  } catch (error) {
    const { errcode } = error as { errcode?: number }
    if (errcode === SQLITE_CORRUPT) throw new Error(`${file} is damaged.${advice}`)
    if (errcode !== SQLITE_NOTADB) throw error
  }
  throw new Error(`${file} has no data of a club.${advice}`)
}
