import { expect, test } from 'vitest'
import { memoryStore } from '../../mocks/store/adapters/memory.ts'
import { SIMPLE } from '../../mocks/store/store.ts'
import { WriteOverlay } from './write-overlay.ts'

/** Over the stored keys `a/1` to `a/9`, each its own value. Records the limit of each scan. */
async function overlay() {
  const store = memoryStore()
  const keys = Array.from({ length: 9 }, (_, n) => `a/${n + 1}`)
  await store.write(new Map(keys.map((key) => [key, key])))
  const limits: (number | undefined)[] = []
  const { entries } = new WriteOverlay({
    ...SIMPLE,
    read: store.read,
    count: store.count,
    scan: async (ranges) => {
      limits.push(...ranges.map(({ limit }) => limit))
      return (await store.scan(ranges)).map((keys) => keys.map((key) => [String(key), key]))
    },
  })
  const scan = async (range: { after?: string; limit?: number }) =>
    (await entries.scan([{ prefix: 'a/', ...range }]))[0]
  return { entries, scan, limits }
}

test('a range has the own writes in their places, and no more rows than its limit', async () => {
  const { entries, scan } = await overlay()
  await entries.write(new Map(Object.entries({ 'a/0': 'new', 'a/2': undefined, 'a/33': 'also' })))
  expect(await scan({ limit: 4 })).toEqual(['new', 'a/1', 'a/3', 'also'])
  expect(await scan({ after: 'a/1', limit: 2 })).toEqual(['a/3', 'also'])
  expect(await scan({ after: 'a/7' })).toEqual(['a/8', 'a/9'])
})

test('rows that take the place of removed ones are read, unless own ones do', async () => {
  const { entries, scan, limits } = await overlay()
  await entries.write(new Map([['a/1', undefined]]))
  expect(await scan({ limit: 1 })).toEqual(['a/2'])
  expect(limits).toEqual([1, 2])
  await entries.write(new Map([['a/0', 'newest']]))
  expect(await scan({ limit: 1 })).toEqual(['newest'])
  expect(limits).toEqual([1, 2, 1])
})
