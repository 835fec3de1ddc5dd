import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Starts `npm run club -- <args>` as a separate process, with the address of the data in its environment. */
function start(args: readonly string[], through: readonly string[] = []) {
  const at = args.indexOf('--data')
  const [given, env] =
    at < 0 ? [args, {}] : [args.toSpliced(at, 2), { CLUB_DATA: args[at + 1] ?? '' }]
  const [program = '', ...own] = [
    ...through,
    ...[process.execPath, '--disable-warning=ExperimentalWarning', MAIN, ...given],
  ]
  const child = spawn(program, own, { env: { ...process.env, ...env } })
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { child, ended }
}

/** Runs a command of the organiser. */
export async function runCommand(...args: string[]) {
  const [[code], printed, error] = await start(args).ended
  return { code: code as number, printed, error }
}

/** Runs a command of the organiser as `"$@"` of a shell's line. */
export async function runInShell(line: string, ...args: string[]) {
  const [[code], , error] = await start(args, ['sh', '-c', line, 'sh']).ended
  return { code: code as number, error }
}

/** Runs a command of the organiser that cannot write files of more than `blocks` of 512 bytes. */
export async function runLimited(blocks: number, ...args: string[]) {
  return runInShell(`ulimit -f ${blocks}; exec "$@"`, ...args)
}

/**
 * Runs a command of the organiser, and sends it a signal as soon as `isTime`.
 * @returns how it ended: by its own code and error, or by the signal
 */
export async function stopCommand(
  name: NodeJS.Signals,
  args: readonly string[],
  isTime: () => boolean | Promise<boolean>,
) {
  const { child, ended } = start(args)
  let isRunning = true
  const watching = (async () => {
    while (isRunning && !(await isTime())) await new Promise(setImmediate)
    child.kill(name)
  })()
  const [[code, signal], , error] = await ended
  isRunning = false
  await watching
  return { code: code as number | null, signal, error }
}

/**
 * Runs a command of the organiser, and kills it as soon as `isTime`.
 * @returns whether it was killed, and did not end before
 */
export async function killCommand(
  ...given: [args: readonly string[], isTime: () => boolean | Promise<boolean>]
): Promise<boolean> {
  return (await stopCommand('SIGKILL', ...given)).signal === 'SIGKILL'
}
