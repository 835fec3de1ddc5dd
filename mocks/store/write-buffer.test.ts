import { expect, test } from 'vitest'
import { openDatabase } from '../database.ts'
import { postFields, userFields } from '../testing/rows.ts'
import { countUnder, stores, valuesUnder } from '../testing/stores.ts'
import type { Store } from './store.ts'
import type { PostRow } from './tables.ts'
import { Transaction } from './transaction.ts'
import type { Page } from './write-buffer.ts'

/** Posts 1 to 5 are stored; the transaction has written 6 and 7 and removed 4 and 2. */
async function openPosts(store: Store) {
  const before = new Transaction(store)
  const rows: PostRow[] = []
  for (let id = 1; id <= 5; id++) rows.push(await before.insert('posts', postFields()))
  await before.insert('users', userFields('ada'))
  await before.commit()

  const tx = new Transaction(store)
  for (let id = 6; id <= 7; id++) rows.push(await tx.insert('posts', postFields()))
  const row = (id: number) => rows[id - 1] as PostRow
  for (const id of [4, 2]) await tx.remove('posts', row(id))
  return { tx, row }
}

const lists = stores.flatMap((store) => [
  { ...store, list: 'a table', read: (tx: Transaction, page?: Page) => tx.list('posts', page) },
  {
    ...store,
    list: 'a group',
    read: (tx: Transaction, page?: Page) => tx.listBy('posts', 'userId', 'mira', page),
  },
])

const idsOf = (rows: PostRow[]) => rows.map((row) => row.id)

test.each(lists)(
  '$list over $medium is listed newest first, own writes included',
  async (given) => {
    const { tx } = await openPosts(given.open())
    expect(idsOf(await given.read(tx))).toEqual(['7', '6', '5', '3', '1'])
  },
)

test.each(lists)('a page of $list over $medium has at most its limit', async (given) => {
  const { tx } = await openPosts(given.open())
  expect(idsOf(await given.read(tx, { limit: 1 }))).toEqual(['7'])
  expect(idsOf(await given.read(tx, { limit: 3 }))).toEqual(['7', '6', '5'])
  expect(idsOf(await given.read(tx, { limit: 4 }))).toEqual(['7', '6', '5', '3'])
  expect(idsOf(await given.read(tx, { limit: 9 }))).toEqual(['7', '6', '5', '3', '1'])
})

test.each(lists)('a page of $list over $medium continues before a row', async (given) => {
  const { tx, row } = await openPosts(given.open())
  const before = (id: number, limit?: number) => given.read(tx, { before: row(id)._id, limit })
  expect(idsOf(await before(7))).toEqual(['6', '5', '3', '1'])
  expect(idsOf(await before(6, 2))).toEqual(['5', '3'])
  expect(idsOf(await before(4, 1))).toEqual(['3'])
  expect(idsOf(await before(3, 5))).toEqual(['1'])
  expect(idsOf(await before(1))).toEqual([])
})

test.each(lists)('pages of $list over $medium are the same after the commit', async (given) => {
  const store = given.open()
  const { tx, row } = await openPosts(store)
  await tx.commit()
  const later = new Transaction(store)
  expect(idsOf(await given.read(later))).toEqual(['7', '6', '5', '3', '1'])
  const page = { before: row(6)._id, limit: 2 }
  expect(idsOf(await given.read(later, page))).toEqual(['5', '3'])
})

test.each(lists)(
  'an own edit does not displace another row in $list over $medium',
  async (given) => {
    const { tx, row } = await openPosts(given.open())
    await tx.put('posts', { ...row(3), content: 'Edited' })
    const rows = await given.read(tx, { before: row(6)._id, limit: 2 })
    expect(rows.map(({ id, content }) => [id, content])).toEqual([
      ['5', 'Text'],
      ['3', 'Edited'],
    ])
  },
)

test.each(stores)('a group over $medium has no entries of another group', async ({ open }) => {
  const { tx, row } = await openPosts(open())
  await tx.put('posts', { ...row(5), userId: 'mi' })
  await tx.put('posts', { ...row(3), userId: 'mirabel' })
  expect(idsOf(await tx.listBy('posts', 'userId', 'mira'))).toEqual(['7', '6', '1'])
  expect(idsOf(await tx.listBy('posts', 'userId', 'mi'))).toEqual(['5'])
})

test.each(stores)(
  'a cleared transaction over $medium sees no rows, but every value outside the tables',
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

test.each(stores)('after clearing, $medium contains only the later writes', async ({ open }) => {
  const store = open()
  const database = openDatabase(store)
  const user = await database.write(async (tx) => {
    tx.clear()
    return tx.insert('users', userFields('ada'))
  })
  expect(await valuesUnder(store, 'users/')).toEqual([user])
  expect(await valuesUnder(store, 'users.username/')).toEqual([user._id])
  for (const prefix of ['posts', 'comments']) expect(await countUnder(store, prefix)).toBe(0)
  expect(await countUnder(store, 'meta/')).toBeGreaterThan(2)
})

test.each(stores)('a transaction that clears $medium and throws changes nothing', async (given) => {
  const store = given.open()
  const database = openDatabase(store)
  await database.read((tx) => tx.list('posts'))
  const before = await valuesUnder(store)
  const failing = database.write(async (tx) => {
    tx.clear()
    throw new Error('Out of oil')
  })
  await expect(failing).rejects.toThrow('Out of oil')
  expect(await valuesUnder(store)).toEqual(before)
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
