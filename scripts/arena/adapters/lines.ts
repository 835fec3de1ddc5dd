import type { Readable } from 'node:stream'
import { startGroup } from '../../judge/group.ts'
import type { Action, Agent } from '../agent.ts'

/** What an agent may write without a line break, in characters. */
const LONGEST = 1_000_000

/** The lines of an agent. @throws Error at one that is too long, of which no more is kept */
export async function* linesOf(input: Readable): AsyncGenerator<string> {
  input.setEncoding('utf8')
  let rest = ''
  for await (const chunk of input) {
    const lines = (rest + chunk).split('\n')
    if (lines.some(({ length }) => length > LONGEST))
      throw new Error('The agent wrote a line of more than 1 MB.')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}

/**
 * A command that gets an observation per line, and answers each with a line. Both are JSON.
 * @throws Error when it cannot be started
 */
export async function linesAgent(command: readonly string[], cwd: string): Promise<Agent> {
  const group = await startGroup(command, { stdio: ['pipe', 'pipe', 'inherit'], cwd })
  const { stdin, stdout } = group.child
  const lines = linesOf(stdout as Readable)
  // It may have ended without reading.
  stdin?.on('error', () => undefined)
  return {
    async next(observation) {
      stdin?.write(`${JSON.stringify(observation)}\n`)
      const { done, value } = await lines.next()
      if (!done) return parse(value)
      const ended = await group.ended
      return typeof ended === 'number' ? `exit code ${ended}` : ended
    },
    stop: group.end,
  }
}

function parse(line: string): Action | string {
  try {
    return Object(JSON.parse(line))
  } catch {
    return `its line was no JSON: ${line.slice(0, 100)}`
  }
}
