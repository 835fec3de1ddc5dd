import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { applied, mutantsOf, sample } from './mutants/sample.ts'
import survivors from './mutants/survivors.json' with { type: 'json' }

const CODE = `import { a } from './a.ts'
type T = 1
export function f(x: number): boolean {
  if (x > 1 && !a) a(x)
  return x === 3
}
`

test('each mutant changes one operator, condition, statement or literal, and no type', () => {
  const mutants = mutantsOf('f.ts', CODE)
  const changed = mutants.map((mutant) =>
    applied(CODE, mutant).split('\n')[mutant.line - 1]?.trim(),
  )
  expect(changed).toEqual([
    'if (!(x > 1 && !a)) a(x)',
    'if (x > 1 || !a) a(x)',
    'if (x >= 1 && !a) a(x)',
    'if (x > 2 && !a) a(x)',
    'if (x > 1 && a) a(x)',
    'if (x > 1 && !a) ;',
    'return undefined as never',
    'return x !== 3',
    'return x === 4',
  ])
})

test('a sample is the same when other lines come before it, and has one mutant of a line', () => {
  const labels = (code: string) =>
    sample(mutantsOf('f.ts', code), 2, 'seed').map(({ label }) => label)
  expect(labels(CODE)).toHaveLength(2)
  expect(labels(`\n\n${CODE}`)).toEqual(labels(CODE))
  const lines = sample(mutantsOf('f.ts', CODE), 9, 'seed').map(({ line }) => line)
  expect(lines.toSorted()).toEqual([4, 5])
})

test.each(Object.keys(survivors))('the reason for %s is that of one mutant', (key) => {
  const [file = ''] = key.split(': ', 1)
  const keys = mutantsOf(file, readFileSync(file, 'utf8')).map(({ label }) => `${file}: ${label}`)
  expect(keys.filter((one) => one === key)).toHaveLength(1)
})
