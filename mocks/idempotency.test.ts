import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { calls } from '../src/contract/calls.ts'
import { memoryStore } from './store/adapters/memory.ts'
import { watchedStore } from './store/adapters/watched.ts'
import { newUuid } from './store/ids.ts'
import { idbStore } from './store/row-cache.ts'
import { testApi } from './testing/api.ts'
import { callNames } from './testing/examples.ts'
import { fileOf, starts } from './testing/picture.ts'
import { countUnder, stores, valuesUnder } from './testing/stores.ts'

afterEach(() => void vi.useRealTimers())

const body = { content: 'Sent once' }
const prefer = 'return=minimal'
const KEY_OF_ANOTHER =
  'This Idempotency-Key was used for another request. Use a new key for each write.'

async function guestApi(store = memoryStore()) {
  const api = testApi(store)
  const { user, token } = await api.logIn()
  const write = (key: string, content = body.content) =>
    api.call('POST /api/posts', { body: { content }, token, key, prefer })
  return { ...api, store, user, token, write }
}

test('a write that is repeated with its key is done once and gets the same reply (R12.19)', async () => {
  const { write, call } = await guestApi()
  const first = await write('a')
  const second = await write('a')
  expect([second.status, second.data]).toEqual([first.status, first.data])
  expect(second.headers.get('Preference-Applied')).toBe(prefer)
  expect((await write('b')).data).not.toEqual(first.data)
  const { posts } = (await call('GET /api/posts')).data
  expect(posts.filter(({ content }) => content === body.content)).toHaveLength(2)
})

test('a slash at the end of the path makes no other request of it (R12.11)', async () => {
  const { send, token } = await guestApi()
  const statuses = []
  for (const path of ['/api/posts', '/api/posts/']) {
    const headers = { authorization: token, 'Idempotency-Key': 'a', Prefer: prefer }
    const reply = await send(path, { method: 'POST', headers, body: JSON.stringify(body) })
    statuses.push([reply.status, (await reply.json()).posts[0]._id])
  }
  expect(statuses[0]).toEqual([201, expect.any(String)])
  expect(statuses[1]).toEqual(statuses[0])
})

test('a like that is repeated with its key succeeds and counts once', async () => {
  const { call, token } = await guestApi()
  const like = { params: { postId: '1' }, token, key: 'like' }
  const first = await call('POST /api/posts/like/:postId', like)
  const second = await call('POST /api/posts/like/:postId', like)
  expect([second.status, second.data]).toEqual([201, first.data])
})

test.each(stores)(
  '72 parallel posts, each repeated, also after a restart, create 72 rows in $medium',
  async ({ open }) => {
    const store = open()
    const { write, token, database } = await guestApi(store)
    const keys = Array.from({ length: 72 }, () => crypto.randomUUID())
    const both = await Promise.all([...keys, ...keys].map((key) => write(key, key)))
    const restarted = testApi(store)
    const later = await Promise.all(
      keys.map((key) =>
        restarted.call('POST /api/posts', { body: { content: key }, token, key, prefer }),
      ),
    )
    const ids = [...both, ...later].map(({ data }) => data.posts[0]?._id)
    expect(new Set(ids).size).toBe(72)
    expect(await database.read((tx) => tx.count('posts'))).toBe(5 + 72)
  },
)

test('a repeated write without a preference returns the current lists', async () => {
  const { call, token, write } = await guestApi()
  const send = () => call('POST /api/posts', { body, token, key: 'a' })
  const first = await send()
  expect(first.data.posts).toHaveLength(6)
  await write('b', 'Another')
  const { posts } = (await send()).data
  expect(posts.map(({ content }) => content)).toEqual([
    'Another',
    'Sent once',
    ...first.data.posts.slice(1).map(({ content }) => content),
  ])
})

test('the reply to a repeated write omits rows that were removed', async () => {
  const { call, token, write } = await guestApi()
  const { posts } = (await write('a')).data
  const params = { postId: posts[0]?._id ?? '' }
  const comment = () => call('POST /api/comments/add/:postId', { params, body, token, key: 'b' })
  await comment()
  await call('DELETE /api/posts/:postId', { params, token })
  expect((await write('a')).data).toEqual({ posts: [] })
  expect((await comment()).data).toEqual({ comments: [] })
})

test.each(['another path', 'another method', 'another body', 'another user'])(
  'a key is rejected for %s, and nothing changes (R12.19)',
  async (what) => {
    const { call, token, signUp, store, write } = await guestApi()
    const { token: hers } = await signUp('ada')
    const own = (await write('b')).data.posts[0]?._id ?? ''
    const given = { params: { postId: '1' }, body, token, key: 'a' }
    const comment = (changed: Partial<typeof given>) =>
      call('POST /api/comments/add/:postId', { ...given, ...changed })
    await comment({})
    const others = {
      'another path': () => comment({ params: { postId: '2' } }),
      'another method': () =>
        call('DELETE /api/posts/:postId', { params: { postId: own }, token, key: 'a' }),
      'another body': () => comment({ body: { content: 'Other' } }),
      'another user': () => comment({ token: hers }),
    }
    const before = await valuesUnder(store)
    const { status, error } = await others[what as keyof typeof others]()
    expect([status, error]).toEqual([422, [KEY_OF_ANOTHER]])
    expect(await valuesUnder(store)).toEqual(before)
  },
)

