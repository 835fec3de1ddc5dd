import { base64url } from 'jose'
import { expect, test } from 'vitest'
import { calls, type Reply } from '../../src/contract/calls.ts'
import { memoryStore } from '../store/adapters/memory.ts'
import { isLink } from '../store/links.ts'
import type { Store } from '../store/store.ts'
import { testApi } from '../testing/api.ts'
import { busyApi } from '../testing/busy-api.ts'
import { stores, valuesUnder } from '../testing/stores.ts'

type Snapshot = Reply<'GET /api/mock/snapshot'>

const ADA = { username: 'ada', password: 'Torque#1' }

/** An API with a sign-up, relations of every kind and a deleted post, and its snapshot. */
async function snapshotApi(store = memoryStore()) {
  const api = testApi(store)
  const { call } = api
  const { token, user } = await api.signUp('ada')
  const post = await api.writePost(token, 'Kept')
  await api.writeComment(token, post._id, 'Kept too')
  const gone = await api.writePost(token, 'Not kept')
  const onPost = { params: { postId: post._id }, token }
  await call('POST /api/posts/like/:postId', onPost)
  await call('POST /api/users/bookmark/:postId', onPost)
  await call('POST /api/users/follow/:id', { params: { id: '1' }, token })
  await call('DELETE /api/posts/:postId', { params: { postId: gone._id }, token })
  await call('POST /api/mock/settings', { body: { delay: 0 } })
  const text = await (await api.send('/api/mock/snapshot')).text()
  return { ...api, store, token, user, text, snapshot: JSON.parse(text) as Snapshot }
}

test.each(stores)(
  'restoring a snapshot after a reset leaves $medium as before (R13.7)',
  async ({ open }) => {
    const { call, store, text } = await snapshotApi(open())
    const before = await orderedContentsOf(store)
    await call('POST /api/mock/reset', { body: { seed: { users: 9, posts: 20 } } })
    const { status, data } = await call('POST /api/mock/snapshot', { text })
    expect(status).toBe(200)
    expect(data.counts).toEqual({ users: 6, posts: 6, comments: 2 })
    expect(await orderedContentsOf(store)).toEqual(before)
  },
)

/** A snapshot has the order of links, without their times. */
async function orderedContentsOf(store: Store): Promise<unknown[]> {
  return (await valuesUnder(store)).map((value) => (isLink(value) ? value.slice(1) : value))
}

test('a snapshot of much activity is restored unchanged', async () => {
  const { call, round, comment } = await busyApi()
  await round()
  await comment()
  const { data } = await call('GET /api/mock/snapshot')
  await call('POST /api/mock/reset', { body: { seed: 'empty' } })
  await call('POST /api/mock/snapshot', { body: data })
  expect((await call('GET /api/mock/snapshot')).data).toEqual(data)
})

test('a snapshot works on another device, where people log in again', async () => {
  const { text, token } = await snapshotApi()
  const other = testApi()
  expect((await other.call('POST /api/mock/snapshot', { text })).status).toBe(200)
  expect(
    (await other.call('POST /api/auth/verify', { body: { encodedToken: token } })).status,
  ).toBe(401)
  expect((await other.logIn(ADA)).user.bookmarks).toHaveLength(1)
  const next = await other.writePost((await other.logIn(ADA)).token, 'Next')
  expect(next.id).toBe('8')
})

test('sessions survive a restore if their users do', async () => {
  const { call, text, token } = await snapshotApi()
  await call('POST /api/mock/reset', { body: { seed: 'empty' } })
  await call('POST /api/mock/snapshot', { text })
  expect((await call('POST /api/auth/verify', { body: { encodedToken: token } })).status).toBe(200)
})

test('a snapshot contains the hashes of passwords, and no key (R13.7)', async () => {
  const { text, snapshot } = await snapshotApi()
  expect(text).not.toContain(ADA.password)
  expect(snapshot.users.find((user) => user.username === 'ada')?.password).toMatch(/^pbkdf2\$/)
  expect(Object.keys(snapshot).sort()).toEqual([
    'comments',
    'notifications',
    'posts',
    'sequences',
    'uploads',
    'users',
    'version',
  ])
  expect(text).not.toMatch(/token/i)
})

const MIRA = '019a0000-0000-7001-8000-000000000001'
const NOBODY = '019a0000-0000-7001-8000-0000000000ff'

const [user, post, comment] = ['users.0.', 'posts.0.', 'comments.0.']
const at = '2026-01-01T00:00:00+00:00'
const upload = { _id: NOBODY, id: '1', userId: MIRA, type: 'image/png', bytes: 'AAAA' }
Object.assign(upload, { createdAt: at, updatedAt: at })

