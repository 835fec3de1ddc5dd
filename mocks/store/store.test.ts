import { afterEach, expect, test, vi } from 'vitest'
import { countUnder, fillIndexedDb, stores, valuesUnder } from '../testing/stores.ts'
import { idbStore } from './row-cache.ts'
import type { Store } from './store.ts'

afterEach(() => vi.restoreAllMocks())

const entries: [string, unknown][] = [
  ['posts/a', 'a'],
  ['posts/c', 'c'],
  ['posts/b', { nested: ['b'] }],
  ['posts/é🏍️', 'é'],
  ['posts', 'before'],
  ['posts.id/1', 'index'],
  ['posts0', 'after'],
  ['users/a', 'user'],
]

async function filled(open: () => Store): Promise<Store> {
  const store = open()
  await store.write(new Map(entries))
  return store
}

test.each(stores)('$medium returns values in the order of the keys', async ({ open }) => {
  const store = await filled(open)
  expect(await store.read(['users/a', 'nothing', 'posts/b', 'users/a'])).toEqual([
    'user',
    undefined,
    { nested: ['b'] },
    'user',
  ])
  expect(await store.read([])).toEqual([])
})

test.each(stores)('$medium scans the keys with a prefix, in order', async ({ open }) => {
  const store = await filled(open)
  expect(await valuesUnder(store, 'posts/')).toEqual(['a', { nested: ['b'] }, 'c', 'é'])
  expect(await valuesUnder(store, 'posts.id/')).toEqual(['index'])
  expect(await valuesUnder(store, 'comments/')).toEqual([])
})

test.each(stores)('$medium scans after a key, whether or not it exists', async ({ open }) => {
  const store = await filled(open)
  expect(await valuesUnder(store, 'posts/', { after: 'posts/b' })).toEqual(['c', 'é'])
  expect(await valuesUnder(store, 'posts/', { after: 'posts/bb' })).toEqual(['c', 'é'])
  expect(await valuesUnder(store, 'posts/', { after: 'posts/é🏍️' })).toEqual([])
})

test.each(stores)('$medium scans up to the limit', async ({ open }) => {
  const store = await filled(open)
  expect(await valuesUnder(store, 'posts/', { limit: 2 })).toEqual(['a', { nested: ['b'] }])
  expect(await valuesUnder(store, 'posts/', { after: 'posts/a', limit: 2 })).toHaveLength(2)
  expect(await valuesUnder(store, 'posts/', { limit: 100 })).toHaveLength(4)
  expect(await valuesUnder(store, 'posts/', { limit: 0 })).toEqual([])
})

test.each(stores)('$medium sets, replaces and removes in one write', async ({ open }) => {
  const store = await filled(open)
  await store.write(
    new Map<string, unknown>([
      ['posts/a', undefined],
      ['posts/c', 'changed'],
      ['posts/d', 'new'],
      ['posts/never', undefined],
    ]),
  )
  expect(await valuesUnder(store, 'posts/')).toEqual([{ nested: ['b'] }, 'changed', 'new', 'é'])
  expect(await store.read(['posts/a'])).toEqual([undefined])
})

test.each(stores)('$medium writes nothing when one value cannot be cloned', async ({ open }) => {
  const store = await filled(open)
  const before = await valuesUnder(store)
  const changes = new Map<string, unknown>([
    ['posts/a', 'changed'],
    ['posts/b', () => 'no data'],
    ['posts/c', undefined],
  ])
  await expect(store.write(changes)).rejects.toThrow('could not be cloned')
  expect(await valuesUnder(store)).toEqual(before)
  await store.write(new Map([['posts/a', 'changed']]))
  expect(await store.read(['posts/a'])).toEqual(['changed'])
})

test('IndexedDB writes nothing and throws when storage runs out half-way', async () => {
  const store = await filled(() => idbStore(crypto.randomUUID()))
  const before = await valuesUnder(store)
  fillIndexedDb()
  const changes = new Map([
    ['posts/a', 'changed'],
    ['posts/b', 'changed'],
  ])
  await expect(store.write(changes)).rejects.toMatchObject({ name: 'QuotaExceededError' })
  expect(await valuesUnder(store)).toEqual(before)
})

