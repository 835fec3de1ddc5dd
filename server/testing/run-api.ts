import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Creates a folder that the test must remove. */
export function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return { folder, data: join(folder, 'api.db'), remove }
}

/** Starts `npm run api` as a separate process, on any free port. */
export async function runApi(data: string, ...options: string[]) {
  const args = ['--disable-warning=ExperimentalWarning', MAIN, '--api-only', '--controls']
  const child = spawn(process.execPath, [...args, '--port', '0', '--data', data, ...options])
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>
  let printed = ''
  let isListening = false
  const { promise: url, resolve, reject } = Promise.withResolvers<string>()
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text) => {
      // After that come the logs.
      if (isListening) return
      printed += text
      const address = /API is at (\S+)\/api,.*Ctrl-C/s.exec(printed)?.[1]
      isListening = address !== undefined
      if (address) resolve(address)
    })
  }
  child.once('close', () => reject(new Error(printed)))
  /** Sends a signal, and returns the code and signal with which the process ended. */
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return exited
  }
  const signal = (name: NodeJS.Signals) => void child.kill(name)
  return { url: await url, end, signal, printed: () => printed, outputs: child }
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the server that is started for the contract suite, if there is one. */
    ownServer?: string
  }
}

/** Starts a server for the contract suite over HTTP, like `npm run api`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { data, remove } = newFolder()
  const { url, end } = await runApi(data, '--image-host', 'https://pictures.test/')
  project.provide('ownServer', url)
  return async () => {
    await end()
    remove()
  }
}
