/**
 * `node scripts/run.mjs [--browser] command …`: runs a command of an npm script. First it installs, each only if it is
 * missing, the packages of the lockfile and Node 24, and with `--browser` Chromium. Plain JavaScript without
 * dependencies, because it runs on the system's Node (20 or later) before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, linkSync, readFileSync, realpathSync } from 'node:fs'
import { findChromium } from './find-chromium.mjs'

const NODE_MAJOR = 24
const isWindows = process.platform === 'win32'
const nodeFile = isWindows ? 'node.exe' : 'node'
// npm and npx are scripts on Windows, which only a shell can start.
const spawnOptions = { stdio: 'inherit', shell: isWindows }

const [first, ...others] = process.argv.slice(2)
const [command, ...args] = first === '--browser' ? others : [first, ...others]

if (!hasPackages()) installPackages()
if (!hasNode()) installNode()
if (first === '--browser') await installBrowser()
run()

/** npm scripts have `node_modules/.bin` first in their path, so that `node` is the one that is installed there. */
function run() {
  const child = spawn(command, args, spawnOptions)
  child.on('error', ({ message }) => fail(`${command} could not be started: ${message}`))
  child.on('exit', (code) => process.exit(code ?? 1))
  process.on('SIGTERM', () => child.kill())
  // npm sends SIGTERM to its shell, which may end without passing it on, such as Debian's. Then we have a new parent.
  const shell = process.ppid
  const endWithShell = () => process.ppid === shell || child.kill()
  if (process.env.npm_lifecycle_event) setInterval(endWithShell, 200)
  // Ctrl+C is also sent to the command, which may need a moment to end.
  process.on('SIGINT', () => undefined)
}

/** Whether each package of the lockfile is installed in its version. Other package managers check that themselves. */
function hasPackages() {
  if (existsSync('node_modules/.modules.yaml')) return true
  if (!existsSync('node_modules/.package-lock.json')) return false
  const { packages: installed } = readJson('node_modules/.package-lock.json')
  return Object.entries(readJson('package-lock.json').packages).every(
    ([path, { version, optional }]) =>
      path === '' || optional || installed[path]?.version === version,
  )
}

function installPackages() {
  console.warn('Installing packages. The first start takes one to three minutes …')
  if (!succeeds('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'])) {
    fail('The packages could not be installed. Run npm ci, and then this again.')
  }
}

function hasNode() {
  return (
    Number.parseInt(process.versions.node, 10) >= NODE_MAJOR ||
    existsSync('node_modules/.bin/node') ||
    existsSync(`node_modules/.bin/${nodeFile}`)
  )
}

/**
 * The install script of the package `node` fetches Node for this system. It does not run with
 * `--ignore-scripts` and under pnpm.
 */
function installNode() {
  console.warn(`Installing Node ${NODE_MAJOR} into node_modules …`)
  const cwd = realpathSync('node_modules/node')
  const binary = `${cwd}/bin/${nodeFile}`
  spawnSync(process.execPath, ['installArchSpecificPackage'], { cwd, stdio: 'ignore' })
  if (!existsSync(binary)) {
    fail(`This needs Node ${NODE_MAJOR}: install it, or run npm ci without --ignore-scripts.`)
  }
  linkSync(binary, `node_modules/.bin/${nodeFile}`)
}

async function installBrowser() {
  const { chromium } = await import('playwright')
  const isPresent = () => findChromium(chromium.executablePath())
  if (isPresent()) return
  console.warn('No Chromium found. Downloading the one that Playwright brings …')
  if (succeeds('npx', ['playwright', 'install', '--with-deps', 'chromium']) && isPresent()) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.warn("The download failed. Installing Debian's package …")
    succeeds('apt-get', ['update']) && succeeds('apt-get', ['install', '-y', 'chromium'])
    if (isPresent()) return
  }
  fail(
    'Chromium is missing and could not be installed. Install Chromium or Chrome with the tools of your\n' +
      'system, or run npx playwright install chromium where the network allows it. Then run this again.',
  )
}

/** Standard output belongs to the command, for which it may be a protocol. */
function succeeds(command, args) {
  const stdio = ['inherit', 2, 2]
  return spawnSync(command, args, { ...spawnOptions, stdio, timeout: 600_000 }).status === 0
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function fail(text) {
  console.error(`\n${text}\n`)
  process.exit(1)
}