test('a write that failed is done when it is sent again with its key (R12.19)', async () => {
  const { call, token } = await guestApi()
  const params = { postId: '1' }
  const remove = () => call('POST /api/users/remove-bookmark/:postId', { params, token, key: 'a' })
  expect((await remove()).status).toBe(400)
  await call('POST /api/users/bookmark/:postId', { params, token })
  expect((await remove()).status).toBe(200)
})

test('a key of more than 255 characters is rejected (R12.19, R15.9)', async () => {
  const { write } = await guestApi()
  expect((await write('k'.repeat(255))).status).toBe(201)
  const { status, error } = await write('k'.repeat(256))
  expect([status, error]).toEqual([400, ['Idempotency-Key: must be at most 255 characters']])
})

test('a repeated write is published again, since the worker may have stopped before it published', async () => {
  const publish = vi.fn()
  const { call, logIn } = testApi(undefined, { publish })
  const { token } = await logIn()
  const write = () => call('POST /api/posts', { body, token, key: 'a', tab: 'me' })
  await write()
  await write()
  expect(publish).toHaveBeenCalledTimes(2)
  expect(publish).toHaveBeenLastCalledWith({ by: 'me', changes: undefined })
})

test('a picture is stored once per key, even if the boundary of the form differs', async () => {
  const { call, token, database } = await guestApi()
  const send = (size: number) =>
    call('POST /api/uploads', {
      body: { file: fileOf(starts['image/png'], { size }) },
      token,
      key: 'a',
    })
  const first = await send(5000)
  expect((await send(5000)).data).toEqual(first.data)
  expect(await database.read((tx) => tx.count('uploads'))).toBe(1)
  expect((await send(5001)).status).toBe(422)
})

const WRONG_PASSWORD = 'The credentials you entered are invalid. Unauthorized access error.'

test('a repeated sign-up is a log-in: it needs the current password (R12.26)', async () => {
  const { call } = testApi()
  const signUp = (password: string) =>
    call('POST /api/auth/signup', { body: { username: 'ada', password, name: 'Ada' }, key: 'a' })
  const { data } = await signUp('Torque#1')
  const edit = (userData: Record<string, string>) =>
    call('POST /api/users/edit', { body: { userData }, token: data.encodedToken })
  await edit({ password: 'Torque#2' })
  const old = await signUp('Torque#1')
  expect([old.status, old.error]).toEqual([401, [WRONG_PASSWORD]])
  const current = await signUp('Torque#2')
  expect([current.status, current.data.createdUser._id]).toEqual([201, data.createdUser._id])
  await edit({ username: 'ada.l' })
  expect((await signUp('Torque#2')).status).toBe(401)
})

test('no password is hashed for a sign-up whose key belongs to another one', async () => {
  const { call } = testApi()
  const signUp = (username: string, key = 'a') =>
    call('POST /api/auth/signup', { body: { username, password: 'Torque#1', name: 'Ada' }, key })
  await signUp('ada')
  await signUp('ben', 'b')
  const derive = vi.spyOn(crypto.subtle, 'deriveBits')
  onTestFinished(() => derive.mockRestore())
  for (const username of ['ben', 'cem']) expect((await signUp(username)).status).toBe(422)
  expect(derive).not.toHaveBeenCalled()
  expect((await signUp('ada')).status).toBe(201)
  expect(derive).toHaveBeenCalledTimes(1)
})

test('the key of a sign-up, which is secret, does not become the public _id of the user (R12.26)', async () => {
  const key = newUuid()
  for (const origin of ['own', 'late'] as const) {
    const { call } = testApi(undefined, {}, { origin })
    const body = { username: 'ada', password: 'Torque#1', name: 'Ada' }
    const { data } = await call('POST /api/auth/signup', { body, key })
    expect(data.createdUser._id).not.toBe(key)
  }
})

test('calls whose reply has a token declare it', () => {
  const withToken = callNames.filter((name) => {
    const { reply } = calls[name] as { reply: { entries?: object } }
    return 'encodedToken' in (reply.entries ?? {}) && !('control' in calls[name])
  })
  expect(withToken).toEqual(callNames.filter((name) => 'issuesToken' in calls[name]))
})

test('no record contains anything of a password (R12.26)', async () => {
  const store = watchedStore()
  const { call } = testApi(store)
  const password = 'Torque#1'
  const body = { username: 'ada', password, name: 'Ada' }
  const { data } = await call('POST /api/auth/signup', { body, key: 'a' })
  const edit = (to: string, key: string) =>
    call('POST /api/users/edit', {
      body: { userData: { password: to } },
      token: data.encodedToken,
      key,
    })
  await edit('Torque#2', 'b')
  await edit('Torque#3', 'c')
  const hashes = (await valuesUnder(store, 'idempotency/')).map(
    (record) => (record as { hash: string }).hash,
  )
  // Equal, although the passwords differ.
  expect(hashes).toHaveLength(3)
  expect(new Set(hashes).size).toBe(2)
})

