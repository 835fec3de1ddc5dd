import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { checkSpace, removeSqlite } from '../files.ts'
import type { Command } from './command.ts'

/** Before the random part of the name of a copy. */
const COPY = '.copy-'

/**
 * Copies the file of the club that runs, for the commands that read it: no other process can open it. The copy is there as
 * long as the command reads its bytes, which say nothing; so a command that is killed leaves none.
 */
export const copyFile: Command = {
  usage: '',
  summary: '',
  async run({ opened, data }) {
    if (!opened.copyTo || data === ':memory:') throw new Error('Only a file can be copied.')
    checkSpace(data, statSync(data).size + sizeOf(`${data}-wal`))
    const copy = `${resolve(data)}${COPY}${crypto.randomUUID().slice(0, 8)}`
    const bytes = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel: () => removeSqlite(copy),
    })
    writeFileSync(copy, '', { mode: 0o600, flag: 'wx' })
    try {
      await opened.copyTo(copy)
      makeSingle(copy)
    } catch (error) {
      removeSqlite(copy)
      throw error
    }
    return { result: copy, file: { name: copy, bytes } }
  },
}

/** Turns off the write-ahead log of a copy: it is one file, and can be read where nothing can be written. */
function makeSingle(copy: string): void {
  const database = new DatabaseSync(copy)
  database.exec('PRAGMA journal_mode = DELETE')
  database.close()
}

/** Removes the copies that a club has left when it was killed. */
export function removeCopies(data: string): void {
  const folder = dirname(data)
  for (const name of existsSync(data) ? readdirSync(folder) : []) {
    if (name.startsWith(basename(data) + COPY)) rmSync(join(folder, name), { force: true })
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
