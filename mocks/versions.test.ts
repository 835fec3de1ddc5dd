import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { apiErrors } from '../src/contract/errors.ts'
import { guest } from '../src/contract/guest.ts'
import { checkRows } from './check-rows.ts'
import { migrations } from './migrations.ts'
import { reportsOf } from './reports/reports.ts'
import { seedGuest } from './seed/users.ts'
import { watchedStore } from './store/adapters/watched.ts'
import { rowKey, uniqueKey } from './store/keys.ts'
import { testApi } from './testing/api.ts'
import { userFields } from './testing/rows.ts'
import { countUnder, stores, valuesUnder } from './testing/stores.ts'

afterEach(() => void vi.useRealTimers())

const versions = migrations.map((_, index) => ({ version: index + 1 }))

/** The entries of a database that an earlier version of the app wrote. Never change one: add one. */
function fixture(version: number): Map<string, unknown> {
  const url = new URL(`./testing/fixtures/version-${version}.json`, import.meta.url)
  const entries: [string, unknown][] = JSON.parse(readFileSync(url, 'utf8'))
  return new Map(
    entries.map(([key, value]) => [
      key,
      key === 'meta/token-key' ? Uint8Array.from(value as number[]) : value,
    ]),
  )
}

test.each(versions)('data of version $version open completely', async (given) => {
  const store = watchedStore()
  await store.write(fixture(given.version))
  const { call, logIn, writePost } = testApi(store)
  expect((await call('GET /api/mock')).data.version).toBe(migrations.length)
  const { user, token } = await logIn({ username: 'ada', password: 'Torque#1' })
  expect(user).toMatchObject({ bookmarks: [{ id: '6' }], liked: [{ id: '6' }], club: 'Riders' })
  expect(user.following.map(({ username }) => username)).toEqual(['mira'])
  const { posts } = (await call('GET /api/posts')).data
  expect(posts.map(({ id }) => id)).toEqual(['6', '5', '4', '3', '2', '1'])
  expect(posts[0]).toMatchObject({ likes: { likeCount: 1 }, comments: [{ content: 'Kept too' }] })
  expect((await writePost(token, 'Next')).id).toBe('8')
  checkRows(store.entries)
})

test('the migration from version 3 keeps the order of every list and the number of likes', async () => {
  const store = watchedStore()
  const entries = fixture(3)
  const rowsOf = (table: string) =>
    [...entries].filter(([key]) => key.startsWith(`${table}/`)).map(([, row]) => row as Row)
  type Row = { _id: string; [field: string]: unknown }
  const [first, second, third] = rowsOf('users').map(({ _id }) => _id)
  const [post, other] = rowsOf('posts')
  Object.assign(post as Row, { likedBy: [third, first, second], dislikedBy: [], likeCount: 1 })
  const liked = [other?._id, post?._id]
  for (const row of rowsOf('users'))
    Object.assign(row, { liked, followers: [second, third, first] })
  await store.write(entries)
  const { readPost, readUser } = testApi(store)
  const { likes } = await readPost(post?._id ?? '')
  expect(likes).toMatchObject({ likeCount: 1, dislikedBy: [] })
  expect(likes.likedBy.map(({ _id }) => _id)).toEqual([third, first, second])
  const user = await readUser(first ?? '')
  expect(user.liked.map(({ _id }) => _id)).toEqual(liked)
  expect(user.followers.map(({ _id }) => _id)).toEqual([second, third, first])
})

test('the migration from version 7 mends a number of likes below 0, and one that no dislike explains', async () => {
  const store = watchedStore()
  const entries = fixture(7)
  const rows = [...entries].filter(([key]) => key.startsWith('posts/'))
  for (const [, row] of rows) Object.assign(row as object, { takenLikes: 2 })
  await store.write(entries)
  const { call } = testApi(store)
  const { posts } = (await call('GET /api/posts')).data
  expect(posts.map(({ likes }) => likes.likeCount)).toEqual([1, 0, 0, 0, 0, 0])
  const { data } = await call('GET /api/mock/snapshot')
  expect((await call('POST /api/mock/snapshot', { body: data })).status).toBe(200)
  checkRows(store.entries)
})

