/**
 * `npm run score -- [options] -- command …` runs a test suite once for each planted defect (docs/defects.md), and prints
 * which ones it caught. The suite plants the defect that the variable GEARHEADS_DEFECT names.
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { type Defect, defects } from '../src/contract/defects.ts'
import { hints } from '../src/defects/hints.ts'

const USAGE = `npm run score -- [options] -- command …

  --url http://localhost:4173   the address of the app, passed as GEARHEADS_URL
  --only stuck-heart,timestamp  some of the defects; by default all
  --show                        prints what the suite prints
`

/** No defect has this id, so that a suite that plants it fails. */
const UNKNOWN = 'no-such-defect'

const print = (text: string) => process.stdout.write(`${text}\n`)

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
    options: { url: { type: 'string' }, only: { type: 'string' }, show: { type: 'boolean' } },
  })
  if (command.length === 0) throw new Error('Which command runs your suite?')
  const chosen = values.only?.split(',') ?? defects
  for (const id of chosen) {
    if (!defects.includes(id as Defect)) throw new Error(`There is no defect ${id}.`)
  }
  const passes = (id: string) =>
    runs(command, values.show, {
      GEARHEADS_DEFECT: id,
      ...(values.url && { GEARHEADS_URL: values.url }),
    })
  if (!(await passes(''))) {
    throw new Error(
      'The suite fails without a defect. Run it again with --show, and mend it first.',
    )
  }
  if (await passes(UNKNOWN)) {
    throw new Error(
      `The suite passes with GEARHEADS_DEFECT=${UNKNOWN}, which the app refuses: it does not plant the defect, or ignores the reply.`,
    )
  }
  let caught = 0
  for (const id of chosen) {
    const isCaught = !(await passes(id))
    if (isCaught) caught += 1
    print(`${isCaught ? '✓ caught' : '✗ missed'}  ${id.padEnd(16)}  ${hints[id as Defect]}`)
  }
  print(`\nYour suite caught ${caught} of ${chosen.length} planted defects.`)
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
      // The folder in which npm was started.
      cwd: process.env.INIT_CWD,
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
