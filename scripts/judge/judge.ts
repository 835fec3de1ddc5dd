import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Defect } from '../../src/contract/defects.ts'
import { startGroup } from './group.ts'
import { handlesOf, planRuns, type Run } from './plan.ts'
import { type AppFiles, serveRun } from './run-server.ts'

/** `unsure`: the suite failed in one of its two runs, and passed in the other. */
export type Score = { defect: Defect; result: 'caught' | 'missed' | 'unsure'; seconds: number }

export type Verdict = {
  scores: Score[]
  /** Of the clean runs among the planted ones. After a failure no catch can be trusted. */
  clean: { failed: number; of: number }
  /** The share of the failed runs in which a defect was planted; missing if none failed. */
  precision?: number
  /** Why nothing was tried. */
  problem?: string
  /** The last lines that the first failed clean run has printed. */
  output?: string
}

type Options = {
  /** `{url}` is replaced with the address of the run, and `{run}` with its number. */
  command: readonly string[]
  app: AppFiles
  /** The folder of the suite. */
  cwd: string
  /** How many runs at the same time. */
  workers?: number
  /** Prints what the suite prints. */
  show?: boolean
  /** Whether each run has data of its own, in place of the seed of the app. */
  variesData?: boolean
  /** Ends a run, which has failed then. */
  timeoutMs?: number
  /** Ends the runs, and rejects. */
  signal?: AbortSignal
  /** Decides the order of the runs. */
  secret?: string
  /** Called after each run. It tells nothing about it, because the suite may read where it is printed. */
  onRun?: (done: number, of: number) => void
}

/**
 * Runs a suite for each defect, and without one. The judge serves the app, at an address of its own for each run, and plants
 * the defects. The suite knows nothing but the address.
 * A suite that fails without a defect at once has missed all. @throws Error when it cannot be started
 */
export async function judge(
  chosen: readonly Defect[],
  { secret = randomBytes(32).toString('hex'), workers = 1, onRun, ...options }: Options,
): Promise<Verdict> {
  let number = 0
  const run = (one: Run) => runSuite(one, { ...options, number: number++ })
  const plan = planRuns(chosen, secret)
  // As many at a time as later: runs that disturb each other would count as caught.
  const first = Array.from({ length: workers }, () => ({
    handles: handlesOf([]),
    seed: randomInt(2 ** 32),
  }))
  const firstFailed = (await allOf(first.map(run))).filter(({ passed }) => !passed)
  if (firstFailed.length > 0) {
    const scores = chosen.map((defect): Score => ({ defect, result: 'missed', seconds: 0 }))
    const clean = { failed: firstFailed.length, of: workers }
    const { output } = firstFailed[0] as Outcome
    return { scores, clean, precision: 0, problem: explain(workers), output }
  }

  const outcomes: (Run & Outcome)[] = []
  let done = 0
  const queue = plan.values()
  const lanes = Array.from({ length: workers }, async () => {
    for (const one of queue) {
      const isMissed = outcomes.some(({ planted, passed }) => passed && planted === one.planted)
      // Nothing can change any more. The clean runs all count.
      if (!(one.planted && isMissed)) outcomes.push({ ...one, ...(await run(one)) })
      onRun?.(++done, plan.length)
    }
  })
  await allOf(lanes)

  const failed = outcomes.filter(({ passed }) => !passed)
  const clean = outcomes.filter(({ planted }) => !planted)
  const falseAlarms = failed.filter(({ planted }) => !planted)
  const scores = chosen.map((defect): Score => {
    const own = outcomes.filter(({ planted }) => planted === defect)
    const fails = own.filter(({ passed }) => !passed).length
    const seconds = own.reduce((sum, one) => sum + one.seconds, 0)
    const result = fails === 2 ? 'caught' : fails === 1 ? 'unsure' : 'missed'
    return { defect, result, seconds: Math.round(seconds * 10) / 10 }
  })
  return {
    scores,
    clean: { failed: falseAlarms.length, of: clean.length },
    precision: failed.length > 0 ? 1 - falseAlarms.length / failed.length : undefined,
    output: falseAlarms[0]?.output,
  }
}

/** As `Promise.all`, but nothing goes on after it rejects. */
async function allOf<T>(promises: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

function explain(workers: number): string {
  return `The suite fails without a defect. Mend it first; --show prints all of its output.${
    workers > 1 ? ' If it passes with --workers 1, its runs disturb each other.' : ''
  }`
}

type Outcome = { passed: boolean; seconds: number; output?: string }

type SuiteOptions = Omit<Options, 'workers' | 'secret' | 'onRun'> & { number: number }

async function runSuite(
  run: Run,
  { command, app, cwd, show, variesData, timeoutMs, signal, number }: SuiteOptions,
): Promise<Outcome> {
  signal?.throwIfAborted()
  const server = await serveRun(app, run.handles, variesData ? { seed: run.seed } : {})
  const url = `http://localhost:${server.port}`
  const filled = command.map((part) =>
    part.replaceAll('{url}', url).replaceAll('{run}', String(number)),
  )
  const begin = performance.now()
  let timer: NodeJS.Timeout | undefined
  let isLate = false
  try {
    const suite = await startGroup(filled, {
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      cwd,
      env: { ...process.env, GEARHEADS_URL: url },
    })
    const lastLines = readOutput(suite.child)
    const onLate = () => {
      // It may take the signal for a reason to pass.
      isLate = true
      suite.end()
    }
    if (timeoutMs !== undefined) timer = setTimeout(onLate, timeoutMs)
    signal?.addEventListener('abort', suite.end, { once: true })
    if (signal?.aborted) suite.end()
    const code = await suite.ended
    // What outlives it could disturb the next run.
    await suite.end()
    signal?.removeEventListener('abort', suite.end)
    const output = await lastLines()
    signal?.throwIfAborted()
    const seconds = (performance.now() - begin) / 1000
    return { passed: code === 0 && !isLate, seconds, output }
  } finally {
    clearTimeout(timer)
    await server.stop()
  }
}

/** @returns the last lines that a command has printed, once it has ended */
function readOutput(child: ChildProcess): () => Promise<string> {
  let text = ''
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  for (const stream of streams)
    stream.setEncoding('utf8').on('data', (more) => {
      text = (text + more).slice(-4000)
    })
  const closed = once(child, 'close')
  return async () => {
    // What it has detached may keep them open.
    await Promise.race([closed, wait(1000, undefined, { ref: false })])
    for (const stream of streams) stream.destroy()
    return text.trimEnd().split('\n').slice(-20).join('\n')
  }
}
