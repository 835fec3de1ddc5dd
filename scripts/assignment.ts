/**
 * `npm run assignment -- --url https://… 3-mixed` makes an assignment for a class (docs/testers.md#give-an-assignment): a copy of the app
 * with planted defects that nothing in it names, for any static host, and the answers for the teacher.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, WrongOption } from './command-line.ts'
import { judgedApp } from './judge/judged-app.ts'
import { handlesOf } from './judge/plan.ts'
import { filesOfRun } from './judge/run-server.ts'
import { newAssignment } from './teaching/assignment.ts'

const USAGE = `npm run assignment -- --url https://class.example 3-mixed

  3-mixed                       how many defects, and their level: easy, medium, hard or mixed
  --url https://class.example   where students will open it
  --with page-border,timestamp  has these defects; by default, all are chosen at random
`

const print = (text: string) => process.stdout.write(`${text}\n`)
/** The folder in which npm was started. */
const start = process.env.INIT_CWD ?? process.cwd()

await runCommand({ USAGE, run: makeAssignment }, process.argv.slice(2))

async function makeAssignment(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { url: { type: 'string' }, with: { type: 'string' } },
  })
  const [kind = ''] = positionals
  if (!values.url) throw new WrongOption('Where will students open it?')
  const url = URL.parse('./', values.url.replace(/\/?$/, '/'))
  if (!url || !/^https?:$/.test(url.protocol))
    throw new WrongOption(`--url takes an address with http:// or https://, not ${values.url}.`)
  const assignment = newAssignment(kind, url.href, values.with?.split(','))
  const { code, defects } = assignment
  const folder = resolve(start, `assignment-${code}`)
  const files = filesOfRun(await judgedApp(url.pathname), handlesOf(defects), { assignment: code })
  for (const [path, body] of files) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, body)
  }
  const answers = resolve(start, `answers-${code}.json`)
  writeFileSync(answers, `${JSON.stringify(assignment, null, 2)}\n`)
  print(`Assignment ${code}. Serve the folder at the address that students open, and keep the answers for yourself:

  ${url.href}
  ${folder}
  ${answers}`)
}
