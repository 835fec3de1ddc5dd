import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../mocks/database.ts'
import { logWrite } from '../../sync/club/write-log.ts'
import { openStore } from '../adapters/open-store.ts'
import { Stopped } from '../backup/snapshot.ts'
import { clubHost } from '../club-host.ts'
import { dataAddress } from '../data-address.ts'
import type { Command, CommandOutput, LocalCommand } from './command.ts'
import { commands } from './commands.ts'
import { escapeInvisible, formatOutput } from './format-output.ts'
import { type CommandReply, type CommandRequest, runCommand, sendCommand } from './socket.ts'

/** What the command line needs of its process. */
export type Terminal = {
  print(text: string): void
  /** Asks a person; `undefined` without a terminal. */
  ask?: (question: string) => Promise<string>
}

/** The terminal of this process. */
export function processTerminal(print: (text: string) => void): Terminal {
  if (!process.stdin.isTTY) return { print }
  return {
    print,
    async ask(question) {
      const lines = createInterface({ input: process.stdin, output: process.stdout })
      return lines.question(question).finally(() => lines.close())
    },
  }
}

/** The lines about commands for `npm run club -- --help`: of all, or of one. */
export function commandUsage(only?: string): string {
  const known = listed().filter(([name]) => only === undefined || name === only)
  if (known.length === 0) throw new Error(unknownCommand(only ?? ''))
  const lines = known.map(
    ([name, { usage, summary }]) => `  ${`${name} ${usage}`.trim().padEnd(40)} ${summary}`,
  )
  return `npm run club -- <command> [names] [options]

${lines.join('\n')}

  NAME is a username, or an _id from the command list

  --data club.db, --data-file, CLUB_DATA    as above; the club may run
  --json                                    the result as JSON
  --yes                                     answers the question of a command that removes something
`
}

/** The commands with their names, without those that only other commands send. */
const listed = () => Object.entries(commands).filter(([, { summary }]) => summary !== '')

function unknownCommand(name: string): string {
  const names = listed().map(([each]) => each)
  return `There is no command ${name}. The commands are ${names.join(', ')}.
"npm run club -- --help" says what each does.`
}

/**
 * Runs a command of the organiser: in the club that runs on the data, or else on the data themselves.
 * @param argv the name of the command, its arguments and options
 * @throws Error with a text for people
 */
export async function runCommandLine(
  [name = '', ...argv]: string[],
  env: NodeJS.ProcessEnv,
  given: Terminal,
): Promise<void> {
  const terminal = shownIn(given)
  const command = commands[name]
  if (!command) throw new Error(unknownCommand(name))
  const { positionals: names, values } = parse(name, command, argv)
  const { data: _, 'data-file': __, json, yes, ...options } = values
  const data = dataAddress(values, env) ?? 'club.db'
  const request = { name, names, options, confirmed: Boolean(yes), by: userOfMachine(env) }
  const reply =
    'runHere' in command ? await runHere(command, data, request) : await send(data, request)
  const output =
    'question' in reply
      ? await confirm(escapeInvisible(reply.question), data, request, terminal)
      : reply
  if (!output) return terminal.print('Nothing was changed.')
  if (output.file) await save(output.file)
  terminal.print(json ? JSON.stringify(output.result) : formatOutput(output))
  process.exitCode = output.exitCode
}

/** A terminal that gets nothing from a text of a member but visible characters, also in JSON. */
const shownIn = ({ print, ask }: Terminal): Terminal => ({
  ask,
  print: (text) => print(escapeInvisible(text)),
})

/** Signals that a command can end before it is killed. */
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs a command in this process. A signal ends it, and it removes what it has not finished; a second one kills it. */
async function runHere(command: LocalCommand, data: string, given: CommandRequest) {
  const stop = new AbortController()
  const { signal } = stop
  const abort = (name: string) =>
    stop.abort(new Stopped(`Stopped by ${name}. Nothing was changed, and nothing is left of it.`))
  for (const end of ENDS) process.once(end, abort)
  const sendAlone = async (to: string, name: string) => {
    const own = { name, names: [], options: {}, confirmed: true, by: '' }
    return (await sendCommand(to, own, signal)) as CommandOutput | undefined
  }
  const context = {
    data,
    signal,
    copyOfRunning: async (file: string) => (await sendAlone(file, 'copy-file'))?.file,
    noteBackup: () => sendAlone(data, 'note-backup'),
  }
  try {
    return await command.runHere(context, given)
  } finally {
    for (const end of ENDS) process.off(end, abort)
  }
}

/** The name of the user who runs this process, with sudo too, or the number where it has no name, as in a container. */
function userOfMachine({ SUDO_USER }: NodeJS.ProcessEnv): string {
  if (SUDO_USER) return SUDO_USER
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}

type Values = { data?: string; 'data-file'?: string; json?: boolean; yes?: boolean } & Record<
  string,
  string | boolean | undefined
>

function parse(
  name: string,
  { usage, options, names = [0, 0] }: Command | LocalCommand,
  args: string[],
) {
  const parsed = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...options,
      data: { type: 'string' },
      'data-file': { type: 'string' },
      json: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  })
  const { positionals, values } = parsed
  if (positionals.length < names[0] || positionals.length > names[1]) {
    throw new Error(`Usage: npm run club -- ${name} ${usage}`)
  }
  return { positionals, values: values as Values }
}

async function send(data: string, given: CommandRequest): Promise<CommandReply> {
  return (await sendCommand(data, given)) ?? runAlone(data, given)
}

/** Runs a command on data that no club has open, or on a database. */
async function runAlone(data: string, given: CommandRequest): Promise<CommandReply> {
  const isFile = !/^postgres(ql)?:/.test(data)
  if (isFile && !existsSync(data)) {
    throw new Error(`There is no file ${data}. Name the data of the club with --data.`)
  }
  const opened = await openStore(data)
  const server = clubHost(openDatabase(opened.store, { origin: 'late', beforeCommit: logWrite }))
  const context = { server, opened, data }
  const reply = await runCommand(context, given).catch(async (error) => {
    await opened.close()
    throw error
  })
  if ('question' in reply || !reply.file) {
    await opened.close()
    return reply
  }
  // The bytes of a file are read from the data.
  const { name, bytes } = reply.file
  const closing = new TransformStream<Uint8Array, Uint8Array>({ flush: () => opened.close() })
  return { ...reply, file: { name, bytes: bytes.pipeThrough(closing) } }
}

async function confirm(
  question: string,
  data: string,
  given: CommandRequest,
  { ask }: Terminal,
): Promise<CommandOutput | undefined> {
  if (!ask) throw new Error(`${question}\nPass --yes to do it.`)
  const answer = await ask(`${question} [y/N] `)
  if (!/^y(es)?$/i.test(answer.trim())) return undefined
  return (await send(data, { ...given, confirmed: true })) as CommandOutput
}

/** Writes a file that only its owner can read, under its name when it is complete. */
async function save({ name, bytes }: NonNullable<CommandOutput['file']>): Promise<void> {
  if (existsSync(name)) throw new Error(`${name} exists. Choose another name, or move it away.`)
  if (!existsSync(dirname(name))) throw new Error(`There is no folder ${dirname(name)}.`)
  const unfinished = `${name}.part`
  try {
    const file = createWriteStream(unfinished, { mode: 0o600, flush: true })
    await pipeline(Readable.fromWeb(bytes as never), file)
    renameSync(unfinished, name)
  } finally {
    rmSync(unfinished, { force: true })
  }
}