test('a sign-up is done once per key, and its record does not contain the token', async () => {
  const store = watchedStore()
  const { call } = testApi(store)
  const signUp = (password: string) =>
    call('POST /api/auth/signup', { body: { username: 'ada', password, name: 'Ada' }, key: 'a' })
  const first = await signUp('Torque#1')
  const second = await signUp('Torque#1')
  // A repeated sign-up is a log-in, whose session is its own.
  const { encodedToken } = second.data
  expect([second.status, second.data]).toEqual([201, { ...first.data, encodedToken }])
  // The header of every token, `{"alg":…`, in Base64url.
  expect(first.data.encodedToken).toContain('eyJhbGci')
  expect(JSON.stringify([...store.entries])).not.toContain('eyJhbGci')
})

test('the record of a write does not grow with the data', async () => {
  const store = watchedStore(idbStore(crypto.randomUUID()))
  const { call, logIn, database } = testApi(store)
  await call('POST /api/mock/reset', { body: { seed: { users: 50, posts: 500 } } })
  const { user, token } = await logIn()
  const [post] = (await call('GET /api/posts', { query: '?limit=1' })).data.posts
  const params = { postId: post?._id ?? '' }
  await database.write(async (tx) => {
    for (const person of await tx.list('users')) {
      if (post && person._id !== user._id) await tx.links.add('likedBy', post, person)
      else if (post) await tx.links.remove('likedBy', post, person)
    }
  })
  const long = 'x'.repeat(50_000)
  // Without a preference, so that each reply contains the whole feed.
  await call('POST /api/posts', { body: { content: long }, token, key: 'post' })
  await call('POST /api/comments/add/:postId', { params, body: { content: long }, token, key: 'c' })
  await call('POST /api/posts/like/:postId', { params, token, key: 'like' })
  await call('POST /api/users/edit', {
    body: { userData: { bio: long.slice(0, 10_000) } },
    token,
    key: 'edit',
  })
  const records = [...store.entries].filter(([key]) => /^(idempotency|expiry)\//.test(key))
  expect(records).toHaveLength(8)
  for (const [, value] of records) expect(JSON.stringify(value).length).toBeLessThan(300)
})

test('a reset and a restored snapshot remove the records with the rows', async () => {
  const { call, store, token, write } = await guestApi()
  await write('a')
  const snapshot = (await call('GET /api/mock/snapshot')).data
  await call('POST /api/mock/reset', { body: { seed: 'default' } })
  expect(await countUnder(store, 'idempotency/')).toBe(0)
  expect(await countUnder(store, 'expiry/')).toBe(0)
  const { posts } = (await write('a')).data
  expect(posts[0]?.content).toBe(body.content)
  await call('POST /api/mock/snapshot', { body: snapshot })
  expect(await countUnder(store, 'idempotency/')).toBe(0)
  const options = { params: { postId: '1' }, token, key: 'a' }
  expect((await call('POST /api/users/bookmark/:postId', options)).status).toBe(200)
})

const DAY = 24 * 3_600_000
const NOON = Date.UTC(2026, 2, 1, 12)

async function clockApi() {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOON)
  const api = await guestApi()
  const records = () => countUnder(api.store, 'idempotency/')
  /** Writes without a key: they remove records and add none. */
  const writeWithoutKey = () => api.writePost(api.token, 'Later')
  return { ...api, records, writeWithoutKey }
}

test('records are removed after a day, a batch of ten with each write (R12.19, R15.9)', async () => {
  const { write, writeWithoutKey, records, store } = await clockApi()
  for (let n = 0; n < 25; n++) await write(`key-${n}`)
  vi.setSystemTime(NOON + DAY - 1)
  await writeWithoutKey()
  expect(await records()).toBe(25)
  vi.setSystemTime(NOON + DAY)
  const left = []
  for (let n = 0; n < 3; n++) {
    await writeWithoutKey()
    left.push(await records())
  }
  expect(left).toEqual([15, 5, 0])
  expect(await countUnder(store, 'expiry/')).toBe(0)
})

test('when the clock is set back, no record is removed early, and none is stored longer than a day', async () => {
  const { write, writeWithoutKey, records } = await clockApi()
  vi.setSystemTime(NOON + 20 * DAY)
  for (let n = 0; n < 5; n++) await write(`key-${n}`)
  vi.setSystemTime(NOON)
  await writeWithoutKey()
  expect(await records()).toBe(5)
  expect((await write('key-0')).status).toBe(201)
  expect(await records()).toBe(5)
  vi.setSystemTime(NOON + DAY)
  await writeWithoutKey()
  expect(await records()).toBe(0)
})
