import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { WrongOption } from '../command-line.ts'
import { stopSignal } from '../judge/group.ts'
import { judgedApp } from '../judge/judged-app.ts'
import { linesAgent } from './adapters/lines.ts'
import { mcpAgent } from './adapters/mcp.ts'
import type { Agent } from './agent.ts'
import { check } from './check.ts'
import { browserDevices, type DeviceOfRun, type Devices } from './devices.ts'
import { drawTask } from './draw.ts'
import { countOf, pathOf, resultFile } from './options.ts'
import { type Task, tasks } from './tasks.ts'

export const USAGE = `npm run arena -- do [options] -- command …

  --only like,bio      some of the tasks, by the beginning of their names; by default all
  --list               prints the names
  --runs 3             how often each, with other values; by default 1
  --steps 40           how many actions it may take; by default 40
  --json do.json       writes the verdicts as JSON, after each run
  --secret TEXT        draws the same values again; by default each run has a random one
  --mcp                in place of a command, a server of the Model Context Protocol for one task; needs --json

  The command gets an observation per line, and answers each with an action: docs/testers.md#measure-an-agent.
  It ends with 0 when every run is judged, whether or not the agent passed: --json has the verdicts.
`

export type Verdict = {
  task: string
  run: number
  /** `--only`, and it as `--secret`, repeat the run. */
  secret: string
  passed: boolean
  /** How the agent has ended: `done`, `out of steps`, `out of time`, `exit code 1`. It does not decide whether it passed. */
  ended: string
  /** What is wrong. */
  differences: string[]
  steps: number
  seconds: number
}

/** How long an agent may think about one action, in ms. */
const THINKING = 300_000
/** How long the judge may take for one thing, in ms. Playwright gives up after 30 s, but not always. */
const PATIENCE = 60_000

export async function run(args: string[]): Promise<void> {
  const { values, positionals: command } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      list: { type: 'boolean' },
      runs: { type: 'string', default: '1' },
      steps: { type: 'string', default: '40' },
      json: { type: 'string' },
      secret: { type: 'string' },
      mcp: { type: 'boolean' },
    },
  })
  const beginnings = values.only?.split(',') ?? ['']
  const chosenBy = (one: string) => tasks.filter(({ id }) => id.startsWith(one))
  for (const one of values.only === undefined ? [] : beginnings)
    if (!one || chosenBy(one).length === 0)
      throw new WrongOption(`--only: there is no task "${one}". --list prints their names.`)
  const chosen = [...new Set(beginnings.flatMap(chosenBy))]
  if (values.list) return print(chosen.map(({ id }) => id).join('\n'))
  const runs = countOf('--runs', values.runs)
  const steps = countOf('--steps', values.steps)
  if (!values.mcp && command.length === 0) throw new WrongOption('Which command runs your agent?')
  if (values.mcp && !(chosen.length === 1 && runs === 1 && values.json))
    throw new WrongOption('--mcp needs --only with one task, and --json.')
  const write = resultFile(values.json, [])

  const signal = stopSignal()
  const app = await judgedApp().finally(() => signal.throwIfAborted())
  const devices = await browserDevices(app)
  const verdicts: Verdict[] = []
  await judgeAgent(chosen, {
    ...{ runs, steps, secret: values.secret, devices },
    signal: values.mcp ? undefined : signal,
    newAgent: () =>
      values.mcp
        ? mcpAgent(process.stdin, process.stdout, signal)
        : linesAgent(command, pathOf('.')),
    onVerdict: (verdict) => {
      verdicts.push(verdict)
      write(verdicts)
      // An agent reads what a server of its protocol prints.
      if (!values.mcp) print(toText(verdict))
    },
  })
  const passed = verdicts.filter((one) => one.passed).length
  if (!values.mcp) print(`\nThe agent passed ${passed} of ${verdicts.length} runs.`)
}

