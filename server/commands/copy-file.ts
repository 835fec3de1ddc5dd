import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { checkSpace, removeSqlite } from '../files.ts'
import type { Command } from './command.ts'

/** A copy that is older belongs to a command that was killed, in ms. */
const MAX_AGE = 600_000

/**
 * Copies the file of the club that runs, for the commands that read it: no other process can open it. They remove the
 * copy.
 */
export const copyFile: Command = {
  usage: '',
  summary: '',
  async run({ opened, data }) {
    if (!opened.copyTo || data === ':memory:') throw new Error('Only a file can be copied.')
    removeLeftovers(data)
    checkSpace(data, statSync(data).size + sizeOf(`${data}-wal`))
    const copy = `${resolve(data)}.copy-${crypto.randomUUID().slice(0, 8)}`
    writeFileSync(copy, '', { mode: 0o600, flag: 'wx' })
    try {
      await opened.copyTo(copy)
      makeSingle(copy)
    } catch (error) {
      removeSqlite(copy)
      throw error
    }
    return { result: copy }
  },
}

/** Turns off the write-ahead log of a copy: it is one file, and can be read where nothing can be written. */
export function makeSingle(copy: string): void {
  const database = new DatabaseSync(copy)
  database.exec('PRAGMA journal_mode = DELETE')
  database.close()
}

function removeLeftovers(data: string): void {
  const folder = dirname(data)
  const names = readdirSync(folder).filter((name) => name.startsWith(`${basename(data)}.copy-`))
  for (const path of names.map((name) => join(folder, name))) {
    if (Date.now() - statSync(path).mtimeMs > MAX_AGE) rmSync(path, { force: true })
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
