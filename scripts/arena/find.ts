import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { judgedApp } from '../judge/judged-app.ts'
import { parseAssignment } from '../teaching/assignment.ts'
import { judgeFindings, toTable } from './findings.ts'
import { workshopFor } from './workshop.ts'

export const USAGE = `npm run arena -- find [options]

  --findings findings               the folder with the finder's checks, one finding a file: name.spec.ts
  --answers answers-3-mixed-….json  which defects were planted; arena -- serve and assignment write it
  --workers 2                       how many runs at the same time; by default 1
  --json found.json                 writes the result as JSON
  --show                            prints what the checks print
`

/** The folder in which npm was started. */
const start = process.env.INIT_CWD ?? process.cwd()

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
  if (!values.findings || !values.answers) throw new Error('Which findings, and which answers?')
  const workers = Number(values.workers)
  if (!(Number.isInteger(workers) && workers > 0)) throw new Error('--workers must be 1 or more.')
  const { defects } = parseAssignment(readFileSync(resolve(start, values.answers), 'utf8'))
  const workshop = workshopFor(resolve(start, values.findings))
  try {
    const found = await judgeFindings(defects, {
      ...workshop,
      app: await judgedApp(),
      workers,
      show: values.show,
      onFinding: (done, of) => process.stderr.write(`finding ${done} of ${of}\n`),
    })
    process.stdout.write(`${toTable(found)}\n`)
    if (values.json)
      writeFileSync(resolve(start, values.json), `${JSON.stringify(found, null, 2)}\n`)
  } finally {
    workshop.remove()
  }
}
