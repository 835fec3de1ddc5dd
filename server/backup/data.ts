import { closeSync, existsSync, openSync, readSync, rmSync } from 'node:fs'
import { rowKey } from '../../mocks/data/keys.ts'
import { seedUsers } from '../../mocks/data/seed/users.ts'
import { compareEntries, formatDifference } from './compare.ts'
import { forEngine } from './for-engine.ts'
import { readBackup } from './format.ts'
import { openPostgres, postgresTarget } from './postgres.ts'
import type { Engine, Entry, Snapshot } from './snapshot.ts'
import { openSqlite, sqliteTarget } from './sqlite.ts'
import type { Target } from './target.ts'

/**
 * Has the club that runs on a file copy it to another one, which the caller removes.
 * @returns the other file; `undefined` if no club runs on it
 */
export type CopyOfRunning = (data: string) => Promise<string | undefined>

export function engineOf(data: string): Engine {
  return /^postgres(ql)?:/.test(data) ? 'PostgreSQL' : 'SQLite'
}

/** Opens one state of the data of a club, which may run. @throws Error with a text for people */
export async function openData(data: string, copyOfRunning: CopyOfRunning): Promise<Snapshot> {
  if (engineOf(data) === 'PostgreSQL') return openPostgres(data)
  const copy = await copyOfRunning(data)
  if (copy === undefined) return openSqlite(data)
  try {
    return await openSqlite(copy)
  } finally {
    // It is there until it is closed, also if this process is killed.
    rmSync(copy, { force: true })
  }
}

/** Opens the data of a club that must not run until they are closed. @throws Error if it does */
export async function openStopped(data: string): Promise<Snapshot> {
  return engineOf(data) === 'PostgreSQL' ? openPostgres(data, true) : openSqlite(data)
}

/** The first bytes of a file that is compressed with gzip. */
const GZIP = Buffer.of(0x1f, 0x8b)

/** Whether a file is a backup in our format, or else one of SQLite. */
function isBackup(file: string): boolean {
  const start = Buffer.alloc(GZIP.length)
  const opened = openSync(file, 'r')
  try {
    readSync(opened, start)
  } finally {
    closeSync(opened)
  }
  return start.equals(GZIP)
}

/** Opens a backup of either kind, or the file of a club. @throws Error with a text for people */
export async function openFile(file: string, copyOfRunning: CopyOfRunning): Promise<Snapshot> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  return isBackup(file) ? readBackup(file) : openData(file, copyOfRunning)
}

async function openTarget(data: string, replace: boolean): Promise<Target> {
  return engineOf(data) === 'PostgreSQL'
    ? postgresTarget(data, replace)
    : sqliteTarget(data, replace)
}

/**
 * Writes a snapshot to another place, and compares all keys and values before it becomes the data of a club.
 * @param data a file, or the address of a database
 * @returns how many entries there are, and where those are that were there before
 * @throws Error when there are data, unless they are replaced; nothing is changed then
 */
export async function writeData(
  data: string,
  snapshot: Snapshot,
  replace = false,
): Promise<{ entries: number; kept?: string }> {
  const converted = (): AsyncIterable<Entry> => forEngine(snapshot.entries(), engineOf(data))
  const target = await openTarget(data, replace)
  try {
    await target.put(converted())
    const difference = await compareEntries(converted(), target.entries())
    if (difference.kinds.size > 0) {
      throw new Error(`The copy differs, so it was removed.\n${formatDifference(difference)}`)
    }
    return { entries: difference.same, kept: await target.finish() }
  } finally {
    await target.close()
  }
}

/** The entries, without accounts whose passwords are public. @throws Error when there is one */
export async function* withoutPublicAccounts(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  const passwords = new Map(seedUsers.map(({ _id, password }) => [rowKey('users', _id), password]))
  for await (const entry of entries) {
    const password = passwords.get(entry.key)
    if (password !== undefined && JSON.parse(entry.json).password === password) {
      throw new Error(
        'These data have accounts with public passwords, from a server with --controls. Use other data.',
      )
    }
    yield entry
  }
}
