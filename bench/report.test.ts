import { expect, test } from 'vitest'
import { judge, type Measurement } from './measurement.ts'
import { type Results, table, toMarkdown, toSection } from './report.ts'

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

test('a row has value, spread, budget, verdict, what is beside it, and the ratio', () => {
  const section = toSection({ id: 'cold-start', rows: [judge(START)] })
  expect(section).toContain('`npm run bench -- --only cold-start`')
  expect(section.split('\n').at(-1)).toBe(
    '| Cold start | **110 ms** | 105–120 (min–max of 3) | ≤ 250 ms | met | stock MSW: 220 ms (210–230) | 2 x |',
  )
})

test('what is not reached at all has no ratio', () => {
  const beside = { what: 'stock MSW', values: [Number.POSITIVE_INFINITY] }
  const section = toSection({ id: 'cold-start', rows: [judge({ ...START, beside })] })
  expect(section.split('\n').at(-1)).toMatch(/stock MSW: ∞ \| {2}\|$/)
})

test('a benchmark that failed says so in one line', () => {
  const section = toSection({ id: 'like', rows: [], failed: 'Error: no such button\n  at x' })
  expect(section).toMatch(/Not measured: Error: no such button$/)
})

test('the page counts the budgets, and tells a quick run', () => {
  const page = toMarkdown(RESULTS)
  expect(page).toContain('Of 2 budgets 1 are met and 1 missed.')
  expect(page).not.toContain('quick')
  expect(toMarkdown({ ...RESULTS, quick: true })).toContain('**quick**')
})

test('the costs stand in a table of their own', () => {
  const costs = { feed: 3, like: 4, comment: 5, explore: 60, search: 7, cold: 80, memory: 1.5 }
  const page = toMarkdown({ ...RESULTS, scaling: [{ posts: 10_000, costs }] })
  expect(page).toContain('| 10,000 | 3 | 4 | 5 | 60 | 7 | 80 | 1.5 |')
})

test('a bar in a cell does not end it', () => {
  expect(table([['a|b'], ['c']])).toBe('| a\\|b |\n| --- |\n| c |')
})
