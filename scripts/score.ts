/**
 * `npm run score -- [options] -- command …` tells which planted defects a test suite catches (docs/testers.md#score-your-suite): it serves
 * the app itself, and runs the suite with and without each defect, which the suite cannot know but by testing.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Defect, defects } from '../src/contract/defects.ts'
import { runCommand, WrongOption } from './command-line.ts'
import { stopSignal } from './judge/group.ts'
import { judge } from './judge/judge.ts'
import { judgedApp } from './judge/judged-app.ts'
import { toJson, toJunit, toTable } from './teaching/score-report.ts'

const USAGE = `npm run score -- [options] -- command …

  --only stuck-heart,timestamp  some of the defects; by default all
  --workers 4                   how many runs at the same time; by default 1
  --json score.json             writes the result as JSON
  --junit score.xml             writes the result as JUnit's XML
  --student "Ada Lovelace"      the name in both
  --show                        prints what the suite prints

  The command gets the address of the app as GEARHEADS_URL, or in place of {url}. {run} is the number of the run.
`

const print = (text: string) => process.stdout.write(`${text}\n`)
/** The folder in which npm was started. */
const start = process.env.INIT_CWD ?? process.cwd()
const signal = stopSignal()

await runCommand({ USAGE, run: score }, process.argv.slice(2))

async function score(args: string[]): Promise<void> {
  const { values, positionals: command } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      workers: { type: 'string', default: '1' },
      json: { type: 'string' },
      junit: { type: 'string' },
      student: { type: 'string' },
      show: { type: 'boolean' },
    },
  })
  if (command.some((part) => part.includes('{defect}')))
    throw new WrongOption('There is no {defect}: a suite cannot know which one is planted.')
  if (command.length === 0) throw new WrongOption('Which command runs your suite?')
  const chosen = [...new Set(values.only?.split(',') ?? defects)] as Defect[]
  for (const id of chosen) {
    if (!defects.includes(id)) throw new WrongOption(`There is no defect ${id}.`)
  }
  const student = values.student?.trim()
  if (student === '') throw new WrongOption('--student needs a name.')
  const workers = Number(values.workers)
  if (!(Number.isInteger(workers) && workers > 0))
    throw new WrongOption('--workers must be 1 or more.')

  const verdict = await judge(chosen, {
    command,
    app: await judgedApp().finally(() => signal.throwIfAborted()),
    signal,
    cwd: start,
    workers,
    show: values.show,
    onRun: (done, of) => process.stderr.write(`run ${done} of ${of}\n`),
  })
  print(verdict.problem ?? toTable(verdict))
  if (verdict.output)
    print(`\nThe last lines of its first failed run without a defect:\n\n${verdict.output}`)
  if (values.json) writeFileSync(resolve(start, values.json), toJson(verdict, student))
  if (values.junit) writeFileSync(resolve(start, values.junit), toJunit(verdict, student))
  if (verdict.clean.failed > 0) process.exitCode = 1
}
