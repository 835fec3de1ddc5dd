import { expect, test, vi } from 'vitest'
import { commentFields, postFields, userFields } from '../testing/rows.ts'
import { countUnder, stores, valuesUnder } from '../testing/stores.ts'
import type { UserRow } from './tables.ts'
import { Transaction } from './transaction.ts'

test.each(stores)('a transaction over $medium reads its own inserts', async ({ open }) => {
  const store = open()
  const tx = new Transaction(store)
  const user = await tx.insert('users', userFields('ada'))
  const post = await tx.insert('posts', postFields({ userId: user._id }))
  expect(await tx.get('users', user._id)).toEqual(user)
  expect(await tx.get('users', user.id)).toEqual(user)
  expect(await tx.getMany('users', ['nobody', user._id])).toEqual([user])
  expect(await tx.listBy('users', 'username', 'ada')).toEqual([user])
  expect(await tx.list('posts')).toEqual([post])
  expect(await tx.listBy('posts', 'userId', user._id)).toEqual([post])
  // Not the counters: where writers are concurrent, they count at once.
  expect([await countUnder(store, 'users'), await countUnder(store, 'posts')]).toEqual([0, 0])
})

test.each(stores)('others over $medium read the row after the commit', async ({ open }) => {
  const store = open()
  const tx = new Transaction(store)
  const user = await tx.insert('users', userFields('ada'))
  expect(await new Transaction(store).get('users', user._id)).toBeUndefined()
  await tx.commit()
  const later = new Transaction(store)
  expect(await later.get('users', user._id)).toEqual(user)
  expect(await later.listBy('users', 'username', 'ada')).toEqual([user])
  expect(await later.list('users')).toEqual([user])
})

test.each(stores)('a transaction over $medium reads its own changes of a row', async ({ open }) => {
  const store = open()
  const before = new Transaction(store)
  const post = await before.insert('posts', postFields({ userId: 'mira' }))
  await before.commit()

  const tx = new Transaction(store)
  const edited = { ...post, content: 'Edited' }
  await tx.put('posts', edited)
  expect(await tx.get('posts', post.id)).toEqual(edited)
  expect(await tx.getMany('posts', [post._id])).toEqual([edited])
  expect(await tx.list('posts')).toEqual([edited])
  expect(await tx.listBy('posts', 'userId', 'mira')).toEqual([edited])
  expect(await new Transaction(store).get('posts', post.id)).toEqual(post)
})

test.each(stores)(
  'a row removed from $medium is gone before and after the commit',
  async ({ open }) => {
    const store = open()
    const before = new Transaction(store)
    const user = await before.insert('users', userFields('ada'))
    const post = await before.insert('posts', postFields({ userId: user._id }))
    await before.commit()

    const tx = new Transaction(store)
    await tx.remove('users', user)
    await tx.remove('posts', post)
    await tx.commit()
    for (const reader of [tx, new Transaction(store)]) {
      expect(await reader.get('posts', post._id)).toBeUndefined()
      expect(await reader.get('posts', post.id)).toBeUndefined()
      expect(await reader.getMany('posts', [post._id])).toEqual([])
      expect(await reader.listBy('users', 'username', 'ada')).toEqual([])
      expect(await reader.list('posts')).toEqual([])
      expect(await reader.listBy('posts', 'userId', user._id)).toEqual([])
    }
  },
)

test.each(stores)('commit writes to $medium only if something changed', async ({ open }) => {
  const store = open()
  const write = vi.spyOn(store, 'write')
  const reader = new Transaction(store)
  await reader.list('posts')
  await reader.commit()
  expect(write).not.toHaveBeenCalled()
  const writer = new Transaction(store)
  await writer.insert('posts', postFields())
  await writer.insert('posts', postFields())
  await writer.commit()
  expect(write).toHaveBeenCalledOnce()
})

test.each(stores)('a row is read from $medium once', async ({ open }) => {
  const store = open()
  const before = new Transaction(store)
  const { _id } = await before.insert('posts', postFields())
  await before.commit()
  const read = vi.spyOn(store, 'read')
  const tx = new Transaction(store)
  await tx.getMany('posts', [_id, _id])
  await tx.get('posts', _id)
  expect(read.mock.calls).toEqual([[[expect.any(String)]]])
})