test('IndexedDB throws the error of the transaction, which it has only at the end', async () => {
  const store = await filled(() => idbStore(crypto.randomUUID()))
  const before = await valuesUnder(store)
  // Fails later than the call: the key exists.
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...given
  ) {
    return this.add(...given)
  })
  const changes = new Map([
    ['posts/new', 'new'],
    ['posts/a', 'changed'],
  ])
  await expect(store.write(changes)).rejects.toMatchObject({ name: 'ConstraintError' })
  vi.restoreAllMocks()
  expect(await valuesUnder(store)).toEqual(before)
})

test.each(stores)('$medium is separate from every other store', async ({ open }) => {
  await filled(open)
  expect(await valuesUnder(open())).toEqual([])
})

test('IndexedDB keeps the data for a later store of the same name', async () => {
  const name = crypto.randomUUID()
  await filled(() => idbStore(name))
  expect(await idbStore(name).read(['users/a'])).toEqual(['user'])
})

const prefixed: [string, unknown][] = [
  ['meta/token-key', 'key'],
  ['posts.id/1', 'a'],
  ['posts/a', 'a'],
  ['posts/b', 'b'],
  ['postscript', 'left'],
]

test.each(stores)('$medium counts the keys with a prefix', async ({ open }) => {
  const store = open()
  await store.write(new Map(prefixed))
  expect(await countUnder(store, 'posts/')).toBe(2)
  expect(await countUnder(store, 'posts')).toBe(4)
  expect(await countUnder(store, 'users/')).toBe(0)
})

test.each(stores)('$medium clears prefixes before it writes', async ({ open }) => {
  const store = open()
  await store.write(new Map(prefixed))
  await store.write(new Map([['posts/c', 'c']]), ['posts/', 'posts.'])
  expect(await valuesUnder(store)).toEqual(['key', 'c', 'left'])
})

test.each(stores)('$medium clears nothing when the write fails', async ({ open }) => {
  const store = open()
  await store.write(new Map(prefixed))
  const before = await valuesUnder(store)
  const changes = new Map<string, unknown>([['posts/c', () => 'no data']])
  await expect(store.write(changes, ['posts/'])).rejects.toThrow('could not be cloned')
  expect(await valuesUnder(store)).toEqual(before)
})

test.each(stores)('$medium writes thousands of values, or none', async ({ open }) => {
  const store = open()
  const many = new Map<string, unknown>()
  for (let n = 0; n < 5000; n++) many.set(`posts/${n}`, n)
  await store.write(many)
  expect(await countUnder(store, 'posts/')).toBe(5000)
  const bad = new Map([...many.keys()].map((key) => [key, 'changed'] as [string, unknown]))
  bad.set('posts/last', () => 'no data')
  await expect(store.write(bad)).rejects.toThrow('could not be cloned')
  expect(await store.read(['posts/0', 'posts/4999'])).toEqual([0, 4999])
})

test.each(stores)('$medium clones values on write', async ({ open }) => {
  const store = open()
  const row = { likedBy: ['mira'] }
  await store.write(new Map([['posts/a', row]]))
  row.likedBy.push('theo')
  expect(await store.read(['posts/a'])).toEqual([{ likedBy: ['mira'] }])
})

test.each(stores)('$medium clones or freezes values on read', async ({ open }) => {
  const store = open()
  await store.write(new Map([['posts/a', { likedBy: ['mira'] }]]))
  const given = [...(await store.read(['posts/a'])), ...(await valuesUnder(store, 'posts/'))]
  for (const { likedBy } of given as { likedBy: string[] }[]) {
    if (!Object.isFrozen(likedBy)) likedBy.push('theo')
  }
  expect(await store.read(['posts/a'])).toEqual([{ likedBy: ['mira'] }])
  expect(await valuesUnder(store, 'posts/')).toEqual([{ likedBy: ['mira'] }])
})

test.each(stores)('$medium distinguishes bytes, numbers and undefined', async ({ open }) => {
  const store = open()
  const values = [new Uint8Array([1, 2, 3]), 0, '', null, false]
  await store.write(new Map(values.map((value, index) => [`meta/${index}`, value])))
  expect(await valuesUnder(store, 'meta/')).toEqual(values)
})
