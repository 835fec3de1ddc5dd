import { expect, test } from 'vitest'
import { stores } from '../testing/stores.ts'

test.each(stores)('$medium keeps a copy of what is written', async ({ open }) => {
  const store = open()
  const row = { likedBy: ['mira'] }
  await store.write(new Map([['posts/a', row]]))
  row.likedBy.push('theo')
  expect(await store.read(['posts/a'])).toEqual([{ likedBy: ['mira'] }])
})

test.each(stores)('$medium gives a copy of what it keeps', async ({ open }) => {
  const store = open()
  await store.write(new Map([['posts/a', { likedBy: ['mira'] }]]))
  const given = [...(await store.read(['posts/a'])), ...(await store.scan('posts/'))]
  for (const row of given as { likedBy: string[] }[]) row.likedBy.push('theo')
  expect(await store.read(['posts/a'])).toEqual([{ likedBy: ['mira'] }])
  expect(await store.scan('posts/')).toEqual([{ likedBy: ['mira'] }])
})

test.each(stores)('$medium keeps bytes, numbers and nothing apart', async ({ open }) => {
  const store = open()
  const values = [new Uint8Array([1, 2, 3]), 0, '', null, false]
  await store.write(new Map(values.map((value, index) => [`meta/${index}`, value])))
  expect(await store.scan('meta/')).toEqual(values)
})
