import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NOW_HEADER } from '../../src/contract/now.ts'
import { isNow } from '../../src/contract/settings.ts'
import { memoryStore } from '../store/adapters/memory.ts'
import { uuidAt } from '../store/ids.ts'
import { testApi } from '../testing/api.ts'
import { fastHashes } from '../testing/fast-hashes.ts'
import { stores } from '../testing/stores.ts'

const NOW = '2026-05-01T12:00:00Z'
const HOUR = 3_600_000

beforeEach(fastHashes)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** An API whose data are those of a reset with these settings, and what its clients do. */
async function apiAt(settings: { now?: string; idSeed?: number }, store = memoryStore()) {
  const api = testApi(store)
  const set = (changes: object) => api.call('POST /api/mock/settings', { body: changes })
  await api.call('POST /api/mock/reset', { body: { seed: 'default', settings } })
  return { ...api, set, store }
}

/** The bodies of the replies to some writes and reads. */
async function script(store = memoryStore()) {
  const { send, call, logIn, signUp, writePost, writeComment, upload } = await apiAt(
    { now: NOW, idSeed: 7 },
    store,
  )
  const mira = await logIn({ username: 'mira', password: 'Boxer#1976' })
  const ada = await signUp('ada')
  const post = await writePost(mira.token, 'One')
  const { _id: postId } = await writePost(ada.token, 'Two')
  await writeComment(mira.token, postId, 'Three')
  await upload(ada.token)
  const likes = { params: { postId: post._id } }
  await call('POST /api/posts/like/:postId', { ...likes, token: ada.token })
  await call('POST /api/posts/like/:postId', { ...likes, token: mira.token })
  for (const id of ['1', '2', postId]) {
    await call('POST /api/users/bookmark/:postId', { params: { postId: id }, token: ada.token })
  }
  const reads = ['/api/posts', '/api/users', `/api/comments/${postId}`]
  const bodies = await Promise.all(reads.map(async (path) => (await send(path)).text()))
  // The last one is a secret of the key.
  const claims = [mira, ada].map(({ token }) =>
    atob(token.split('.')[1] ?? '').replace(/,"end":.*/, '}'),
  )
  return { bodies, claims, token: mira.token }
}

test.each(stores)(
  'the same requests give the same bytes over $medium (R13.12)',
  async ({ open }) => {
    const store = open()
    const first = await script(store)
    expect(first.bodies.join()).toContain('Three')
    for (const claims of first.claims) expect(JSON.parse(claims).iat).toBe(Date.parse(NOW) / 1000)
    // In another process, and again in this one after a reset.
    expect(await script(open())).toEqual({ ...first, token: expect.any(String) })
    expect(await script(store)).toEqual(first)
  },
)

test('with an id seed, and while the time stands still, a user can log in again after a log-out', async () => {
  const { call, logIn } = await apiAt({ now: NOW, idSeed: 7 })
  for (let n = 0; n < 3; n++) {
    const body = { encodedToken: (await logIn()).token }
    expect((await call('POST /api/auth/verify', { body })).status).toBe(200)
    expect((await call('POST /api/auth/logout', { body })).status).toBe(200)
  }
})

test('another id seed gives other ids', async () => {
  const ids = await Promise.all(
    [7, 7, 8, undefined].map(async (idSeed) => {
      const { logIn, writePost } = await apiAt({ now: NOW, idSeed })
      return (await writePost((await logIn()).token, 'One'))._id
    }),
  )
  expect(ids[0]).toBe(ids[1])
  expect(new Set(ids).size).toBe(3)
})

test.each(stores)(
  'while the time stands still, rows over $medium are of that time, unique and in order',
  async ({ open }) => {
    const { call, logIn, writePost, writeComment, readUser } = await apiAt({ now: NOW }, open())
    const { token, user } = await logIn()
    const created = []
    for (let n = 0; n < 20; n++) created.push(await writePost(token, `Post ${n}`))
    const times = new Set(created.map(({ createdAt }) => Date.parse(createdAt)))
    expect([...times]).toEqual([Date.parse(NOW)])
    const [post] = created
    for (const text of ['a', 'b']) await writeComment(token, post?._id ?? '', text)
    const bookmarked = created.slice(0, 5).map(({ _id }) => _id)
    for (const postId of bookmarked) {
      await call('POST /api/users/bookmark/:postId', { params: { postId }, token })
    }
    expect((await readUser(user._id)).bookmarks.map(({ _id }) => _id)).toEqual(bookmarked)

    const shown: string[] = []
    for (let query = '?limit=7'; query; ) {
      const { data, headers } = await call('GET /api/posts', { query })
      shown.push(...data.posts.map(({ _id }) => _id))
      query = /\?[^>]+/.exec(headers.get('Link') ?? '')?.[0] ?? ''
    }
    expect(new Set(shown).size).toBe(25)
    expect(shown.slice(0, 20)).toEqual(created.map(({ _id }) => _id).toReversed())
  },
)