/** Data of version 1 with these users added, oldest first. */
async function versionOneWith(people: { username: string; password: string }[]) {
  const store = watchedStore()
  await store.write(fixture(1))
  const rows = people.map(({ username, password }, index) => {
    const _id = `019c0000-0000-700${index}-8000-000000000000`
    return { ...userFields(username), password, _id, id: String(20 + index) }
  })
  const entries = rows.flatMap((row): [string, unknown][] => [
    [rowKey('users', row._id), row],
    [`users.id/${row.id}`, row._id],
    [`users.username/${row.username}`, row._id],
  ])
  await store.write(new Map(entries))
  return { store, rows, ...testApi(store) }
}

test('users of version 1 whose names are now equal can all still log in', async () => {
  const dee = { username: 'dee', password: 'First#1' }
  const shouted = { username: 'DEE', password: 'Second#2' }
  const spaced = { username: 'dee ', password: 'Third#3' }
  const { store, rows, call, logIn } = await versionOneWith([dee, shouted, spaced])
  const idAs = async (typed: string, { password }: { password: string }) =>
    (await logIn({ username: typed, password })).user._id
  for (const [index, person] of [dee, shouted, spaced].entries()) {
    expect(await idAs(person.username, person)).toBe(rows[index]?._id)
    expect(await idAs('Dee', person)).toBe(rows[index]?._id)
  }
  const postsOf = (username: string) =>
    call('GET /api/posts/user/:username', { params: { username } })
  expect((await postsOf('DEE')).status).toBe(200)
  checkRows(store.entries)
})

test('those users keep their names when they edit other fields, and can take a free one', async () => {
  const shouted = { username: 'DEE', password: 'Second#2' }
  const people = [{ username: 'dee', password: 'First#1' }, shouted]
  const { call, logIn } = await versionOneWith(people)
  const { token } = await logIn(shouted)
  const rename = (username: string) =>
    call('POST /api/users/edit', { body: { userData: { username } }, token })
  expect((await rename('DEE')).status).toBe(201)
  expect((await rename('Dee')).status).toBe(422)
  expect((await rename('deedee')).status).toBe(201)
})

test('a guest of version 1 whose password was changed can log in again', async () => {
  const { store, call } = await versionOneWith([])
  const key = rowKey('users', seedGuest._id)
  const [row] = await store.read([key])
  await store.write(new Map([[key, { ...Object(row), password: 'changed' }]]))
  expect((await call('POST /api/auth/login', { body: guest })).status).toBe(200)
})

test('the migration from version 1 drops old idempotency records and lets unused uploads expire', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const store = watchedStore()
  await store.write(fixture(1))
  const [owner] = (await valuesUnder(store, 'users/')) as { _id: string }[]
  const row = { userId: owner?._id, type: 'image/webp', bytes: new ArrayBuffer(8), createdAt: '' }
  const ids = ['019ca6b1-dc00-7001-8000-000000000001', '019ca6b1-dc00-7001-8000-000000000002']
  const uploads = ids.map((_id, index) => ({ ...row, updatedAt: '', _id, id: String(index + 1) }))
  await store.write(
    new Map<string, unknown>([
      ['meta/done/0', { who: 'a', reply: {} }],
      ['meta/done/63', { who: 'b', reply: {} }],
      ['meta//api/uploads/9', 'https://pictures.test/moved.webp'],
      ...uploads.flatMap((upload) => [
        [rowKey('uploads', upload._id), upload] as const,
        [uniqueKey('uploads', 'id', upload.id), upload._id] as const,
      ]),
    ]),
  )
  const { logIn, writePost } = testApi(store)
  const { token } = await logIn()
  await writePost(token, 'Before')
  const names = [...store.entries.keys()].filter((key) => key.startsWith('meta/')).sort()
  expect(names).toEqual([
    ...['meta/sequence/comments', 'meta/sequence/posts', 'meta/sequence/uploads'],
    ...['meta/sequence/users', 'meta/token-key', 'meta/version'],
  ])
  expect(await countUnder(store, 'uploads/')).toBe(2)
  vi.setSystemTime(Date.now() + 24 * 3_600_000 + 60_000)
  await writePost(token, 'After')
  expect(await countUnder(store, 'uploads/')).toBe(0)
  checkRows(store.entries)
})

