import { expect, test, vi } from 'vitest'
import { memoryStore } from './adapters/memory.ts'
import { cachedStore } from './cached-store.ts'
import type { Store } from './store.ts'

const entries: [string, unknown][] = [
  ['meta/settings', { delay: 5 }],
  ['meta/token-key', 'key'],
  ['users/a', 'a'],
]

/** A store that caches two values, and how often the store below was read. */
async function cachedTestStore() {
  const below: Store = memoryStore()
  await below.write(new Map(entries))
  const reads = vi.spyOn(below, 'read')
  const store = cachedStore(below, ['meta/settings', 'meta/token-key'])
  return { below, reads, store }
}

test('a cached value is read once', async () => {
  const { store, reads } = await cachedTestStore()
  expect(await store.read(['meta/settings'])).toEqual([{ delay: 5 }])
  expect(await store.read(['meta/token-key', 'meta/settings'])).toEqual(['key', { delay: 5 }])
  expect(reads).toHaveBeenCalledTimes(2)
  expect(await store.read(['meta/settings', 'meta/token-key'])).toEqual([{ delay: 5 }, 'key'])
  expect(reads).toHaveBeenCalledTimes(2)
})

test('a missing value is cached too', async () => {
  const { store, reads, below } = await cachedTestStore()
  await below.write(new Map([['meta/settings', undefined]]))
  for (let times = 0; times < 3; times++) {
    expect(await store.read(['meta/settings'])).toEqual([undefined])
  }
  expect(reads).toHaveBeenCalledOnce()
})

test('other values are read every time', async () => {
  const { store, reads } = await cachedTestStore()
  await store.read(['users/a'])
  await store.read(['users/a', 'meta/settings'])
  await store.read(['users/a'])
  expect(reads).toHaveBeenCalledTimes(3)
})

test.each([
  ['a write', (store: Store) => store.write(new Map([['meta/settings', 'new']])), 'new'],
  ['a removal', (store: Store) => store.write(new Map([['meta/settings', undefined]])), undefined],
  ['clearing', (store: Store) => store.write(new Map(), ['meta/']), undefined],
])('the next read sees %s through the store', async (_, change, expected) => {
  const { store } = await cachedTestStore()
  await store.read(['meta/settings'])
  await change(store)
  expect(await store.read(['meta/settings'])).toEqual([expected])
})

test('a write of another key keeps the cached value', async () => {
  const { store, reads } = await cachedTestStore()
  await store.read(['meta/settings'])
  await store.write(new Map([['users/a', 'b']]))
  await store.read(['meta/settings'])
  expect(reads).toHaveBeenCalledOnce()
})

test('a write that fails keeps the cached value', async () => {
  const { store, below } = await cachedTestStore()
  await store.read(['meta/settings'])
  vi.spyOn(below, 'write').mockRejectedValueOnce(new Error('Full'))
  await expect(store.write(new Map([['meta/settings', 'new']]))).rejects.toThrow('Full')
  expect(await store.read(['meta/settings'])).toEqual([{ delay: 5 }])
})

test('a value that is read during a write is not cached', async () => {
  const { store, reads } = await cachedTestStore()
  const { promise: old, resolve } = Promise.withResolvers<unknown[]>()
  reads.mockReturnValueOnce(old)
  const reading = store.read(['meta/settings'])
  await store.write(new Map([['meta/settings', 'new']]))
  resolve(['old'])
  await reading
  expect(await store.read(['meta/settings'])).toEqual(['new'])
})
