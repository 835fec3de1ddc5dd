/**
 * What `npm start` and `npm test` need on a fresh machine. Plain JavaScript without dependencies:
 * it runs on the machine's own Node (20 or later), before anything is installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { findChromium } from './find-chromium.mjs'

/** Install the packages of the lockfile, unless they are there already. */
export function installPackages() {
  const installed = 'node_modules/.package-lock.json'
  const fresh =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync('package-lock.json').mtimeMs
  if (!fresh) npm('ci', '--no-audit', '--no-fund')
}

/** Run an npm command. Its scripts run on the Node that the project installs (24). */
export function npm(...args) {
  const cli = process.env.npm_execpath
  if (cli) run(process.execPath, [cli, ...args])
  else run('npm', args)
}

/** Make sure that there is a browser for the end-to-end tests. */
export async function installBrowser() {
  const { chromium } = await import('playwright')
  const present = () => findChromium(chromium.executablePath())
  if (present()) return
  console.warn('No Chromium found. Downloading the one that Playwright brings …')
  if (succeeds('npx', ['playwright', 'install', '--with-deps', 'chromium']) && present()) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.warn("The download failed. Installing Debian's package …")
    succeeds('apt-get', ['update']) && succeeds('apt-get', ['install', '-y', 'chromium'])
    if (present()) return
  }
  fail(
    'The end-to-end tests need Chromium, and it could neither be found nor installed.\n' +
      'Install Chromium or Chrome with the means of your system, or run\n' +
      '  npx playwright install chromium\n' +
      'where the network allows it. Then run npm test again.',
  )
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (error) fail(`${command} could not be started: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'inherit', timeout: 600_000 }).status === 0
}

function fail(text) {
  console.error(`\n${text}\n`)
  process.exit(1)
}
