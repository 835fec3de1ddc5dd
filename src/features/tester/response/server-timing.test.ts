import { expect, it } from 'vitest'
import { parseServerTiming } from './server-timing.ts'

it('reads the parts with their durations and descriptions', () => {
  expect(parseServerTiming('delay;dur=400, store;desc="IndexedDB, cold; slow";dur=2.5')).toEqual([
    { name: 'delay', ms: 400 },
    { name: 'store', ms: 2.5, text: 'IndexedDB, cold; slow' },
  ])
})

it('reads quoted durations, odd spaces and escaped quotes', () => {
  expect(parseServerTiming(' a ; DUR = "1" ; desc="say \\"hi\\"" ')).toEqual([
    { name: 'a', ms: 1, text: 'say "hi"' },
  ])
})

it('leaves out parts without a duration', () => {
  expect(parseServerTiming('cache;desc=hit, miss;dur=soon, ')).toEqual([])
  expect(parseServerTiming('')).toEqual([])
  expect(parseServerTiming()).toEqual([])
})