test.each(['1999-12-31T23:59:59.999Z', '-9000d', '+9000d', '9998-01-01T00:00Z'])(
  'at %s a new post is the newest, also once the time is set back (R13.11)',
  async (now) => {
    const { call, set, logIn, writePost } = await apiAt({})
    await set({ now })
    const { token } = await logIn()
    const first = await writePost(token, 'First')
    const second = await writePost(token, 'Second')
    await set({ now: null })
    const later = await logIn()
    const third = await writePost(later.token, 'Third')
    const ids = [third, second, first].map(({ _id }) => _id)
    expect((await call('GET /api/posts')).data.posts.slice(0, 3).map(({ _id }) => _id)).toEqual(ids)
    const { posts } = (await call('GET /api/posts', { query: `?limit=1&before=${second._id}` }))
      .data
    expect(posts.map(({ _id }) => _id)).toEqual([first._id])
    expect(Math.abs(Date.parse(third.createdAt) - Date.now())).toBeLessThan(HOUR)
  },
)

test('an offset moves on with the real time, and seeds are relative to it (R13.11)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-01T12:00:00Z') })
  const { call, logIn, writePost } = await apiAt({ now: '-36h' })
  const { token } = await logIn()
  vi.advanceTimersByTime(HOUR)
  const { createdAt } = await writePost(token, 'Late')
  expect(Date.parse(createdAt)).toBe(Date.parse('2026-05-31T01:00:00Z'))
  const [, newestSeed] = (await call('GET /api/posts')).data.posts
  expect(Date.parse(newestSeed?.createdAt ?? '')).toBeLessThan(Date.parse('2026-05-31T00:00:00Z'))
})

test('a key of the page never becomes an id while the clock is set (R13.11)', async () => {
  for (const settings of [{ now: '-1d' }, { now: '+1d' }, { now: '+0ms' }, { idSeed: 1 }]) {
    const { call, logIn } = await apiAt(settings)
    const { token } = await logIn()
    const key = uuidAt(`${Date.now().toString(16).padStart(12, '0')}fff`)
    const send = () => call('POST /api/posts', { body: { content: 'Keyed' }, token, key })
    const [post] = (await send()).data.posts
    expect(post?._id).not.toBe(key)
    expect((await send()).data.posts[0]?._id).toBe(post?._id)
  }
})

test('sessions and unused uploads expire at the time that is set (R13.11)', async () => {
  const { call, send, set, logIn, upload, writePost } = await apiAt({})
  const { token } = await logIn()
  const { url } = await upload(token)
  const verify = async () =>
    (await call('POST /api/auth/verify', { body: { encodedToken: token } })).status
  await set({ now: '+25h' })
  expect(await verify()).toBe(200)
  await writePost(token, 'A write removes expired uploads')
  expect((await send(url)).status).toBe(404)
  await set({ now: '+31d' })
  expect(await verify()).toBe(401)
  await set({ now: null })
  expect(await verify()).toBe(200)
})

test('replies name the time while it is set', async () => {
  const { send, set } = await apiAt({ now: NOW })
  const named = async (path: string) => (await send(path)).headers.get(NOW_HEADER)
  await set({ failures: [{ method: 'GET', path: '/api/users', status: 500 }] })
  expect(await Promise.all(['/api/posts', '/api/users', '/api/none'].map(named))).toEqual([
    NOW,
    NOW,
    NOW,
  ])
  await set({ now: null })
  expect(await named('/api/posts')).toBeNull()
})

const VALID = ['2026-05-01T12:00Z', NOW, '2024-02-29T00:00:00.5Z', '+2d', '-90m', '+0ms', '-20000d']
const INVALID = ['', 'now', '2026-05-01', '2026-05-01T12:00:00+02:00', '2026-02-30T00:00Z', '2d']
const OUTSIDE = ['0001-01-01T00:00Z', '9999-12-31T00:00Z', '+20001d', '+9999999999999d', '+2w', '1']

test('now is an instant in UTC or an offset (R13.11)', async () => {
  expect(VALID.filter((text) => !isNow(text))).toEqual([])
  expect([...INVALID, ...OUTSIDE].filter(isNow)).toEqual([])
  const { set, call } = await apiAt({ now: NOW, idSeed: 3 })
  for (const wrong of [{ now: 'soon' }, { now: 1 }, { idSeed: -1 }, { idSeed: 2 ** 32 }]) {
    const { status, error } = await set(wrong)
    expect(status).toBe(400)
    expect(error?.[0]).toMatch(RegExp(`^${Object.keys(wrong)}: `))
  }
  expect((await call('GET /api/mock')).data.settings).toMatchObject({ now: NOW, idSeed: 3 })
  const { data } = await set({ now: null, idSeed: null })
  expect(data.settings).toEqual({ delay: 0, failures: [], overrides: [], defects: [] })
})
