/** `npm run club` and `npm run api`: the app and its API, or the API only, over HTTP. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderUnicodeCompact } from 'uqr'
import { apiErrors } from '../src/contract/errors.ts'
import { guest } from '../src/contract/guest.ts'
import { addressesOf } from './addresses.ts'
import { commandUsage, processTerminal, runCommandLine } from './commands/command-line.ts'
import { redactSecrets, showsPassword } from './data-address.ts'
import { type ClubOptions, clubOptions, USAGE } from './options.ts'
import { eventLine, lineWriter } from './output.ts'
import { APP, type Club, startClub } from './start.ts'

const writeError = lineWriter(process.stderr, (reason) =>
  onLoss('Standard error', reason, writeLine),
)
const writeLine = lineWriter(process.stdout, (reason) =>
  onLoss('Standard output', reason, writeError),
)
const print = (text: string) => writeLine(redactSecrets(text))
const printError = (text: string) => writeError(redactSecrets(text))

const VISIBLE_PASSWORD = `The password in the command line is in the process list, which everyone on this machine can read.
Use the environment variable CLUB_DATA, or --data-file.`

/** The process ends this long after a signal, in milliseconds: after connections were cut (`limits.ts`). */
const STOP_LIMIT = 3_500

const args = process.argv.slice(2)
const [command] = args
const terminal = processTerminal(print)
const isCommand = command !== undefined && !command.startsWith('-')
const asksForHelp = args.includes('--help')
const isServer = !isCommand && !asksForHelp

try {
  // Not among the results of a command.
  if (showsPassword(process.argv)) printError(VISIBLE_PASSWORD)
  if (asksForHelp) print(isCommand ? commandUsage(command) : `${USAGE}\n${commandUsage()}`)
  else if (isCommand) await runCommandLine(args, process.env, terminal)
  else await serve()
} catch (error) {
  const text = messageOf(error)
  const isForPrograms = isCommand && args.includes('--json')
  printError(isForPrograms ? JSON.stringify({ error: text }) : text)
  if (!isCommand) printError('All options: --help')
  process.exitCode = 1
}

async function serve(): Promise<void> {
  const options = clubOptions(args, process.env)
  if (!options.apiOnly && !existsSync(APP)) await buildApp()
  const log = (line: object) => print(JSON.stringify(line))
  const logError = (line: object) => printError(JSON.stringify(line))
  const club = await startClub(options, { log, logError, logEvent: log, askForAccount })
  if (options.apiOnly) introduceApi(club, options)
  else introduceClub(club, options)
  // Once: a second signal ends the process without waiting for the last replies.
  const ends: NodeJS.Signals[] = ['SIGINT', 'SIGTERM']
  // A service manager sends it to make us read files again; a terminal, when it is closed.
  if (options.tls && !process.stdin.isTTY) process.on('SIGHUP', club.readCertificate)
  else ends.push('SIGHUP')
  for (const signal of ends) {
    // Pending delays would keep the process alive.
    process.once(signal, () => {
      // Whatever hangs: a connection to a database, or to a push service.
      setTimeout(() => process.exit(), STOP_LIMIT).unref()
      void club.close().then(() => process.exit())
    })
  }
}

/** Says in one output that the other loses lines. A command whose result is lost has failed, unless its reader has read enough. */
function onLoss(name: string, reason: NodeJS.ErrnoException, write: (line: string) => void): void {
  if (!isServer && reason.code === 'EPIPE') return
  if (!isServer) process.exitCode = 1
  write(eventLine(`${name} loses lines: ${reason.message}`))
}

async function buildApp(): Promise<void> {
  print('Building the app …')
  const { build } = await import('vite')
  await build({ root: fileURLToPath(new URL('..', import.meta.url)), logLevel: 'warn' })
}

async function askForAccount(problem?: string): Promise<string | undefined> {
  if (problem) print(problem)
  const username = await terminal.ask?.('Username of the first account (empty: none): ')
  return username?.trim() || undefined
}

function introduceApi({ url, created }: Club, { data, controls }: ClubOptions): void {
  print(`The Gearheads API is at ${url}/api, its data in ${data}. Try

  curl '${url}/api/posts?limit=1'`)
  if (controls) print(`  curl ${url}/api/auth/login -d '${JSON.stringify(guest)}'`)
  print('')
  printAccount(created)
  print('Stop it with Ctrl-C.')
}

function introduceClub({ url, isNew, created }: Club, { data, host, tls }: ClubOptions): void {
  const addresses = addressesOf(url, host)
  const [best = url] = addresses
  if (best !== url) print(renderUnicodeCompact(best))
  print(`Gearheads is at ${addresses.join('  ')}, its data in ${data}.`)
  if (isNew) print('These data are new. If your club has others, name them with --data.')
  printAccount(created)
  if (!tls && best !== url) {
    print('Phones can install it, and use it offline, only over https: --cert and --key.')
  }
  print('Stop it with Ctrl-C.')
}

function printAccount(created: Club['created']): void {
  if (!created) return
  const { account, password } = created
  print(
    password
      ? `Account ${account}, password ${password} (change it in Settings).`
      : `There is an account ${account} already. The command reset-password gives it a new password.`,
  )
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  if (text === apiErrors.olderServer.text) {
    return 'The data were written by a newer version of Gearheads. Update this one, or go back: docs/club.md#updating-a-club.'
  }
  const { code, port } = Object(error) as { code?: string; port?: number }
  // Node.js would add how to write a name that begins with a dash.
  if (isCommand && code?.startsWith('ERR_PARSE_ARGS')) {
    return `${text.split(/\.\s/)[0]}. All options: npm run club -- ${command} --help`
  }
  if (code === 'EADDRINUSE') return `Port ${port} is already in use. --port takes another one.`
  return text
}
