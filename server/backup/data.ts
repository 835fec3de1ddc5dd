import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { META } from '../../mocks/store/write-buffer.ts'
import { compareEntries, formatDifference } from './compare.ts'
import { forEngine, LAST_BACKUP } from './for-engine.ts'
import { readBackup } from './format.ts'
import { openPostgres, postgresTarget } from './postgres.ts'
import type { Engine, Snapshot } from './snapshot.ts'
import { openSqlite, sqliteTarget } from './sqlite.ts'
import type { Target } from './target.ts'

/** What reading the data of a club needs besides their address. */
export type Opening = {
  /**
   * Has the club that runs on a file copy it.
   * @returns the copy, which is there until its bytes are cancelled; `undefined` if no club runs on the file
   */
  copyOfRunning(data: string): Promise<{ name: string; bytes: ReadableStream } | undefined>
  /** Ends reading, with its reason. */
  signal: AbortSignal
}

export function engineOf(data: string): Engine {
  return /^postgres(ql)?:/.test(data) ? 'PostgreSQL' : 'SQLite'
}

/** Opens one state of the data of a club, which may run. @throws Error with a text for people */
export async function openData(data: string, opening: Opening): Promise<Snapshot> {
  const opened = engineOf(data) === 'PostgreSQL' ? openPostgres(data) : openCopy(data, opening)
  return stoppable(await opened, opening.signal)
}

async function openCopy(data: string, { copyOfRunning }: Opening): Promise<Snapshot> {
  const copy = await copyOfRunning(data)
  // An open file is there until it is closed, also if this process is killed.
  return openSqlite(copy?.name ?? data).finally(() => copy?.bytes.cancel())
}

/** Entries that are read before signals can arrive. */
const SLICE = 1_000

/** @returns a snapshot whose entries end with the reason of the signal */
function stoppable(snapshot: Snapshot, signal: AbortSignal): Snapshot {
  async function* entries() {
    let count = 0
    for await (const entry of snapshot.entries()) {
      count += 1
      if (count % SLICE === 0) await setImmediate()
      signal.throwIfAborted()
      yield entry
    }
  }
  return { ...snapshot, entries }
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
export async function openFile(file: string, opening: Opening): Promise<Snapshot> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  return isBackup(file)
    ? stoppable(await readBackup(file), opening.signal)
    : openData(file, opening)
}

/**
 * Writes a snapshot to a place, and compares all keys and values.
 * @returns the number of entries
 * @throws Error when they differ
 */
export async function fill(
  target: Pick<Target, 'put' | 'entries'>,
  snapshot: Snapshot,
  engine: Engine,
): Promise<number> {
  const converted = () => forEngine(snapshot.entries(), engine)
  await target.put(converted())
  const difference = await compareEntries(converted(), target.entries())
  if (difference.kinds.size > 0) {
    throw new Error(`The copy differs, so it was removed.\n${formatDifference(difference)}`)
  }
  return difference.same
}

/**
 * Makes a snapshot the data of a club.
 * @param data a file, or the address of a database
 * @returns how many entries there are, and where those are that were there before
 * @throws Error when there are data, unless they are replaced; nothing is changed then
 */
export async function writeData(
  data: string,
  snapshot: Snapshot,
  replace: boolean,
): Promise<{ entries: number; kept?: string }> {
  const engine = engineOf(data)
  const open = engine === 'PostgreSQL' ? postgresTarget : sqliteTarget
  const target = await open(data, replace)
  try {
    const entries = await fill(target, snapshot, engine)
    const lastBackup = Date.parse(snapshot.createdAt ?? '')
    if (lastBackup)
      await target.put(Readable.from([{ key: META + LAST_BACKUP, json: String(lastBackup) }]))
    return { entries, kept: await target.finish() }
  } finally {
    await target.close()
  }
}
