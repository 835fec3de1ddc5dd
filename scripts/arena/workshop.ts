import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { findChromium } from '../find-chromium.mjs'
import { checksIn, TIMEOUT_MS } from './findings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What a check may import beside Playwright. */
const HELPERS = ['gearheads.ts', 'signed-in.ts']

/** An address on this machine, which is that of the app that the finder has explored. */
const EXPLORED = /https?:\/\/(?:localhost|127\.0\.0\.1):\d+(?=\/)/g

/**
 * Copies findings into a folder in which Playwright can play them, and not how their author has set it up.
 * @returns the folder, which `remove` removes
 */
export function workshopFor(findings: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'gearheads-findings-'))
  const isOwn = (path: string) => !/^(node_modules|playwright\.config\.\w+)$/.test(basename(path))
  cpSync(findings, cwd, { recursive: true, filter: isOwn })
  for (const name of checksIn(cwd)) {
    const file = join(cwd, name)
    writeFileSync(file, readFileSync(file, 'utf8').replace(EXPLORED, ''))
  }
  for (const name of HELPERS) {
    const file = join(cwd, name)
    if (!existsSync(file)) cpSync(join(root, 'examples/playwright', name), file)
  }
  symlinkSync(join(root, 'node_modules'), join(cwd, 'node_modules'), 'junction')
  const launchOptions = JSON.stringify({
    executablePath: findChromium(chromium.executablePath()),
  })
  writeFileSync(
    join(cwd, 'judge.config.mjs'),
    `export default {
  retries: 0, workers: 1, timeout: ${TIMEOUT_MS / 2}, expect: { timeout: 15_000 }, updateSnapshots: 'none', reporter: 'line',
  use: { baseURL: process.env.GEARHEADS_URL, launchOptions: ${launchOptions} },
}`,
  )
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  const settings = ['--config', 'judge.config.mjs', '--output', 'results/{run}']
  return {
    cwd,
    play: (file: string) => [
      ...[process.execPath, cli, 'test', ...settings],
      // A pattern: without its start, it would match the ends of other names.
      `[\\\\/]${file.replaceAll('.', '\\.')}$`,
    ],
    remove: () => rmSync(cwd, { recursive: true, force: true, maxRetries: 5 }),
  }
}
