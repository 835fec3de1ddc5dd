import { expect, test } from 'vitest'
import { commentFields, userFields } from '../testing/rows.ts'
import { contentsOf, stores } from '../testing/stores.ts'
import { Transaction } from './transaction.ts'

test.each(stores)('a removed row leaves nothing but its counter in $medium', async ({ open }) => {
  const store = open()
  const tx = new Transaction(store)
  const comment = await tx.insert('comments', commentFields())
  await tx.commit()
  const later = new Transaction(store)
  await later.remove('comments', comment)
  await later.commit()
  expect(await contentsOf(store)).toEqual([1])
  expect(await later.insert('comments', commentFields())).toMatchObject({ id: '2' })
})

test.each(stores)('a username over $medium follows a rename', async ({ open }) => {
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

test.each(stores)('a row over $medium moves from group to group', async ({ open }) => {
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
