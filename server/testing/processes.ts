import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { newSchema, startPostgres } from './postgres.ts'

const PROGRAM = fileURLToPath(new URL('club-process.ts', import.meta.url))

/** Starts a process that serves the API over the data. */
export function startProcess(data: string, ...options: string[]) {
  return startProgram(PROGRAM, [data, ...options])
}

/** Starts a program that sends its address when it listens. @param imported a module that runs before it */
export async function startProgram(program: string, args: string[], imported?: string) {
  const child = fork(program, args, {
    execPath: process.execPath,
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      ...(imported ? ['--import', imported] : []),
    ],
  })
  const exited = once(child, 'exit')
  const started = await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => Promise.reject(new Error(`The process ended with ${code}`))),
  ])
  const url = String(started[0])
  return {
    url,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    /** Ends it as a service manager does. @returns its code */
    async end() {
      child.kill('SIGTERM')
      return (await exited)[0]
    },
  }
}

/** Creates an empty schema and returns the address of the database with it. */
export async function createSchema(postgres: string): Promise<string> {
  const { url, name } = newSchema(postgres)
  const client = new pg.Client(postgres)
  await client.connect()
  await client.query(`CREATE SCHEMA ${name}`)
  await client.end()
  return url
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The addresses of several processes with the same data, for the contract suite. */
    processes?: string[]
  }
}

/** Starts two processes on one PostgreSQL for the contract suite. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres()
  const data = await createSchema(url)
  const processes = [await startProcess(data), await startProcess(data)]
  project.provide(
    'processes',
    processes.map((one) => one.url),
  )
  return async () => {
    await Promise.all(processes.map(({ kill }) => kill()))
    await stop()
  }
}
