import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { namedIn, ruleIndex, rulesIn, rulesWithoutTest, titlesIn } from './rule-index.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const rules = rulesIn(readFileSync(join(root, 'docs/product.md'), 'utf8'))
const index = ruleIndex(root)
const withTest = [...index].filter(([, tests]) => tests.length > 0).map(([rule]) => rule)

test('titles name only rules that exist', () => {
  expect(rules.length).toBeGreaterThan(0)
  const unknown = [...index].filter(([rule]) => !rules.includes(rule))
  expect(unknown).toEqual([])
})

test('every rule has a test whose title names it, or a reason in rules-without-test.json', () => {
  const known = [...withTest, ...Object.keys(rulesWithoutTest)]
  expect(rules.filter((rule) => !known.includes(rule))).toEqual([])
})

test('the list of rules without a test has no rule that has one, and none that does not exist', () => {
  const listed = Object.keys(rulesWithoutTest)
  expect(listed.filter((rule) => withTest.includes(rule) || !rules.includes(rule))).toEqual([])
})

test('titles are found in calls over several lines, in tables and in helpers, and nowhere else', () => {
  const code = `
    test('one', () => {})
    test(
      "it's two",
      () => {})
    test.each([
      { name: 'a row' },
    ])(
      '$name: three \\'quoted\\'', () => {})
    test.describe(\`four \${width}\`, () => {})
    it.skipIf(isSlow)('five', () => {})
    testFullReply('six', () => {})
    onHost('seven', () => {})
    clubTest('eight', () => {})
    expect(read('a text'))
    // a comment 'in quotes'
  `
  expect(titlesIn(code)).toEqual([
    'one',
    "it's two",
    "$name: three \\'quoted\\'",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
    'four ${width}',
    'five',
    'six',
    'seven',
    'eight',
  ])
})

test('a title names rules one by one and by a range', () => {
  const range = ['R', 'R', 'R'].map((letter, index) => `${letter}2.${index + 9}`)
  expect(namedIn(`a post (${range[0]} to ${range[2]}, ${range[1]})`)).toEqual([...range, range[1]])
})
