/**
 * `npm run sheet` prints the answers to the planted defects with their levels and points, for teachers: all, or those of an
 * assignment. It also marks reports of students, and finds an assignment with given defects (docs/testers.md#planted-defects).
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type Assignment,
  defectsByLevel,
  defectsOf,
  isAssignment,
  type Level,
  MAX_SEED,
} from '../src/contract/assignments.ts'
import { type Defect, defects } from '../src/contract/defects.ts'
import { answers, worthOf } from './teaching/answers.ts'
import { markReport } from './teaching/mark-report.ts'

const USAGE = `npm run sheet -- [assignment [report.json …]]

  3-mixed-42                          the answers of this assignment; without one, all
  --with page-border,timestamp 3-mixed   the first assignment of this number and level that has these defects
`

const print = (text: string) => process.stdout.write(`${text}\n`)

try {
  printSheet(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  process.exitCode = 1
}

function printSheet(args: string[]): void {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { with: { type: 'string' } },
  })
  const [given, ...reports] = positionals
  const assignment = values.with ? findAssignment(values.with.split(','), given ?? '') : given
  if (assignment === undefined) printAnswers('All planted defects', defects)
  else if (!isAssignment(assignment)) throw new Error(`${assignment} is no assignment.`)
  else {
    printAnswers(`Assignment ${assignment}`, [...defectsOf([assignment])])
    for (const file of reports) printMarks(assignment, file)
  }
}

/** @param start of the code: `3-mixed` */
function findAssignment(wanted: string[], start: string): string {
  for (const id of wanted) {
    if (!defects.includes(id as Defect)) throw new Error(`There is no defect ${id}.`)
  }
  if (!isAssignment(`${start}-0`)) throw new Error('Give a number and a level, such as 3-mixed.')
  const [count, level] = start.split('-') as [string, Level]
  const pool: readonly string[] = defectsByLevel[level]
  if (wanted.length > Number(count) || wanted.some((id) => !pool.includes(id)))
    throw new Error(`No assignment ${start} has all of these defects.`)
  for (let seed = 0; seed <= MAX_SEED; seed += 1) {
    const code = `${start}-${seed}`
    const chosen = defectsOf([code])
    if (wanted.every((id) => chosen.has(id as Defect))) return code
  }
  throw new Error(`No seed of ${start} has all of these defects.`)
}

function sumOf(ids: readonly Defect[]): number {
  return ids.reduce((sum, id) => sum + worthOf(id).points, 0)
}

function printAnswers(title: string, ids: readonly Defect[]): void {
  print(`# ${title}\n`)
  print('| defect | level | points | fault | how to show it |\n| --- | --- | --- | --- | --- |')
  for (const id of ids) {
    const { level, points } = worthOf(id)
    const { fault, steps } = answers[id]
    print(`| ${[id, level, points, fault, steps].join(' | ')} |`)
  }
  print(`\n${sumOf(ids)} points`)
}

function printMarks(assignment: Assignment, file: string): void {
  print(`\n## ${file}\n`)
  try {
    // The folder in which npm was started.
    const text = readFileSync(resolve(process.env.INIT_CWD ?? '', file), 'utf8')
    const { points, findings } = markReport(assignment, text)
    for (const { defect, text, isRight } of findings) {
      print(`${isRight ? '✓ planted    ' : '✗ not planted'}  ${defect}: ${text}`)
    }
    print(`\n${points} of ${sumOf([...defectsOf([assignment])])} points`)
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
