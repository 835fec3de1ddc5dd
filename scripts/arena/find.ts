import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Defect } from '../../src/contract/defects.ts'
import { WrongOption } from '../command-line.ts'
import { stopSignal } from '../judge/group.ts'
import { judgedApp } from '../judge/judged-app.ts'
import { parseAssignment } from '../teaching/assignment.ts'
import { checksIn, judgeFindings, toLine, toSummary } from './findings.ts'
import { countOf, pathOf, resultFile } from './options.ts'
import { workshopFor } from './workshop.ts'

export const USAGE = `npm run arena -- find [options]

  --findings findings               the folder with the finder's checks, one finding a file: name.spec.ts
  --answers answers-3-mixed-….json  which defects were planted; arena -- serve and assignment write it
  --workers 2                       how many runs at the same time; by default 1
  --json found.json                 writes the result as JSON, after each finding
  --show                            prints what the checks print
`

/** Judges findings (docs/testers.md#judge-findings). */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      findings: { type: 'string' },
      answers: { type: 'string' },
      workers: { type: 'string', default: '1' },
      json: { type: 'string' },
      show: { type: 'boolean' },
    },
  })
  if (!values.findings || !values.answers)
    throw new WrongOption('Which findings, and which answers?')
  const workers = countOf('--workers', values.workers)
  const planted = answersIn(pathOf(values.answers))
  const folder = pathOf(values.findings)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`--findings: ${folder} is no folder. Give the one with the finder's checks.`)
  if (checksIn(folder).length === 0)
    throw new Error(`--findings: ${folder} has no *.spec.ts, which is a finding.`)
  const write = resultFile(values.json, { findings: [] })

  const signal = stopSignal()
  const app = await judgedApp().finally(() => signal.throwIfAborted())
  const workshop = workshopFor(folder)
  try {
    const found = await judgeFindings(planted, {
      ...{ ...workshop, app, workers, signal, show: values.show },
      onFinding: (soFar) => {
        print(soFar.findings.slice(-1).map(toLine).join())
        write(soFar)
      },
    })
    print(`\n${toSummary(found)}`)
  } finally {
    workshop.remove()
  }
}

function answersIn(file: string): Defect[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new Error(`--answers: ${file} is no file. arena -- serve and assignment write it.`)
  }
  return parseAssignment(text).defects
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)
