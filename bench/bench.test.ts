import { expect, test } from 'vitest'
import {
  type Budget,
  findRegressions,
  judge,
  type Measurement,
  median,
  percentile,
  ratioOf,
} from './measurement.ts'
import { merged, toJson, toMarkdown, toSection, toText } from './report.ts'

test('a percentile lies between its neighbours, in any order, and infinite values count', () => {
  const values = [100, 9, 10]
  expect([median(values), median([4, 1, 3, 2]), percentile([10, 20], 0.95)]).toEqual([
    10, 2.5, 19.5,
  ])
  expect(values).toEqual([100, 9, 10])
  expect(median([1, 2, Number.POSITIVE_INFINITY])).toBe(2)
  expect(median([])).toBeNaN()
})

const measured = (values: number[], more: Partial<Measurement> = {}): Measurement => ({
  what: 'Reply',
  unit: 'ms',
  values,
  peer: { what: 'stock MSW', values: [4, 2, 6] },
  ...more,
})

test.each<[Budget, number[], number[], number[]]>([
  [
    ['≤', 6],
    [6, 7],
    [5, 9, 6],
    [5, 9, 7],
  ],
  [
    ['≥', 6],
    [6, 5],
    [5, 9, 6],
    [5, 9, 5],
  ],
  [['≤', 1.5, 'x'], [6, 7], [6], [7]],
  [['≤', 2, 'more'], [6, 7], [6], [7]],
  [['≥', 0.5, 'x'], [2, 1], [2], [1]],
])('the median meets or misses the budget %j', (budget, values, met, missed) => {
  const results = [met, missed].map((all) => judge(measured(all, { budget })))
  expect(results).toMatchObject([
    { value: values[0], met: true },
    { value: values[1], met: false },
  ])
})

test('a row may count its worst value or its 98th percentile', () => {
  const values = Array.from({ length: 101 }, (_, index) => index)
  const judged = (['worst', 'p98'] as const).map((counts) => judge(measured(values, { counts })))
  expect(judged).toEqual([{ value: 100 }, { value: 98 }])
})

test('no value meets no budget', () => {
  expect(judge(measured([], { budget: ['≤', 1] })).met).toBe(false)
  expect(judge(measured([Number.POSITIVE_INFINITY], { budget: ['≤', 1] })).met).toBe(false)
})

test('a ratio that got worse by more than a third is reported once, in either direction', () => {
  const compare = (before: number, now: number, more?: Partial<Measurement>) =>
    findRegressions([measured([before], more)], [measured([now], more), measured([now], more)])
  expect(compare(4, 5.4)).toEqual(['WORSE: Reply: 1.35 x stock MSW; committed: 1.00 x'])
  expect([compare(4, 5.3), compare(4, 1)]).toEqual([[], []])
  expect(compare(4, Number.POSITIVE_INFINITY)).toHaveLength(1)
  const score: Partial<Measurement> = { budget: ['≥', 1] }
  expect(compare(4, 2.9, score)).toHaveLength(1)
  expect([compare(4, 3.1, score), compare(4, 9, score)]).toEqual([[], []])
  const rate: Partial<Measurement> = { unit: '/s' }
  expect([compare(4, 2.9, rate), compare(4, 9, rate)]).toEqual([[expect.any(String)], []])
})

test('the ratio is computed from this run, so a slower machine is no regression', () => {
  const slower = measured([40], { peer: { what: 'stock MSW', values: [40] } })
  expect(ratioOf(slower)).toBe(1)
  expect(findRegressions([measured([4])], [slower])).toEqual([])
})

test('rows that are new, have no finite ratio in both runs, or compare a difference are no regressions', () => {
  const alone = measured([9], { peer: undefined })
  const zero = measured([0], { peer: { what: 'floor', values: [0] } })
  const over = measured([9], { budget: ['≤', 100, 'more'] })
  const fine = measured([4])
  for (const [before, now] of [
    [over, over],
    [fine, over],
    [alone, fine],
    [fine, alone],
    [zero, fine],
    [fine, zero],
  ] as const)
    expect(findRegressions([before], [now])).toEqual([])
  expect(findRegressions([], [fine])).toEqual([])
})

const row = measured([6, 5, 1234.5678], { budget: ['≤', 2, 'x'] })
const results = {
  date: '2026-01-31',
  machine: 'A machine',
  outcomes: [{ id: 'replies', rows: [row, measured([Number.POSITIVE_INFINITY])] }],
}

test('the JSON has one line per row', () => {
  expect(toJson(results).split('\n')).toHaveLength(4)
})

test('a row has its value, spread, peer, ratio, budget and verdict', () => {
  const report = toMarkdown(results)
  expect(report).toContain('Of 1 budgets 1 are met and 0 missed.')
  expect(report).toContain('`npm run bench -- --only replies`')
  expect(report).toContain(
    '| Reply | **6 ms** | 5.2–989 | stock MSW: 4 ms | 1.5 x | ≤ 2 x | met |\n| Reply | **∞ ms** |',
  )
})

test('a failed benchmark has one line with its error', () => {
  const section = toSection({ id: 'clicks', rows: [], failed: 'Error: no button\n  at x' })
  expect(section).toMatch(/Not measured: Error: no button$/)
})

test.each([
  [1234.5, '1,235'],
  [18.25, '18.3'],
  [2.345, '2.35'],
  [0.005, '0.005'],
  [0, '0'],
])('%d is written as %s', (value, text) => {
  expect(toText(value)).toBe(text)
})

test('the rows of a run with --only and --save take the place of the committed ones, and say so', () => {
  const run = (date: string, ...ids: string[]) => ({
    ...{ date, machine: 'a machine' },
    outcomes: ids.map((id) => ({ id, rows: [measured([1])] })),
  })
  const order = ['sync', 'join', 'scale']
  const full = run('2026-01-01', 'sync', 'join')
  const both = merged(order, full, run('2026-02-02', 'scale'))
  expect(both.date).toBe('2026-01-01')
  expect(both.outcomes.map(({ id, of }) => [id, of])).toEqual([
    ['sync', undefined],
    ['join', undefined],
    ['scale', '2026-02-02, a machine'],
  ])
  // The next full run does not measure it.
  const next = merged(order, both, run('2026-03-03', 'sync', 'join'))
  expect(next.date).toBe('2026-03-03')
  expect(next.outcomes.at(-1)).toMatchObject({ id: 'scale', of: '2026-02-02, a machine' })
  expect(toSection(both.outcomes.at(-1) ?? { id: '', rows: [] })).toContain('2026-02-02')
})