test('after the migration from version 8, names and texts are found in any case of any script', async () => {
  const store = watchedStore()
  const entries = fixture(8)
  const rows = [...entries].flatMap(([, row]) => (isRow(row) ? [row] : []))
  const user = rows.find(({ username }) => username === 'ada')
  const post = rows.find(({ content, id }) => content && id === '6')
  const [tail] = [...entries.keys()].flatMap((key) => key.split('users.username/ada/')[1] ?? [])
  if (!user || !post) throw new Error('The fixture has changed')
  entries.delete(`users.username/ada/${tail}`)
  entries.set(`users.username/${encodeURIComponent('straße')}/${tail}`, user._id)
  user.username = 'Straße'
  post.content = 'İzmir'
  const packed = [[post._id, post.userId, 'i̇zmir']]
  entries.set('posts.text/~', { _id: '~', entries: packed })
  entries.set('posts.packed/', post._id)
  await store.write(entries)
  const { call, logIn } = testApi(store)
  await logIn({ username: 'STRASSE', password: 'Torque#1' })
  const query = `?search=${encodeURIComponent('IZMIR')}`
  expect((await call('GET /api/posts', { query })).data.posts).toMatchObject([{ id: '6' }])
  checkRows(store.entries)
})

test('the migration from version 11 takes a kept picture that no row shows from its author', async () => {
  const store = watchedStore()
  const { call, database, signUp, upload } = testApi(store)
  const [rude, anna] = [await signUp('rude'), await signUp('anna')]
  const { _id, url } = await upload(rude.token)
  const body = { content: 'Look', imageUrl: url }
  const { data } = await call('POST /api/posts', { body, token: rude.token })
  const post = data.posts[0] ?? expect.fail()
  const about = { params: { postId: post._id }, body: { reason: 'insult' as const } }
  await call('POST /api/posts/report/:postId', { ...about, token: anna.token })
  await database.write(async (tx) => {
    const row = (await tx.get('posts', post._id)) ?? expect.fail()
    await tx.put('posts', { ...row, imageUrl: undefined })
    tx.putMeta('version', 11)
  })
  const later = testApi(store)
  expect((await later.call('GET /api/uploads/:id', { params: { id: _id } })).status).toBe(404)
  expect(await later.database.read((tx) => reportsOf(tx).fileOf(url))).toBeDefined()
  checkRows(store.entries)
})

type FixtureRow = { _id: string; id: string; [field: string]: unknown }
const isRow = (value: unknown): value is FixtureRow =>
  typeof value === 'object' && '_id' in Object(value)

test.each(stores)(
  'data of a newer version in $medium can be exported but not changed',
  async (given) => {
    const store = given.open()
    const older = testApi(store)
    const { token } = await older.logIn()
    const taken = (await older.call('GET /api/mock/snapshot')).data
    const newer = migrations.length + 1
    await store.write(new Map([['meta/version', newer]]))
    const before = await valuesUnder(store)

    const newest = testApi(store)
    const { status, data } = await newest.call('GET /api/mock/snapshot')
    expect([status, data]).toEqual([200, { ...taken, version: newer }])
    expect((await newest.call('GET /api/mock')).data.version).toBe(newer)
    // The first was open before: it must not overwrite data of a newer version.
    for (const { call } of [newest, older]) {
      const { status, error } = await call('POST /api/posts', { body: { content: 'Old' }, token })
      expect(status).toBe(503)
      // Only a server has many clients, which cannot update it.
      const { newerData, olderServer } = apiErrors
      expect(error).toEqual([(store.manyClients ? olderServer : newerData).text])
      expect((await call('POST /api/mock/reset', { body: { seed: 'empty' } })).status).toBe(503)
      expect((await call('POST /api/mock/snapshot', { body: taken })).status).toBe(503)
    }
    expect(await valuesUnder(store)).toEqual(before)
  },
)