const wrong: [string, (snapshot: Snapshot) => unknown][] = [
  ['body', () => 'text'],
  ['version', () => []],
  ['version', (all) => ({ ...all, version: all.version + 1 })],
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
  [`${user}following`, (all) => changed(all, 'users', { following: [MIRA] })],
  [`${user}followers`, (all) => changed(all, 'users', { followers: [NOBODY] })],
  [`${user}bookmarks`, (all) => changed(all, 'users', { bookmarks: [all.posts[0]?._id] })],
  [`${user}liked`, (all) => changed(all, 'users', { liked: [MIRA] })],
  [`${user}password`, (all) => changed(all, 'users', { password: 'pbkdf2$9999999$c2FsdA$aGFzaA' })],
  [`${post}likedBy`, (all) => changed(all, 'posts', { likedBy: [MIRA] })],
  [`${post}dislikedBy`, (all) => changed(all, 'posts', { dislikedBy: [NOBODY] })],
  [`${post}bookmarkedBy`, (all) => changed(all, 'posts', { bookmarkedBy: [MIRA] })],
  [`${comment}upvotedBy`, (all) => changed(all, 'comments', { upvotedBy: [NOBODY] })],
  [`${comment}downvotedBy`, (all) => changed(all, 'comments', { downvotedBy: [NOBODY] })],
  ['uploads.0.bytes', (all) => ({ ...all, uploads: [{ ...upload, bytes: 'A' }] })],
  ['uploads.0.bytes', (all) => ({ ...all, uploads: [{ ...upload, bytes: '+/==' }] })],
  [`${comment}userId`, (all) => changed(all, 'comments', { userId: NOBODY })],
  [`${user}lastSeen`, (all) => changed(all, 'users', { lastSeen: 'today' })],
  ['notifications.0.by', (all) => changed(all, 'notifications', { by: [] })],
  ['notifications.0', (all) => changed(all, 'notifications', { userId: NOBODY })],
  ['notifications.0', (all) => changed(all, 'notifications', { commentId: NOBODY })],
  ['notifications.0', (all) => changed(all, 'notifications', { comments: [NOBODY] })],
  ['notifications.0.postId', (all) => changed(all, 'notifications', { postId: NOBODY })],
  ['notifications.0.postId', (all) => changed(all, 'notifications', { type: 'follow' })],
  ['notifications.3', (all) => withSecond(all)],
]

/** A second notification about the same thing. */
function withSecond({ notifications = [], ...all }: Snapshot) {
  const [first] = notifications
  return { ...all, notifications: [...notifications, { ...first, _id: MIRA }] }
}

function changed(
  all: Snapshot,
  table: 'users' | 'posts' | 'comments' | 'notifications',
  fields: object,
) {
  const [first, ...rest] = all[table] ?? []
  return { ...all, [table]: [{ ...first, ...fields }, ...rest] }
}

test.each(wrong)(
  'a wrong %s is named in the error, and nothing is replaced (%#) (R13.7)',
  async (field, change) => {
    const store = memoryStore()
    const { call } = testApi(store)
    const snapshot = (await call('GET /api/mock/snapshot')).data
    const before = await valuesUnder(store)
    const text = JSON.stringify(change(snapshot))
    const { status, error } = await call('POST /api/mock/snapshot', { text })
    expect(status).toBe(400)
    expect(error).toEqual([expect.stringMatching(new RegExp(`^${field}: .`))])
    expect(await valuesUnder(store)).toEqual(before)
  },
)

test.each([
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
])(
  'a picture in a snapshot that is %s is rejected, whatever its declared type',
  async (_what, file) => {
    const store = memoryStore()
    const { call } = testApi(store)
    const { data } = await call('GET /api/mock/snapshot')
    const before = await valuesUnder(store)
    const uploads = [{ ...upload, createdAt: at, updatedAt: at, bytes: base64url.encode(file) }]
    const body = { ...data, sequences: { ...data.sequences, uploads: 1 }, uploads }
    const { status, error } = await call('POST /api/mock/snapshot', { body })
    expect(status).toBe(400)
    expect(error).toEqual(["This file isn't a PNG, JPEG, WebP, GIF or AVIF picture."])
    expect(await valuesUnder(store)).toEqual(before)
  },
)

test('a picture of a snapshot is served with the type of its bytes', async () => {
  const { call } = testApi()
  const { data } = await call('GET /api/mock/snapshot')
  const bytes = base64url.encode('GIF89a and more')
  const uploads = [{ ...upload, createdAt: at, updatedAt: at, type: 'text/html', bytes }]
  const body = { ...data, sequences: { ...data.sequences, uploads: 1 }, uploads }
  expect((await call('POST /api/mock/snapshot', { body })).status).toBe(200)
  const { headers } = await call('GET /api/uploads/:id', { params: { id: upload._id } })
  expect(headers.get('Content-Type')).toBe('image/gif')
})

test('the example of a snapshot in the API reference can be restored', async () => {
  const { call } = testApi()
  const body = calls['POST /api/mock/snapshot'].example as Snapshot
  expect((await call('POST /api/mock/snapshot', { body })).status).toBe(200)
})
