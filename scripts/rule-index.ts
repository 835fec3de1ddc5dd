/** `npm run rules` prints which tests prove each rule of docs/product.md: those whose titles name it. */
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { runCommand } from './command-line.ts'
import withoutTest from './rules-without-test.json' with { type: 'json' }

const TESTS = [
  '{src,mocks,sync,server,scripts,bench}/**/*.test.{ts,tsx}',
  '{e2e,examples}/**/*.spec.ts',
]

/** `test('…'`, `describe.skip('…'`, `onHost('…'`, and the second call of `test.each(…)('…'`, also over several lines. */
const TITLE =
  /(?:\b(?:test|it|describe|on[A-Z]|[a-z]+Test)\w*(?:\.\w+)*|\))\(\s*(['"`])((?:\\[\s\S]|(?!\1)[^\\])*)\1/g

export type RuleTest = { file: string; title: string }

/** The rules of the product, in their order. */
export function rulesIn(product: string): string[] {
  return [...product.matchAll(/^- <a id="(R\d+\.\d+)">/gm)].map(([, rule = '']) => rule)
}

/** The rules that a title names: `R4.6`, and each of `R11.7 to R11.30`. */
export function namedIn(title: string): string[] {
  const named = title.matchAll(/\bR(\d+)\.(\d+)(?: to R\1\.(\d+))?\b/g)
  return [...named].flatMap(([, area, first, last = first]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `R${area}.${Number(first) + index}`,
    ),
  )
}

export function titlesIn(code: string): string[] {
  return [...code.matchAll(TITLE)].map(([, , title = '']) => title)
}

/** Every rule, and every other number that a title names, with the tests whose titles name it. */
export function ruleIndex(root: string): Map<string, RuleTest[]> {
  const rules = rulesIn(readFileSync(join(root, 'docs/product.md'), 'utf8'))
  const index = new Map<string, RuleTest[]>(rules.map((rule) => [rule, []]))
  const files = TESTS.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
  for (const file of files.map((path) => path.replaceAll(sep, '/'))) {
    // Examples have packages of their own.
    if (file.includes('node_modules/')) continue
    for (const title of titlesIn(readFileSync(join(root, file), 'utf8'))) {
      for (const rule of namedIn(title)) {
        index.set(rule, [...(index.get(rule) ?? []), { file, title }])
      }
    }
  }
  return index
}

/** Why a rule has no test; `npm run rules` prints it, and scripts/rules.test.ts lets this list only shrink. */
export const rulesWithoutTest: Record<string, string> = withoutTest

if (argv[1] === fileURLToPath(import.meta.url))
  await runCommand({ USAGE: 'npm run rules\n', run: printRules }, argv.slice(2))

function printRules(): void {
  const index = ruleIndex(fileURLToPath(new URL('..', import.meta.url)))
  for (const [rule, tests] of index) {
    const shown = tests.map(({ file, title }) => `${file}: ${title}`)
    if (tests.length === 0) shown.push(`no test: ${rulesWithoutTest[rule] ?? 'it needs one'}`)
    for (const line of shown) process.stdout.write(`${rule}\t${line}\n`)
  }
  const proven = [...index.values()].filter((tests) => tests.length > 0).length
  process.stdout.write(`${proven} of ${index.size} rules have a test.\n`)
}
