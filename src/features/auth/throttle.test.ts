import { expect, test } from 'vitest'
import { throttle } from './throttle.ts'

test('a throttle lets one call through, then none until the wait is over', () => {
  const may = throttle(3000)
  expect([may(10_000), may(10_001), may(12_999), may(13_000), may(13_001)]).toEqual([
    true,
    false,
    false,
    true,
    false,
  ])
})
