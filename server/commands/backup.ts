import { createWriteStream, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { engineOf, openData } from '../backup/data.ts'
import { explainFullDisk } from '../backup/explain.ts'
import { writeBackup } from '../backup/format.ts'
import type { About } from '../backup/snapshot.ts'
import { giveName, realFile, takeName } from '../files.ts'
import type { LocalCommand, LocalContext } from './command.ts'
import { describeAbout } from './describe-about.ts'
import { socketOf } from './socket-path.ts'

/** The end of the names of files that become backups. */
const UNFINISHED = '.unfinished-backup'

/** `backup`: one state of all data in a file, while the club runs. */
export const backup: LocalCommand = {
  usage: 'FILE [--replace]',
  summary: 'all data in one file, while the club runs',
  names: [1, 1],
  options: { replace: { type: 'boolean', default: false } },
  async runHere(context, { names: [named = ''], options }) {
    const file = realFile(named)
    const started = performance.now()
    const replace = options.replace === true
    if (!replace) refuseExisting(file)
    refuseData(file, context.data)
    removeLeftovers(dirname(file))
    const unfinished = `${file}.${process.pid}${UNFINISHED}`
    let about: About
    try {
      about = await writeFile(context, unfinished)
      if (replace) takeName(unfinished, file)
      else if (!giveName(unfinished, file)) refuseExisting(file)
    } catch (error) {
      const { message } = explainFullDisk(error) as Error
      throw new Error(`No backup was written. ${message}`, { cause: error })
    } finally {
      rmSync(unfinished, { force: true })
    }
    // The backup is complete, whether the club can note it or not.
    await context.noteBackup().catch(() => undefined)
    const bytes = statSync(file).size
    const seconds = Math.round(performance.now() - started) / 1000
    return {
      result: { file: named, bytes, seconds, ...about },
      text: `${named}: ${(bytes / 1e6).toFixed(1)} MB, written in ${seconds.toFixed(1)} s.\n${describeAbout(about)}
It has the hashes of all passwords and the private key of the club: keep it where only you can read it.`,
    }
  },
}

/** Refuses to replace the data of a club by their backup: also by another name, and those of another club that runs. */
function refuseData(file: string, data: string): void {
  const isSame = engineOf(data) === 'SQLite' && file === realFile(data)
  const isInUse = [`${file}-wal`, socketOf(file) ?? ''].some((one) => existsSync(one))
  if (isSame || isInUse) {
    throw new Error(`${file} has the data of a club. Choose another name for the backup.`)
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new Error(`${file} exists. Choose another name, or pass --replace.`)
}

/** Removes the unfinished backups that killed processes have left in a folder, whatever their names. */
function removeLeftovers(folder: string): void {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`)
  for (const name of readdirSync(folder)) {
    const pid = name.endsWith(UNFINISHED) && /\d+$/.exec(name.slice(0, -UNFINISHED.length))?.[0]
    if (pid && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function writeFile(context: LocalContext, file: string): Promise<About> {
  const snapshot = await openData(context.data, context)
  try {
    const output = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true })
    await pipeline(writeBackup(snapshot, new Date().toISOString()), output)
    return snapshot.about
  } finally {
    await snapshot.close()
  }
}
