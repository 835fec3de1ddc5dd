import { expect, test } from 'vitest'
import { toChart } from './chart.ts'

const row = (posts: number, ms: number) => ({
  posts,
  costs: { feed: ms, like: ms, comment: ms, explore: ms * 9, search: 0, cold: 90, memory: 4 },
})

test('the chart has a line for each cost in ms, with its name, and ticks at powers of ten', () => {
  const svg = toChart([row(10, 3), row(1000, 3.5), row(50_000, 4)])
  expect(svg.match(/<polyline/g)).toHaveLength(6)
  expect(svg).toContain('>opening Explore</text>')
  expect(svg).not.toContain('heap')
  for (const tick of ['10', '100', '1,000', '10,000', '100,000']) expect(svg).toContain(`>${tick}<`)
})

test('every place is a number, even where something took for ever', () => {
  const endless = row(50_000, 4)
  endless.costs.explore = Number.POSITIVE_INFINITY
  const svg = toChart([row(10, 3), endless])
  expect(svg).not.toMatch(/NaN|Infinity|undefined/)
})

test('names do not overlap where lines end at the same height', () => {
  const svg = toChart([row(10, 3), row(100, 3)])
  const heights = [...svg.matchAll(/<text x="590" y="(\d+)"/g)].map(([, y]) => Number(y))
  expect(heights).toHaveLength(6)
  for (const [index, y] of heights.entries()) {
    if (index > 0) expect(y - (heights[index - 1] ?? 0)).toBeGreaterThanOrEqual(18)
  }
})
