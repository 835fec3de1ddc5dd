/**
 * `npm run score -- [options] -- command …` runs a test suite once for each planted defect (docs/testers.md#planted-defects), and prints
 * which ones it caught. The suite plants the defect that the variable GEARHEADS_DEFECT names.
 */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { defectsOf } from '../src/contract/assignments.ts'
import { type Defect, defects } from '../src/contract/defects.ts'
import { type Score, toJson, toJunit, toLine, toSummary } from './teaching/score-report.ts'

const USAGE = `npm run score -- [options] -- command …

  --url http://localhost:4173   the address of the app, passed as GEARHEADS_URL
  --only stuck-heart,timestamp  some of the defects, or those of an assignment (3-mixed-42); by default all
  --workers 4                   how many runs at the same time; by default 1
  --json score.json             writes the result as JSON
  --junit score.xml             writes the result as JUnit's XML
  --student "Ada Lovelace"      the name in both
  --show                        prints what the suite prints

  {defect} in the command is replaced with the id of the defect, so that only its tests run:
  -- npx playwright test --grep @{defect}
`

/** No defect has this id, so that a suite that plants it fails. */
const UNKNOWN = 'no-such-defect'
const PLACEHOLDER = '{defect}'

const print = (text: string) => process.stdout.write(`${text}\n`)
/** The folder in which npm was started. */
const start = process.env.INIT_CWD ?? process.cwd()

try {
  await score(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  process.exitCode = 1
}

async function score(args: string[]): Promise<void> {
  const { values, positionals: command } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      only: { type: 'string' },
      workers: { type: 'string', default: '1' },
      json: { type: 'string' },
      junit: { type: 'string' },
      student: { type: 'string' },
      show: { type: 'boolean' },
    },
  })
  if (command.length === 0) throw new Error('Which command runs your suite?')
  const chosen = [...defectsOf(values.only?.split(',') ?? defects)]
  for (const id of chosen) {
    if (!defects.includes(id)) throw new Error(`There is no defect ${id}.`)
  }
  const student = values.student?.trim()
  if (student === '') throw new Error('--student needs a name.')
  const workers = Number(values.workers)
  if (!(Number.isInteger(workers) && workers > 0)) throw new Error('--workers must be 1 or more.')

  const isNamed = command.some((part) => part.includes(PLACEHOLDER))
  const variables: Record<string, string> = values.url ? { GEARHEADS_URL: values.url } : {}
  /** @param tests the defect whose tests run, if the command names them */
  const passes = (planted: string, tests: string) => {
    const named = command.map((part) => part.replaceAll(PLACEHOLDER, tests))
    return runs(named, values.show, { ...variables, GEARHEADS_DEFECT: planted })
  }
  const [first = ''] = chosen
  if (!isNamed) {
    // As many at a time as later: runs that disturb each other would count as caught.
    const alone = Array.from({ length: Math.min(workers, chosen.length) }, () => passes('', first))
    if ((await Promise.all(alone)).includes(false)) {
      throw new Error(
        `The suite fails without a defect. Run it again with --show, and mend it first.${
          workers > 1 ? ' If it passes with --workers 1, its runs disturb each other.' : ''
        }`,
      )
    }
  }
  const scoreOf = async (defect: Defect): Promise<Score> => {
    const begin = performance.now()
    const isTested = !isNamed || (await passes('', defect))
    const result = !isTested ? 'untested' : (await passes(defect, defect)) ? 'missed' : 'caught'
    return { defect, result, seconds: Math.round((performance.now() - begin) / 100) / 10 }
  }
  if (!(isNamed && !(await passes('', first))) && (await passes(UNKNOWN, first))) {
    throw new Error(
      `The suite passes with GEARHEADS_DEFECT=${UNKNOWN}, which the app refuses: it does not plant the defect, or ignores the reply.`,
    )
  }

  const scores = await inParallel(chosen, workers, scoreOf, (one) => print(toLine(one)))
  print(`\n${toSummary(scores)}`)
  if (values.json) writeFileSync(resolve(start, values.json), toJson(scores, student))
  if (values.junit) writeFileSync(resolve(start, values.junit), toJunit(scores, student))
  if (scores.some(({ result }) => result === 'untested')) process.exitCode = 1
}

/** Runs `work` for each item, at most `workers` at a time. Reports the results in the order of the items. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  workers: number,
  work: (item: Item) => Promise<Result>,
  report: (result: Result) => void,
): Promise<Result[]> {
  const results: Promise<Result>[] = []
  const running = new Set<Promise<unknown>>()
  const reporting: Promise<void>[] = []
  for (const item of items) {
    if (running.size >= workers) await Promise.race(running)
    const result = work(item)
    const end = result.finally(() => running.delete(end))
    running.add(end)
    const before = reporting.at(-1)
    results.push(result)
    reporting.push(Promise.all([result, before]).then(([one]) => report(one)))
  }
  await Promise.all(reporting)
  return Promise.all(results)
}

/** Whether the command ends without an error. */
function runs(
  [command = '', ...args]: string[],
  show: boolean | undefined,
  variables: Record<string, string>,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const suite = spawn(command, args, {
      stdio: show ? 'inherit' : 'ignore',
      cwd: start,
      env: { ...process.env, ...variables },
      // npx is a script on Windows, which only a shell can start.
      shell: process.platform === 'win32',
    })
    suite.on('error', ({ message }) =>
      reject(new Error(`The command could not be started: ${message}`)),
    )
    suite.on('exit', (code) => resolve(code === 0))
  })
}
