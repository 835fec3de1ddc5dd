import { expect, test } from 'vitest'
import { TokenBuckets } from './token-buckets.ts'

test('a burst, then a rate; a key does not affect another', () => {
  const buckets = new TokenBuckets({ burst: 2, perSecond: 0.001 })
  expect([buckets.take('a'), buckets.take('a'), buckets.take('a')]).toEqual([0, 0, 1000])
  expect(buckets.take('b', 2)).toBe(0)
  buckets.giveBack('a')
  expect(buckets.take('a')).toBe(0)
})

test('the number of keys has an end, and full ones are forgotten first', () => {
  const buckets = new TokenBuckets({ burst: 1, perSecond: 0.001 })
  buckets.take('victim')
  for (let key = 0; key < 200_000; key++) {
    buckets.take(`unused ${key}`)
    buckets.giveBack(`unused ${key}`)
  }
  expect(buckets.take('victim')).toBeGreaterThan(0)
  expect(buckets.size).toBeLessThan(20_000)
  for (let key = 0; key < 400_000; key++) buckets.take(`used ${key}`)
  expect(buckets.size).toBeLessThanOrEqual(130_000)
})
