import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** A command with all that it starts. */
export type Group = {
  child: ChildProcess
  /** The exit code of the command, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  /** Ends what is left of it, and resolves when nothing is. */
  end: () => Promise<void>
}

const isWindows = process.platform === 'win32'

/** How long a group may take to end, in ms: Playwright closes its browsers, which are in groups of their own. */
const GRACE = 5000

/** Starts a command in a process group of its own. @throws Error when it cannot be started */
export async function startGroup(
  [file = '', ...args]: readonly string[],
  options: SpawnOptions,
): Promise<Group> {
  try {
    // npx is a script on Windows, which only a shell can start.
    const child = spawn(file, args, { ...options, shell: isWindows, detached: !isWindows })
    const ended = new Promise<number | NodeJS.Signals>((resolve) =>
      child.on('exit', (code, signal) => resolve(signal ?? code ?? 1)),
    )
    await once(child, 'spawn')
    let ending: Promise<void> | undefined
    return {
      ...{ child, ended },
      end: () => {
        ending ??= end(Number(child.pid))
        return ending
      },
    }
  } catch (error) {
    throw new Error(`The command could not be started: ${(error as Error).message}`)
  }
}

async function end(pid: number): Promise<void> {
  const send = (signal: NodeJS.Signals | 0) => {
    try {
      return process.kill(isWindows ? pid : -pid, signal)
    } catch {
      // Nothing of it is left.
      return false
    }
  }
  send('SIGTERM')
  for (const begin = Date.now(); send(0) && Date.now() - begin < GRACE; ) await wait(20)
  send('SIGKILL')
}

/** Aborted by Ctrl+C and the like. They do not end the process then: who asks for this has to clean up, and end. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const [name, exitCode] of [
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.on(name, () => {
      process.exitCode = exitCode
      stopping.abort(new Error(`Stopped by ${name}.`))
    })
  return stopping.signal
}
