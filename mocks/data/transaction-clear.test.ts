import { expect, test } from 'vitest'
import { postFields, userFields } from '../testing/rows.ts'
import { contentsOf, stores } from '../testing/stores.ts'
import { openDatabase } from './database.ts'

test.each(stores)(
  'a cleared transaction over $medium sees no row, and every value outside the tables',
  async ({ open }) => {
    const seen = await openDatabase(open()).write(async (tx) => {
      const post = await tx.insert('posts', postFields())
      const key = await tx.getMeta('token-key')
      await tx.get('users', '1')
      tx.clear()
      expect(await tx.getMeta('token-key')).toEqual(key)
      return [
        await tx.get('users', '1'),
        await tx.get('posts', post._id),
        await tx.listBy('users', 'username', 'mira'),
        await tx.list('posts'),
        await tx.listBy('comments', 'postId', '019a0005-0000-7001-8000-000000000015'),
        await tx.count('users'),
      ]
    })
    expect(seen).toEqual([undefined, undefined, [], [], [], 0])
  },
)

test.each(stores)('what is put after clearing is all that is left in $medium', async ({ open }) => {
  const store = open()
  const database = openDatabase(store)
  const user = await database.write(async (tx) => {
    tx.clear()
    return tx.insert('users', userFields('ada'))
  })
  expect(await store.scan('users/')).toEqual([user])
  expect(await store.scan('users.username/')).toEqual([user._id])
  for (const prefix of ['posts', 'comments']) expect(await store.count(prefix)).toBe(0)
  expect(await store.count('meta/')).toBeGreaterThan(2)
})

test.each(stores)('a transaction that clears $medium and throws changes nothing', async (given) => {
  const store = given.open()
  const database = openDatabase(store)
  await database.read((tx) => tx.list('posts'))
  const before = await contentsOf(store)
  const failing = database.write(async (tx) => {
    tx.clear()
    throw new Error('Out of oil')
  })
  await expect(failing).rejects.toThrow('Out of oil')
  expect(await contentsOf(store)).toEqual(before)
})

test.each(stores)('a transaction over $medium counts its own changes', async ({ open }) => {
  const counts = await openDatabase(open()).write(async (tx) => {
    const counted = [await tx.count('posts')]
    const post = await tx.insert('posts', postFields())
    await tx.put('posts', { ...post, content: 'Edited' })
    counted.push(await tx.count('posts'))
    const [oldest] = (await tx.list('posts')).slice(-1)
    if (oldest) await tx.remove('posts', oldest)
    await tx.remove('posts', post)
    counted.push(await tx.count('posts'))
    return counted
  })
  expect(counts).toEqual([5, 6, 4])
})
