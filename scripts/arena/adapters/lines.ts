import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Action, Agent } from '../agent.ts'

/** A command that gets an observation per line, and answers each with a line. Both are JSON. */
export function linesAgent([file = '', ...args]: readonly string[], cwd: string): Agent {
  const stdio = ['pipe', 'pipe', 'inherit'] as const
  const child = spawn(file, args, { stdio: [...stdio], cwd, shell: process.platform === 'win32' })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const failed = new Promise<never>((_, reject) =>
    child.on('error', ({ message }) =>
      reject(new Error(`The command could not be started: ${message}`)),
    ),
  )
  // It may have ended without reading.
  child.stdin.on('error', () => undefined)
  return {
    async next(observation) {
      child.stdin.write(`${JSON.stringify(observation)}\n`)
      const line = await Promise.race([lines.next(), failed])
      return line.done ? undefined : parse(line.value)
    },
    stop: () => void child.kill('SIGKILL'),
  }
}

function parse(line: string): Action {
  try {
    return Object(JSON.parse(line))
  } catch {
    return { act: line }
  }
}
