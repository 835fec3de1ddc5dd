import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { findChromium } from '../find-chromium.mjs'
import { judgedApp } from '../judge/judged-app.ts'
import { handlesOf } from '../judge/plan.ts'
import { type AppFiles, serveRun } from '../judge/run-server.ts'
import { linesAgent } from './adapters/lines.ts'
import { mcpAgent } from './adapters/mcp.ts'
import type { Agent } from './agent.ts'
import { check } from './check.ts'
import { Device } from './device.ts'
import { drawTask } from './draw.ts'
import { type Task, tasks } from './tasks.ts'

export const USAGE = `npm run arena -- do [options] -- command …

  --only like,bio      some of the tasks, by the beginning of their names; by default all
  --list               prints the names
  --runs 3             how often each, with other values; by default 1
  --steps 40           how many actions it may take; by default 40
  --json do.json       writes the verdicts as JSON
  --secret TEXT        draws the same values again; by default they are random
  --mcp                in place of a command, a server of the Model Context Protocol for one task; needs --json

  The command gets an observation per line, and answers each with an action: docs/testers.md#measure-an-agent.
`

export type Verdict = {
  task: string
  run: number
  passed: boolean
  /** What is wrong. */
  differences: string[]
  steps: number
  seconds: number
}

/** How long an agent may think about one action, in ms. */
const THINKING = 300_000

/** The folder in which npm was started. */
const start = process.env.INIT_CWD ?? process.cwd()

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
  const chosen = tasks.filter(({ id }) => beginnings.some((one) => id.startsWith(one)))
  if (values.list) return print(chosen.map(({ id }) => id).join('\n'))
  const [runs, steps] = [Number(values.runs), Number(values.steps)]
  if (!(runs > 0 && steps > 0)) throw new Error('--runs and --steps must be 1 or more.')
  if (chosen.length === 0) throw new Error(`There is no task ${values.only}.`)
  if (!values.mcp && command.length === 0) throw new Error('Which command runs your agent?')
  if (values.mcp && !(chosen.length === 1 && runs === 1 && values.json))
    throw new Error('--mcp needs --only with one task, and --json.')

  const newAgent = () =>
    values.mcp ? mcpAgent(process.stdin, process.stdout) : linesAgent(command, start)
  const { secret = randomBytes(32).toString('hex') } = values
  const verdicts = await judgeAgent(chosen, { runs, steps, secret, newAgent })
  if (values.json)
    writeFileSync(resolve(start, values.json), `${JSON.stringify(verdicts, null, 2)}\n`)
  // An agent reads what a server of its protocol prints.
  if (!values.mcp) print(toTable(verdicts))
}

type Options = {
  runs?: number
  steps?: number
  secret: string
  newAgent: () => Agent
  app?: AppFiles
}

/** Runs an agent for each task, each in a browser profile of its own, and compares the rows afterwards. */
export async function judgeAgent(
  chosen: readonly Task[],
  { runs = 1, steps = 40, secret, newAgent, app }: Options,
): Promise<Verdict[]> {
  const files = app ?? (await judgedApp())
  const browser = await chromium.launch({
    executablePath: findChromium(chromium.executablePath()),
    // Nothing leaves this machine, whatever the page is made to ask for.
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost', '--disable-gpu'],
  })
  const verdicts: Verdict[] = []
  try {
    for (const task of chosen) {
      for (let run = 0; run < runs; run++) {
        verdicts.push(await judgeRun(task, { run, steps, secret, newAgent, browser, app: files }))
        process.stderr.write(`run ${verdicts.length} of ${chosen.length * runs}\n`)
      }
    }
  } finally {
    await browser.close()
  }
  return verdicts
}

type RunOptions = Required<Omit<Options, 'runs'>> & { run: number; browser: Browser }

async function judgeRun(
  task: Task,
  { run, steps, secret, newAgent, browser, app }: RunOptions,
): Promise<Verdict> {
  const drawn = await drawTask(task, run, secret)
  const controlKey = randomBytes(16).toString('hex')
  const server = await serveRun(app, handlesOf([]), { controlKey })
  const begin = performance.now()
  try {
    const device = await Device.open(browser, server, drawn, controlKey)
    const agent = newAgent()
    const taken = await play(agent, device, steps).finally(() => agent.stop())
    const after = await device.close()
    const differences = [...device.problems, ...(await check(drawn, after, device.writes))]
    const seconds = Math.round((performance.now() - begin) / 100) / 10
    const passed = differences.length === 0
    return { task: task.id, run, passed, differences, steps: taken, seconds }
  } finally {
    await server.stop()
  }
}

/** @returns how many actions it took */
async function play(agent: Agent, device: Device, steps: number): Promise<number> {
  let error: string | undefined
  let screenshot = false
  for (let taken = 0; taken < steps; taken++) {
    const observation = await device.observe(steps - taken, error, screenshot)
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(late.resolve, THINKING)
    const action = await Promise.race([agent.next(observation), late.promise])
    clearTimeout(timer)
    // What else it says, such as that it has succeeded, does not count.
    if (!action || action.act === 'done') return taken
    screenshot = action.screenshot === true
    error = await device.act(action).then(
      () => undefined,
      ({ message }: Error) => message.split('\n')[0],
    )
  }
  return steps
}

function toTable(verdicts: readonly Verdict[]): string {
  const lines = verdicts.flatMap(({ task, run, passed, differences, steps, seconds }) => [
    `${passed ? '✓ passed' : '✗ failed'}  ${task} #${run}  ${steps} actions, ${seconds} s`,
    ...differences.map((one) => `    ${one}`),
  ])
  const passed = verdicts.filter((one) => one.passed).length
  return [...lines, '', `The agent passed ${passed} of ${verdicts.length} runs.`].join('\n')
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)
