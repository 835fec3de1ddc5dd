/**
 * `npm run sheet` prints the answers to the planted defects with their levels and points, for teachers: all, or those of an
 * assignment, for which it also marks the reports of a class (docs/testers.md#give-an-assignment).
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Defect, defects } from '../src/contract/defects.ts'
import { runCommand } from './command-line.ts'
import { answers, worthOf } from './teaching/answers.ts'
import { type Assignment, parseAssignment } from './teaching/assignment.ts'
import { type Marks, markReport } from './teaching/mark-report.ts'

const USAGE = `npm run sheet -- [answers.json [report.json …]]

  answers-3-mixed-7f3a9c.json   as npm run assignment has written it; without it, all answers
`

const print = (text: string) => process.stdout.write(`${text}\n`)
// The folder in which npm was started.
const read = (file: string) => readFileSync(resolve(process.env.INIT_CWD ?? '', file), 'utf8')

await runCommand({ USAGE, run: printSheet }, process.argv.slice(2))

function printSheet(args: string[]): void {
  const [given, ...reports] = parseArgs({ args, allowPositionals: true }).positionals
  if (given === undefined) {
    printAnswers('All planted defects', defects)
    return
  }
  const assignment = parseAssignment(read(given))
  printAnswers(`Assignment ${assignment.code} at ${assignment.url}`, assignment.defects)
  const rows = reports.map((file) => rowOf(marksOf(assignment, file), file, assignment.defects))
  if (rows.length > 0) printClass(rows)
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

/** Prints the findings of a report. @returns its marks, unless it cannot be marked */
function marksOf(assignment: Assignment, file: string): Marks | undefined {
  print(`\n## ${file}\n`)
  try {
    const marks = markReport(assignment, read(file))
    for (const { defect, text, isRight } of marks.findings) {
      print(`${isRight ? '✓ planted    ' : '✗ not planted'}  ${defect}: ${text}`)
    }
    return marks
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
    return undefined
  }
}

/** The row of a report in the table of the class. */
function rowOf(marks: Marks | undefined, file: string, ids: readonly Defect[]): unknown[] {
  if (!marks) return [file, 'not marked, see above', '', '']
  const { student, points, findings } = marks
  const found = findings.filter(({ isRight }) => isRight).length
  return [student.trim() || file, `${points} of ${sumOf(ids)}`, found, findings.length - found]
}

function printClass(rows: readonly unknown[][]): void {
  print('\n# The class\n')
  print('| student | points | found | wrong |\n| --- | --- | --- | --- |')
  for (const cells of rows)
    print(`| ${cells.map((cell) => String(cell).replace(/[|\s]+/g, ' ')).join(' | ')} |`)
}
