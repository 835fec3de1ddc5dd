/**
 * `npm run test:mutants`: changes one operator, condition, statement or literal at a time, and runs the tests in Node. A mutant that no
 * test notices is a rule that nobody proves. The sample is the same until its lines change.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runCommand } from './command-line.ts'
import { applied, type Mutant, mutantsOf, sample } from './mutants/sample.ts'
import survivors from './mutants/survivors.json' with { type: 'json' }

const USAGE = `npm run test:mutants -- [--count 60] [--seed 1]

  --count  how many mutants, of all rooms together
  --seed   another one draws other mutants
`
/** The rooms, and the tests that are run first for them. */
const ROOMS: [glob: string, near: string[]][] = [
  ['mocks/{handlers,notifications,reports,search}/**/*.ts', ['mocks/']],
  ['mocks/domain/**/*.ts', ['mocks/']],
  ['mocks/store/**/*.ts', ['mocks/']],
  ['sync/{device,club,courier}/**/*.ts', ['sync/']],
  ['src/data/**/*.ts', ['src/data/', 'src/client/']],
  ['src/client/**/*.ts', ['src/client/', 'src/data/']],
]
/** The tests that a mutant survives, if it does. Those of servers and browsers are slow, and prove other things. */
const ALL = ['mocks/', 'sync/', 'src/']
/** A mutant may loop without end. */
const ENDLESS_MS = 600_000
/** Of the mutants that are not listed in survivors.json. */
const WANTED = 0.95

const print = (text: string) => process.stdout.write(`${text}\n`)
const root = fileURLToPath(new URL('..', import.meta.url))

await runCommand({ USAGE, run: tryMutants }, process.argv.slice(2))

/** @returns the test that fails in this copy of the repository; `undefined` if all pass */
function failedTest(copy: string, tests: readonly string[]): string | undefined {
  const projects = ['--project=unit', '--project=contract']
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', ...projects, '--bail=1', '--reporter=dot', ...tests]
  const { status, stderr } = spawnSync(process.execPath, args, {
    ...{ cwd: copy, encoding: 'utf8', timeout: ENDLESS_MS, maxBuffer: Number.POSITIVE_INFINITY },
    env: { ...process.env, NO_COLOR: '1' },
  })
  return status === 0 ? undefined : (/^ *FAIL +(.+)/m.exec(stderr)?.[1] ?? 'no test, but the run')
}

function tryMutants(args: string[]): void {
  const options = {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  } as const
  const { values } = parseArgs({ args, options })
  const copy = mkdtempSync(join(tmpdir(), 'gearheads-mutants-'))
  process.on('exit', () => rmSync(copy, { recursive: true }))
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  for (const name of stdout.split('\0').filter(Boolean)) cpSync(join(root, name), join(copy, name))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const failed = failedTest(copy, ALL)
  if (failed) throw new Error(`Without a mutant, this fails: ${failed}`)
  const survived: Mutant[] = []
  const perRoom = Math.ceil(Number(values.count) / ROOMS.length)
  let tried = 0
  for (const [glob, near] of ROOMS) {
    const files = globSync(glob, { cwd: copy }).filter((name) => !/\.test\.ts$/.test(name))
    const all = files
      .toSorted()
      .flatMap((file) => mutantsOf(file, readFileSync(join(copy, file), 'utf8')))
    for (const mutant of sample(all, perRoom, values.seed)) {
      const path = join(copy, mutant.file)
      const code = readFileSync(path, 'utf8')
      const begin = performance.now()
      writeFileSync(path, applied(code, mutant))
      const killer = failedTest(copy, near) ?? failedTest(copy, ALL)
      writeFileSync(path, code)
      tried += 1
      if (!killer) survived.push(mutant)
      const seconds = Math.round((performance.now() - begin) / 1000)
      const { file, line, label } = mutant
      print(`${tried} ${killer ? 'killed' : 'SURVIVED'} ${file}:${line} ${label} (${seconds} s)`)
      if (killer) print(`  by ${killer}`)
    }
  }
  const reasons: Record<string, string> = survivors
  const open = survived.filter(({ file, label }) => !reasons[`${file}: ${label}`])
  const share = (tried - open.length) / tried
  print(
    `${tried - survived.length} of ${tried} killed. ${survived.length - open.length} survivors have a reason.`,
  )
  for (const { file, line, label } of open) print(`- ${file}:${line} ${label}`)
  if (share < WANTED) process.exitCode = 1
}
