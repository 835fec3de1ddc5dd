import { expect, test } from 'vitest'
import type { Reply } from '../../src/contract/calls.ts'
import { memoryStore } from '../db/memory-store.ts'
import { testApi } from '../testing/api.ts'
import { contentsOf } from '../testing/stores.ts'

type Snapshot = Reply<'GET /api/mock/snapshot'>

const MIRA = '019a0000-0000-7001-8000-000000000001'
const NOBODY = '019a0000-0000-7001-8000-0000000000ff'

const [user, post, comment] = ['users.0.', 'posts.0.', 'comments.0.']
const wrong: [string, (snapshot: Snapshot) => unknown][] = [
  ['body', () => 'text'],
  ['version', () => []],
  ['version', (all) => ({ ...all, version: 2 })],
  ['version', (all) => ({ ...all, version: undefined })],
  ['users', (all) => ({ ...all, users: {} })],
  ['sequences', (all) => ({ ...all, sequences: undefined })],
  ['sequences.posts', (all) => ({ ...all, sequences: { ...all.sequences, posts: 4 } })],
  ['sequences.users', (all) => ({ ...all, sequences: { ...all.sequences, users: -1 } })],
  [`${user}_id`, (all) => changed(all, 'users', { _id: 'ada' })],
  [`${user}id`, (all) => changed(all, 'users', { id: 'x' })],
  [`${user}username`, (all) => changed(all, 'users', { username: '' })],
  ['users.4.username', (all) => changed(all, 'users', { username: 'mira' })],
  ['users.4._id', (all) => changed(all, 'users', { _id: MIRA })],
  ['users.4.id', (all) => changed(all, 'users', { id: '1' })],
  [`${user}followers.0`, (all) => changed(all, 'users', { followers: [5] })],
  [`${user}createdAt`, (all) => changed(all, 'users', { createdAt: 'yesterday' })],
  [
    `${user}profilePhoto.chosen`,
    (all) =>
      changed(all, 'users', { profilePhoto: { default: '', chosen: 'javascript:alert(1)' } }),
  ],
  [`${post}userId`, (all) => changed(all, 'posts', { userId: NOBODY })],
  [`${post}imageUrl`, (all) => changed(all, 'posts', { imageUrl: 'data:text/html,' })],
  [`${post}likedBy`, (all) => changed(all, 'posts', { likedBy: undefined })],
  [`${comment}postId`, (all) => changed(all, 'comments', { postId: MIRA })],
  [`${comment}userId`, (all) => changed(all, 'comments', { userId: NOBODY })],
]

function changed(all: Snapshot, table: 'users' | 'posts' | 'comments', fields: object) {
  const [first, ...rest] = all[table]
  return { ...all, [table]: [{ ...first, ...fields }, ...rest] }
}

test.each(wrong)(
  '%s is named when it is wrong, and nothing is replaced (%#)',
  async (field, change) => {
    const store = memoryStore()
    const { call } = testApi(store)
    const snapshot = (await call('GET /api/mock/snapshot')).data
    const before = await contentsOf(store)
    const text = JSON.stringify(change(snapshot))
    const { status, error } = await call('POST /api/mock/snapshot', { text })
    expect(status).toBe(400)
    expect(error).toEqual([expect.stringMatching(new RegExp(`^${field}: .`))])
    expect(await contentsOf(store)).toEqual(before)
  },
)
