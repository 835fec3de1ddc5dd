import { expect, test, vi } from 'vitest'
import { memoryStore } from './adapters/memory.ts'
import { cachedStore } from './cached-store.ts'
import type { Store } from './store.ts'

const entries: [string, unknown][] = [
  ['meta/settings', { delay: 5 }],
  ['meta/token-key', 'key'],
  ['users/a', 'a'],
]

/** A store that remembers two values, and how often the one below was read. */
async function remembered() {
  const below: Store = memoryStore()
  await below.write(new Map(entries))
  const reads = vi.spyOn(below, 'read')
  const store = cachedStore(below, ['meta/settings', 'meta/token-key'])
  return { below, reads, store }
}

test('a remembered value is read once', async () => {
  const { store, reads } = await remembered()
  expect(await store.read(['meta/settings'])).toEqual([{ delay: 5 }])
  expect(await store.read(['meta/token-key', 'meta/settings'])).toEqual(['key', { delay: 5 }])
  expect(reads).toHaveBeenCalledTimes(2)
  expect(await store.read(['meta/settings', 'meta/token-key'])).toEqual([{ delay: 5 }, 'key'])
  expect(reads).toHaveBeenCalledTimes(2)
})

test('that there is no value is remembered too', async () => {
  const { store, reads, below } = await remembered()
  await below.write(new Map([['meta/settings', undefined]]))
  for (let times = 0; times < 3; times++) {
    expect(await store.read(['meta/settings'])).toEqual([undefined])
  }
  expect(reads).toHaveBeenCalledOnce()
})

test('other values are read every time', async () => {
  const { store, reads } = await remembered()
  await store.read(['users/a'])
  await store.read(['users/a', 'meta/settings'])
  await store.read(['users/a'])
  expect(reads).toHaveBeenCalledTimes(3)
})

test.each([
  ['a write', (store: Store) => store.write(new Map([['meta/settings', 'new']])), 'new'],
  ['a removal', (store: Store) => store.write(new Map([['meta/settings', undefined]])), undefined],
  ['clearing', (store: Store) => store.write(new Map(), ['meta/']), undefined],
])('%s through the store is seen by the next read', async (_, change, expected) => {
  const { store } = await remembered()
  await store.read(['meta/settings'])
  await change(store)
  expect(await store.read(['meta/settings'])).toEqual([expected])
})

test('a write of something else leaves it remembered', async () => {
  const { store, reads } = await remembered()
  await store.read(['meta/settings'])
  await store.write(new Map([['users/a', 'b']]))
  await store.read(['meta/settings'])
  expect(reads).toHaveBeenCalledOnce()
})

test('a write that fails leaves the value as it is', async () => {
  const { store, below } = await remembered()
  await store.read(['meta/settings'])
  vi.spyOn(below, 'write').mockRejectedValueOnce(new Error('Full'))
  await expect(store.write(new Map([['meta/settings', 'new']]))).rejects.toThrow('Full')
  expect(await store.read(['meta/settings'])).toEqual([{ delay: 5 }])
})

test('what is read while somebody writes is not remembered', async () => {
  const { store, reads } = await remembered()
  const { promise: old, resolve } = Promise.withResolvers<unknown[]>()
  reads.mockReturnValueOnce(old)
  const reading = store.read(['meta/settings'])
  await store.write(new Map([['meta/settings', 'new']]))
  resolve(['old'])
  await reading
  expect(await store.read(['meta/settings'])).toEqual(['new'])
})
