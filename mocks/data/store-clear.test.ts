import { expect, test } from 'vitest'
import { contentsOf, stores } from '../testing/stores.ts'

const entries: [string, unknown][] = [
  ['meta/token-key', 'key'],
  ['posts.id/1', 'a'],
  ['posts/a', 'a'],
  ['posts/b', 'b'],
  ['postscript', 'left'],
]

test.each(stores)('$medium counts what starts with a prefix', async ({ open }) => {
  const store = open()
  await store.write(new Map(entries))
  expect(await store.count('posts/')).toBe(2)
  expect(await store.count('posts')).toBe(4)
  expect(await store.count('users/')).toBe(0)
})

test.each(stores)('$medium clears prefixes before it writes', async ({ open }) => {
  const store = open()
  await store.write(new Map(entries))
  await store.write(new Map([['posts/c', 'c']]), ['posts/', 'posts.'])
  expect(await contentsOf(store)).toEqual(['key', 'c', 'left'])
})

test.each(stores)('$medium clears nothing when the write fails', async ({ open }) => {
  const store = open()
  await store.write(new Map(entries))
  const before = await contentsOf(store)
  const changes = new Map<string, unknown>([['posts/c', () => 'no data']])
  await expect(store.write(changes, ['posts/'])).rejects.toThrow('could not be cloned')
  expect(await contentsOf(store)).toEqual(before)
})

test.each(stores)('$medium writes thousands of values at once, or none', async ({ open }) => {
  const store = open()
  const many = new Map<string, unknown>()
  for (let n = 0; n < 5000; n++) many.set(`posts/${n}`, n)
  await store.write(many)
  expect(await store.count('posts/')).toBe(5000)
  const bad = new Map([...many.keys()].map((key) => [key, 'changed'] as [string, unknown]))
  bad.set('posts/last', () => 'no data')
  await expect(store.write(bad)).rejects.toThrow('could not be cloned')
  expect(await store.read(['posts/0', 'posts/4999'])).toEqual([0, 4999])
})
