import { expect, test } from 'vitest'
import { judge } from './measurement.ts'

test('a median at its budget meets it, and one above misses it', () => {
  const measured = { what: 'Start', unit: 'ms', values: [9, 250, 300] } as const
  expect(judge({ ...measured, values: [...measured.values], budget: { atMost: 250 } }).met).toBe(
    true,
  )
  expect(judge({ ...measured, values: [...measured.values], budget: { atMost: 249 } }).met).toBe(
    false,
  )
})

test('the worst value counts where a row says so', () => {
  const { value, met } = judge({
    what: 'Like',
    unit: 'ms',
    values: [16, 56, 16],
    counts: 'worst',
    budget: { atMost: 50 },
  })
  expect([value, met]).toEqual([56, false])
})

test('a score must reach its budget', () => {
  const score = { what: 'Lighthouse', unit: 'points' as const, budget: { atLeast: 100 } }
  expect(judge({ ...score, values: [100, 99, 100] }).met).toBe(true)
  expect(judge({ ...score, values: [99, 99, 100] }).met).toBe(false)
})

test('what was not measured meets no budget', () => {
  const late = [Number.POSITIVE_INFINITY]
  expect(judge({ what: 'Feed', unit: 's', values: late, budget: { atMost: 1 } }).met).toBe(false)
  expect(judge({ what: 'Feed', unit: 's', values: [], budget: { atMost: 1 } }).met).toBe(false)
})

test('the ratio says how many times as much the other takes', () => {
  const { ratio } = judge({
    what: 'Answer',
    unit: 'ms',
    values: [2, 2, 2],
    beside: { what: 'stock MSW', values: [5, 5, 6] },
  })
  expect(ratio).toBe(2.5)
})

test('without a budget nothing is met or missed', () => {
  expect(judge({ what: 'Build', unit: 's', values: [5] }).met).toBeUndefined()
})
