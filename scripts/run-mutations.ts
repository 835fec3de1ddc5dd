/**
 * `npm run test:mutations`: break one rule at a time in a copy of the sources and see whether the tests
 * in Node notice. A mutation that survives is a rule without a test.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Mutation, mutations } from './mutations.ts'

/** Of 30 mutations at least 29 must be noticed. */
const MOST_SURVIVORS = 1

const root = fileURLToPath(new URL('..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'gearheads-mutations-'))

function copySources(): void {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 10_000_000 } as const
  const files = execFileSync('git', ['ls-files', '-z'], options).split('\0').filter(Boolean)
  for (const file of files) cpSync(join(root, file), join(copy, file), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

/** @throws if the code to break does not occur exactly once: the table is out of date */
function isNoticed({ file, code, broken, tests }: Mutation): boolean {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(code).length !== 2) throw new Error(`${file} does not have once: ${code}`)
  writeFileSync(
    path,
    source.replace(code, () => broken),
  )
  const noticed = !passes(tests)
  writeFileSync(path, source)
  return noticed
}

function passes(tests: readonly string[]): boolean {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs')
  const projects = ['--project', 'unit', '--project', 'contract']
  const args = [vitest, 'run', ...projects, '--bail', '1', ...tests]
  return spawnSync(process.execPath, args, { cwd: copy, stdio: 'ignore' }).status === 0
}

try {
  copySources()
  // A test that fails without a mutation notices nothing, and neither does a path without tests.
  for (const tests of new Set(mutations.map(({ tests }) => tests.join(' ')))) {
    if (!passes(tests.split(' '))) throw new Error(`The tests do not pass unbroken: ${tests}`)
  }
  const survivors = mutations.filter((mutation) => {
    const noticed = isNoticed(mutation)
    process.stdout.write(`${noticed ? 'noticed ' : 'SURVIVED'}  ${mutation.rule}\n`)
    return !noticed
  })
  process.stdout.write(
    `${mutations.length - survivors.length} of ${mutations.length} were noticed\n`,
  )
  if (survivors.length > MOST_SURVIVORS) process.exitCode = 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}