type Options = {
  runs?: number
  steps?: number
  /** Without it, each run has one of its own, so that nobody can tell the next one from a verdict. */
  secret?: string
  /** Rejects when no agent can be started. */
  newAgent: () => Agent | Promise<Agent>
  devices: Devices
  /** Ends the run, and rejects. */
  signal?: AbortSignal
  onVerdict: (verdict: Verdict) => void
}

/** Runs an agent for each task, each on a device of its own, and compares the rows afterwards. */
export async function judgeAgent(
  chosen: readonly Task[],
  { runs = 1, steps = 40, secret, signal = new AbortController().signal, ...options }: Options,
): Promise<void> {
  const secretOf = (run: number) => {
    if (secret === undefined) return randomBytes(16).toString('hex')
    return run === 0 ? secret : `${secret}-${run}`
  }
  signal.addEventListener('abort', options.devices.close)
  try {
    for (const task of chosen)
      for (let run = 0; run < runs; run++)
        await judgeRun(task, { ...options, run, secret: secretOf(run), steps, signal })
  } finally {
    await options.devices.close()
  }
}

type RunOptions = Required<Omit<Options, 'runs'>> & { run: number }

async function judgeRun(
  task: Task,
  { run, steps, secret, newAgent, devices, signal, onVerdict }: RunOptions,
): Promise<void> {
  signal.throwIfAborted()
  const drawn = await drawTask(task, secret)
  const begin = performance.now()
  const end = { ended: 'error', steps: 0, differences: [] as string[] }
  const agent = await newAgent()
  try {
    await devices.use(drawn, async (device) => {
      await play(agent, { device, steps, signal, end })
      const after = await within(PATIENCE, signal, device.close())
      end.differences = [...device.problems, ...(await check(drawn, after, device.writes))]
    })
  } catch (error) {
    end.differences = [firstLine(error as Error)]
  } finally {
    await agent.stop()
  }
  signal.throwIfAborted()
  const seconds = Math.round((performance.now() - begin) / 100) / 10
  const passed = end.differences.length === 0
  onVerdict({ task: task.id, run, secret, passed, ...end, seconds })
}

type Play = {
  device: DeviceOfRun
  steps: number
  signal: AbortSignal
  /** Gets how many actions it took, and how the agent has ended. */
  end: { ended: string; steps: number }
}

async function play(agent: Agent, { device, steps, signal, end }: Play): Promise<void> {
  let error: string | undefined
  let screenshot = false
  for (; end.steps < steps; end.steps++) {
    const observing = device.observe(steps - end.steps, error, screenshot)
    const observation = await within(PATIENCE, signal, observing)
    const action = await within(THINKING, signal, agent.next(observation)).catch((error) => {
      if (error.name === 'TimeoutError') return 'out of time'
      throw error
    })
    // What else it says, such as that it has succeeded, does not count.
    if (typeof action === 'string' || action.act === 'done') {
      end.ended = typeof action === 'string' ? action : 'done'
      return
    }
    screenshot = action.screenshot === true
    error = await within(PATIENCE, signal, device.act(action)).then(() => undefined, firstLine)
  }
  end.ended = 'out of steps'
}

/** @throws Error when it takes longer, or is stopped */
async function within<T>(ms: number, signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const stop = () => late.reject(signal.reason)
  const timer = setTimeout(() => {
    late.reject(new DOMException(`It took more than ${ms / 1000} s.`, 'TimeoutError'))
  }, ms)
  signal.addEventListener('abort', stop)
  try {
    if (signal.aborted) stop()
    return await Promise.race([late.promise, work])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

const firstLine = ({ message }: Error): string => message.split('\n')[0] ?? ''

function toText({
  task,
  run,
  secret,
  passed,
  ended,
  differences,
  steps,
  seconds,
}: Verdict): string {
  return [
    `${passed ? '✓ passed' : '✗ failed'}  ${task} #${run}  ${steps} actions, ${seconds} s, ${ended}`,
    ...differences.map((one) => `    ${one}`),
    ...(passed ? [] : [`    Repeat it with --only ${task} --secret '${secret}'`]),
  ].join('\n')
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)
