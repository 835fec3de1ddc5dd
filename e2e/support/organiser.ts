import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Club } from './club.ts'

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

/** Runs a command of the organiser on a club, with a yes to its question. Returns what it prints. */
export async function organiser(club: Club, ...command: string[]): Promise<string> {
  const args = ['--disable-warning=ExperimentalWarning', MAIN, ...command, '--yes']
  const run = promisify(execFile)
  return (await run(process.execPath, [...args, '--data', club.data])).stdout
}
