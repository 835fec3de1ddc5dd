import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import { expect, posts } from './fixtures.ts'
import { askWorker, waitForPrecache } from './pwa-fixtures.ts'

const execute = promisify(execFile)

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

/** A club's server in a process of its own, on a free port, with the app in dist/. */
export class Club {
  url = ''
  /** The password of the account of `--account`. */
  password = ''
  readonly #folder = mkdtempSync(join(tmpdir(), 'gearheads-'))
  readonly #options: string[]
  #child: ChildProcess | undefined

  constructor(...options: string[]) {
    this.#options = options
  }

  /** The file with its data. */
  get data(): string {
    return join(this.#folder, 'club.db')
  }

  /** Starts it, and starts it again at the same address with the same data. */
  async start(): Promise<void> {
    const port = this.url ? new URL(this.url).port : '0'
    const args = ['--disable-warning=ExperimentalWarning', MAIN, '--port', port]
    args.push('--data', this.data)
    const child = spawn(process.execPath, [...args, ...this.#options])
    this.#child = child
    let printed = ''
    this.url = await new Promise((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const url = /Gearheads (?:API )?is at (\S+?)(?:\/api)?,.*Ctrl-C/s.exec(printed)?.[1]
        if (url) resolve(url)
      })
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        printed += text
      })
      child.once('exit', () => reject(new Error(printed)))
    })
    this.password = /password (\S+)/.exec(printed)?.[1] ?? this.password
  }

  /** Runs a command of the organiser, and returns what it prints. */
  async run(...command: string[]): Promise<string> {
    const args = ['--disable-warning=ExperimentalWarning', MAIN, ...command, '--data', this.data]
    return (await execute(process.execPath, args)).stdout
  }

  /** @param signal `SIGKILL`: as when its machine fails */
  async stop(signal?: 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true })
  }
}

/** The page is controlled, and its worker has the club's data and the files of the app. */
export async function replicaIsReady(page: Page): Promise<void> {
  await expect(posts(page).first()).toBeVisible()
  const isReady = async () => {
    const { replica, isRunning } = await askWorker(page, 'SYNC_STATUS')
    return replica !== undefined && !isRunning
  }
  await expect.poll(isReady, { message: 'the replica is ready' }).toBe(true)
  await waitForPrecache(page)
}
