import { expect, test } from 'vitest'
import { differenceOf } from './canvas.ts'

const pixels = Array.from({ length: 64 }, (_, index) =>
  index % 8 < 4 ? [32, 192, 96, 255] : [192, 32, 144, 255],
).flat()
const changed = (change: (value: number, index: number) => number) =>
  differenceOf(Uint8ClampedArray.from(pixels, change))

test('single bits that protection changes are not noise; random, white and empty pixels are', () => {
  expect(changed((value) => value)).toBe(0)
  expect(changed((value) => value ^ 1)).toBe(1)
  expect(changed((_, index) => (index * 7919) % 256)).toBeGreaterThan(50)
  expect(changed(() => 255)).toBeGreaterThan(50)
  expect(changed(() => 0)).toBeGreaterThan(50)
})
