import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { WrongOption } from '../command-line.ts'
import { judgedApp } from '../judge/judged-app.ts'
import { handlesOf } from '../judge/plan.ts'
import { serveRun } from '../judge/run-server.ts'
import { newAssignment } from '../teaching/assignment.ts'
import { pathOf } from './options.ts'

export const USAGE = `npm run arena -- serve [options] 3-mixed

  3-mixed                       how many defects, and their level: easy, medium, hard or mixed
  --with page-border,timestamp  has these defects; by default, all are chosen at random
`

/** Serves an app with planted defects until Ctrl+C, for a finder, who gets its address (docs/testers.md#judge-findings). */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { with: { type: 'string' } },
  })
  const [kind] = positionals
  if (!kind) throw new WrongOption('How many defects, and of which level?')
  const { code, defects } = newAssignment(kind, '', values.with?.split(','))
  const server = await serveRun(await judgedApp(), handlesOf(defects), { seed: randomInt(2 ** 32) })
  const url = `http://localhost:${server.port}/`
  const file = pathOf(`answers-${code}.json`)
  writeFileSync(file, `${JSON.stringify({ code, url, defects }, null, 2)}\n`)
  process.stdout.write(`${url}\n\nKeep for yourself: ${file}\nCtrl+C ends it.\n`)
}
