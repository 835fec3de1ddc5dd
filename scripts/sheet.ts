/**
 * `npm run sheet` prints the answers to the planted defects with their levels and points, for teachers: all, or those of an
 * assignment, for which it also marks the reports of a class (docs/testers.md#give-an-assignment).
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Defect, defects } from '../src/contract/defects.ts'
import { runCommand } from './command-line.ts'
import { answers, worthOf } from './teaching/answers.ts'
import { type Assignment, parseAssignment } from './teaching/assignment.ts'
import { type Finding, type Marks, markReport } from './teaching/mark-report.ts'

const USAGE = `npm run sheet -- [answers.json [report.json …]]

  answers-3-mixed-7f3a9c.json   as npm run assignment has written it; without it, all answers
`

const SIGNS: Partial<Record<Finding['result'], string>> = { planted: '✓', 'not planted': '✗' }

/** Controls, breaks of lines, and what turns the direction of text. */
const UNPRINTABLE = /[\s\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** Prints lines: whatever a report has in its fields, it stays in its line, and the terminal does not obey it. */
function print(...lines: string[]): void {
  for (const line of lines) process.stdout.write(`${line.replace(UNPRINTABLE, ' ')}\n`)
}

await runCommand({ USAGE, run: printSheet }, process.argv.slice(2))

function printSheet(args: string[]): void {
  const [given, ...reports] = parseArgs({ args, allowPositionals: true }).positionals
  if (given === undefined) {
    printAnswers('All planted defects', defects)
    return
  }
  const assignment = parseAssignment(read(given))
  const marked = reports.map((file) => ({ file, marks: marksOf(assignment, read(file)) }))
  printAnswers(`Assignment ${assignment.code} at ${assignment.url}`, assignment.defects)
  for (const report of marked) printReport(report)
  if (marked.length > 0) printClass(marked, sumOf(assignment.defects))
}

function read(file: string): string {
  // From the folder in which npm was started.
  const path = resolve(process.env.INIT_CWD ?? '', file)
  if (!existsSync(path) || statSync(path).isDirectory())
    throw new Error(`There is no file ${file}.`)
  return readFileSync(path, 'utf8')
}

function sumOf(ids: readonly Defect[]): number {
  return ids.reduce((sum, id) => sum + worthOf(id).points, 0)
}

function printAnswers(title: string, ids: readonly Defect[]): void {
  print(`# ${title}`, '')
  print('| defect | level | points | fault | how to show it |', '| --- | --- | --- | --- | --- |')
  for (const id of ids) {
    const { level, points } = worthOf(id)
    const { fault, steps } = answers[id]
    print(`| ${[id, level, points, fault, steps].join(' | ')} |`)
  }
  print('', `${sumOf(ids)} points`)
}

/** The marks of a report, or why it has none. */
type Marked = { file: string; marks: Marks | Error }

function marksOf(assignment: Assignment, report: string): Marks | Error {
  try {
    return markReport(assignment, report)
  } catch (error) {
    process.exitCode = 1
    return error as Error
  }
}

function printReport({ file, marks }: Marked): void {
  const student = marks instanceof Error ? '' : marks.student
  print('', `## ${student ? `${student} (${file})` : file}`, '')
  if (marks instanceof Error) {
    print(marks.message)
    return
  }
  if (marks.findings.length === 0) print('It has no findings.')
  for (const { defect, text, result, points } of marks.findings) {
    const worth = SIGNS[result] ? `${points}` : 'not counted'
    print(`- ${SIGNS[result] ?? '–'} ${result} (${worth}): ${defect}: ${text}`)
  }
}

function printClass(marked: readonly Marked[], most: number): void {
  print('', '# The class', '')
  print('| student | points | found | wrong |', '| --- | --- | --- | --- |')
  for (const { file, marks } of marked) {
    const cells = cellsOf(file, marks, most).map((cell) => String(cell).replaceAll('|', ' '))
    print(`| ${cells.join(' | ')} |`)
  }
  const named = marked.flatMap(({ file, marks }) =>
    marks instanceof Error || !marks.student ? [] : [{ file, name: marks.student.toLowerCase() }],
  )
  for (const [name, reports] of Map.groupBy(named, ({ name }) => name)) {
    const files = reports.map(({ file }) => file).join(', ')
    if (reports.length > 1) print('', `${reports.length} reports have the name ${name}: ${files}`)
  }
}

function cellsOf(file: string, marks: Marks | Error, most: number): unknown[] {
  if (marks instanceof Error) return [file, 'not marked, see above', '', '']
  const count = (result: string) => marks.findings.filter((one) => one.result === result).length
  const points = `${marks.points} of ${most}`
  return [marks.student || file, points, count('planted'), count('not planted')]
}
