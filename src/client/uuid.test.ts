import { afterEach, expect, test, vi } from 'vitest'
import { newUuid } from './uuid.ts'

afterEach(() => vi.unstubAllGlobals())

test('is a version 7 UUID that begins with its time, even without randomUUID', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal('crypto', { getRandomValues })
  const uuid = newUuid(0x0192_ab34_cd56)
  expect(uuid).toMatch(/^0192ab34-cd56-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('is different each time', () => {
  expect(new Set(Array.from({ length: 1000 }, () => newUuid(1))).size).toBe(1000)
})
