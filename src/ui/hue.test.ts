import { expect, test } from 'vitest'
import { hueOf } from './hue.ts'

const id = (last: number) => `01989f3e-7c00-7000-8000-00000000000${last}`

test('a user always has the same hue', () => {
  expect(hueOf(id(1))).toBe(hueOf(id(1)))
  expect(hueOf('')).toBe(0)
})

test('users who signed up one after the other have clearly different hues', () => {
  for (const n of [1, 2, 3, 4, 5]) {
    const distance = Math.abs(hueOf(id(n)) - hueOf(id(n + 1)))
    expect(Math.min(distance, 360 - distance)).toBeGreaterThan(60)
  }
})