test.each(stores)('has() over $medium tells whether a row exists', async ({ open }) => {
  const store = open()
  const first = new Transaction(store)
  for (let n = 1; n <= 10; n++) await first.insert('posts', postFields())
  await first.commit()
  const tx = new Transaction(store)
  const [eleven, ten, one] = [
    await tx.insert('posts', postFields()),
    await tx.get('posts', '10'),
    await tx.get('posts', '1'),
  ]
  if (!one || !ten) throw new Error('A post is missing')
  await tx.remove('posts', one)
  for (const { _id, id } of [ten, eleven]) {
    expect([await tx.has('posts', _id), await tx.has('posts', id)]).toEqual([true, true])
  }
  for (const id of [one._id, one.id, '12', '0', '']) expect(await tx.has('posts', id)).toBe(false)
})

test.each(stores)('removing a row leaves only its counter in $medium', async ({ open }) => {
  const store = open()
  const tx = new Transaction(store)
  const comment = await tx.insert('comments', commentFields())
  await tx.commit()
  const later = new Transaction(store)
  await later.remove('comments', comment)
  await later.commit()
  expect(await valuesUnder(store)).toEqual([1])
  expect(await later.insert('comments', commentFields())).toMatchObject({ id: '2' })
})

test.each(stores)('the index of usernames over $medium follows a rename', async ({ open }) => {
  const store = open()
  const before = new Transaction(store)
  const user = await before.insert('users', userFields('ada'))
  await before.commit()

  const tx = new Transaction(store)
  await tx.put('users', { ...user, username: 'grace' })
  const other = await tx.insert('users', userFields('ada'))
  await tx.commit()
  for (const reader of [tx, new Transaction(store)]) {
    expect(await reader.listBy('users', 'username', 'grace')).toMatchObject([{ _id: user._id }])
    expect(await reader.listBy('users', 'username', 'ada')).toMatchObject([{ _id: other._id }])
    expect((await reader.get('users', user.id))?.username).toBe('grace')
  }
})

test.each(stores)('a row over $medium moves between groups', async ({ open }) => {
  const store = open()
  const before = new Transaction(store)
  const comment = await before.insert('comments', commentFields({ postId: 'one' }))
  await before.commit()
  const tx = new Transaction(store)
  await tx.put('comments', { ...comment, postId: 'two' })
  await tx.commit()
  for (const reader of [tx, new Transaction(store)]) {
    expect(await reader.listBy('comments', 'postId', 'one')).toEqual([])
    expect(await reader.listBy('comments', 'postId', 'two')).toHaveLength(1)
  }
})

test.each(stores)(
  'a link over $medium is one key on each side, in order of time',
  async (given) => {
    const store = given.open()
    const before = new Transaction(store)
    const post = await before.insert('posts', postFields())
    const users = []
    for (const name of ['ada', 'ben', 'cleo'])
      users.push(await before.insert('users', userFields(name)))
    const [ada, ben, cleo] = users as [UserRow, UserRow, UserRow]
    await before.commit()
    const write = vi.spyOn(store, 'write')
    for (const user of [cleo, ada, ben]) {
      const tx = new Transaction(store)
      await tx.links.add('likedBy', post, user)
      expect(await tx.links.has('liked', user, post)).toBe(true)
      expect(tx.changed?.map(({ table, kind }) => [table, kind])).toEqual([
        ['posts', 'changed'],
        ['users', 'changed'],
      ])
      await tx.commit()
      expect([...(write.mock.lastCall?.[0].keys() ?? [])]).toEqual([
        `votes/${post._id}/likedBy/${post._id}/${user._id}`,
        `counts/votes/${post._id}/likedBy/${post._id}/0`,
        `lists/${user._id}/liked/${user._id}/${post._id}`,
      ])
    }
    const tx = new Transaction(store)
    expect(await tx.links.list('likedBy', post)).toEqual([cleo._id, ada._id, ben._id])
    expect(await tx.links.count('likedBy', [post, ada])).toEqual([3, 0])
    await tx.links.remove('liked', ada, post)
    await tx.links.add('dislikedBy', post, ada)
    const votes = await tx.links.read('votes', [post._id])
    expect(votes.of('likedBy', post._id)).toEqual([cleo._id, ben._id])
    expect(votes.of('dislikedBy', post._id)).toEqual([ada._id])
    await tx.links.removeAll(['likedBy'], post)
    await tx.commit()
    const later = await new Transaction(store).links.read('votes')
    expect(later.of('likedBy', post._id)).toEqual([])
    expect(await new Transaction(store).links.list('liked', cleo)).toEqual([])
  },
)
