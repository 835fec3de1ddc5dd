import {
  chmodSync,
  copyFileSync,
  createWriteStream,
  existsSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sqliteStore } from '../adapters/sqlite.ts'
import { engineOf, openData } from '../backup/data.ts'
import { explainFullDisk } from '../backup/explain.ts'
import { writeBackup } from '../backup/format.ts'
import type { About } from '../backup/snapshot.ts'
import { openSqlite } from '../backup/sqlite.ts'
import { giveName, removeSqlite, syncFile, takeName } from '../files.ts'
import type { LocalCommand, LocalContext } from './command.ts'
import { makeSingle } from './copy-file.ts'
import { copyOfRunning } from './copy-of-running.ts'
import { describeAbout } from './describe-about.ts'

/** `backup`: one state of all data in a file, while the club runs. */
export const backup: LocalCommand = {
  usage: 'FILE [--sqlite] [--replace]',
  summary: 'all data in one file, while the club runs; --sqlite: an SQLite file',
  names: [1, 1],
  options: {
    sqlite: { type: 'boolean', default: false },
    replace: { type: 'boolean', default: false },
  },
  async runHere(context, { names: [file = ''], options }) {
    const started = performance.now()
    const replace = options.replace === true
    if (!replace) refuseExisting(file)
    refuseData(file, context.data)
    removeLeftovers(file)
    const unfinished = `${file}.${process.pid}.part`
    let about: About
    try {
      about = options.sqlite
        ? await copySqlite(context, unfinished)
        : await writeFile(context, unfinished)
      if (replace) takeName(unfinished, file)
      else if (!giveName(unfinished, file)) refuseExisting(file)
    } catch (error) {
      throw explainFullDisk(error)
    } finally {
      removeSqlite(unfinished)
    }
    // The backup is complete, whether the club can note it or not.
    await context.send(context.data, 'note-backup').catch(() => undefined)
    const bytes = statSync(file).size
    const seconds = Math.round(performance.now() - started) / 1000
    return {
      result: { file, bytes, seconds, ...about },
      text: `${file}: ${(bytes / 1e6).toFixed(1)} MB, written in ${seconds.toFixed(1)} s.\n${describeAbout(about)}
It has the hashes of all passwords and the private key of the club: keep it where only you can read it.`,
    }
  },
}

/** Refuses to replace the data of a club by their backup: also by another name, and those of another club that runs. */
function refuseData(file: string, data: string): void {
  const isSame = existsSync(file) && existsSync(data) && realpathSync(file) === realpathSync(data)
  const isInUse = ['-wal', '.sock'].some((end) => existsSync(file + end))
  if (isSame || isInUse) {
    throw new Error(`${file} has the data of a club. Choose another name for the backup.`)
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new Error(`${file} exists. Choose another name, or pass --replace.`)
}

/** Removes the unfinished files of processes that were killed. */
function removeLeftovers(file: string): void {
  const folder = dirname(file)
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`)
  for (const name of readdirSync(folder)) {
    const [, pid] = /^\.(\d+)\.part$/.exec(name.slice(basename(file).length)) ?? []
    if (name.startsWith(basename(file)) && pid && !isRunning(Number(pid))) {
      rmSync(join(folder, name), { force: true })
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Writes a backup in our own format. */
async function writeFile(context: LocalContext, file: string): Promise<About> {
  const snapshot = await openData(context.data, copyOfRunning(context))
  try {
    const output = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true })
    await pipeline(writeBackup(snapshot, new Date().toISOString()), output)
    return snapshot.about
  } finally {
    await snapshot.close()
  }
}

async function copySqlite(context: LocalContext, file: string): Promise<About> {
  const { data } = context
  if (engineOf(data) === 'PostgreSQL') {
    throw new Error('--sqlite copies an SQLite file. Leave it out for a database.')
  }
  const copy = await copyOfRunning(context)(data)
  if (copy !== undefined) {
    try {
      copyFileSync(copy, file)
    } finally {
      rmSync(copy, { force: true })
    }
  } else {
    if (!existsSync(data)) throw new Error(`There is no file ${data}.`)
    const store = sqliteStore(data)
    await store.copyTo(file).finally(store.close)
    makeSingle(file)
  }
  chmodSync(file, 0o600)
  syncFile(file)
  const snapshot = await openSqlite(file)
  await snapshot.close()
  return snapshot.about
}
