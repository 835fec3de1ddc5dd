import { expect, test } from 'vitest'
import { judge, type Measurement } from './measurement.ts'
import { type Results, table, toMarkdown, toSection, toText } from './report.ts'

const START: Measurement = {
  what: 'Cold start',
  unit: 'ms',
  values: [110, 105, 120],
  budget: { atMost: 250 },
  beside: { what: 'stock MSW', values: [220, 210, 230] },
}

const RESULTS: Results = {
  date: '2026-01-31',
  quick: false,
  machine: {
    cpu: 'A CPU',
    cores: '2',
    memory: '8 GiB',
    system: 'A system',
    node: 'v24',
    load: '0.1',
    chromium: '156',
  },
  outcomes: [{ id: 'cold-start', rows: [judge(START), judge({ ...START, values: [900] })] }],
}

test('a row has value, spread, budget, verdict, comparison and ratio', () => {
  const section = toSection({ id: 'cold-start', rows: [judge(START)] })
  expect(section).toContain('`npm run bench -- --only cold-start`')
  expect(section.split('\n').at(-1)).toBe(
    '| Cold start | **110 ms** | 105–120 (min–max of 3) | ≤ 250 ms | met | stock MSW: 220 ms (210–230) | 2 x |',
  )
})

test('a row with an infinite comparison has no ratio', () => {
  const beside = { what: 'stock MSW', values: [Number.POSITIVE_INFINITY] }
  const section = toSection({ id: 'cold-start', rows: [judge({ ...START, beside })] })
  expect(section.split('\n').at(-1)).toMatch(/stock MSW: ∞ \| {2}\|$/)
})

test('a failed benchmark has one line with its error', () => {
  const section = toSection({ id: 'like', rows: [], failed: 'Error: no such button\n  at x' })
  expect(section).toMatch(/Not measured: Error: no such button$/)
})

test('the report counts the budgets and marks a quick run', () => {
  const page = toMarkdown(RESULTS)
  expect(page).toContain('Of 2 budgets 1 are met and 1 missed.')
  expect(page).not.toContain('quick')
  expect(toMarkdown({ ...RESULTS, quick: true })).toContain('**quick**')
})

test('a bar inside a cell is escaped', () => {
  expect(table([['a|b'], ['c']])).toBe('| a\\|b |\n| --- |\n| c |')
})

test.each([
  [1234.5, '1,235'],
  [250, '250'],
  [18.25, '18.3'],
  [2.345, '2.35'],
  [0.005, '0.005'],
  [0, '0'],
  [9, '9'],
])('%d is written as %s', (value, text) => {
  expect(toText(value)).toBe(text)
})

test('an exceeded limit is ∞, and a missing value a dash', () => {
  expect(toText(Number.POSITIVE_INFINITY)).toBe('∞')
  expect(toText(Number.NaN)).toBe('–')
})
