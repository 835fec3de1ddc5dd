import { expect, test, vi } from 'vitest'
import { guest } from '../../src/contract/guest.ts'
import { memoryStore } from '../data/adapters/memory.ts'
import { testApi } from '../testing/api.ts'
import { contentsOf, stores } from '../testing/stores.ts'

const NONE = { users: 0, posts: 0, comments: 0 }
const failure = { id: 'a', method: 'POST', path: '*', status: 500 }

/** An API on which somebody signed up, wrote a post and set a failure for posts. */
async function usedApi(store = memoryStore()) {
  const api = testApi(store)
  const ada = await api.signUp('ada')
  await api.writePost(ada.token, 'Before the reset')
  const { token } = await api.logIn()
  await api.call('POST /api/mock/settings', { body: { delay: 0, failures: [failure] } })
  return { ...api, ada, token, store }
}

test.each(stores)(
  'a reset to the default brings the first data back over $medium',
  async (given) => {
    const { call, send, store } = await usedApi(given.open())
    const { status, data } = await call('POST /api/mock/reset', { body: { seed: 'default' } })
    expect(status).toBe(200)
    expect(data.counts).toEqual({ users: 5, posts: 5, comments: 1 })
    expect(data.settings.failures).toEqual([failure])
    expect((await call('GET /api/posts')).data.posts.map((post) => post.id)).toEqual([...'54321'])
    expect((await send('/api/users/6')).status).toBe(404)
    expect(await store.scan('users.username/')).toHaveLength(5)
  },
)

test('after a reset, ids are counted from the first again', async () => {
  const { call, logIn, writePost } = await usedApi()
  await call('POST /api/mock/reset', { body: { seed: 'default', settings: true } })
  const { token } = await logIn()
  expect((await writePost(token, 'Next')).id).toBe('6')
})

test('a session outlives the reset when its user does', async () => {
  const { call, ada, token } = await usedApi()
  await call('POST /api/mock/reset', { body: { seed: 'default', settings: true } })
  const verify = async (encodedToken: string) =>
    (await call('POST /api/auth/verify', { body: { encodedToken } })).status
  expect(await verify(token)).toBe(200)
  expect(await verify(ada.token)).toBe(401)
})

test('an empty mock has no users and no posts, and refuses the guest as the catalogue says', async () => {
  const { call, store } = await usedApi()
  const { data } = await call('POST /api/mock/reset', { body: { seed: 'empty', settings: true } })
  expect(data.counts).toEqual(NONE)
  expect((await call('GET /api/users')).data.users).toEqual([])
  expect((await call('GET /api/posts')).data.posts).toEqual([])
  const { status, error } = await call('POST /api/auth/login', { body: guest })
  expect(status).toBe(404)
  expect(error).toEqual(['The username you entered is not Registered. Not Found error'])
  expect(await store.scan('users')).toEqual([])
})

test('the guest alone is added to data that have none, and once', async () => {
  const { call, signUp, logIn, readPost, writePost } = testApi()
  await call('POST /api/mock/reset', { body: { seed: 'empty' } })
  const ada = await signUp('ada')
  const post = await writePost(ada.token, 'Still here')
  for (let times = 0; times < 2; times++) {
    const { status, data } = await call('POST /api/mock/reset', { body: { seed: 'guest' } })
    expect([status, data.counts]).toEqual([200, { users: 2, posts: 1, comments: 0 }])
  }
  const { user, token } = await logIn()
  expect(user).toMatchObject({ id: '2', username: 'guest', firstName: 'Guest Driver' })
  expect(await readPost(post._id)).toEqual(post)
  expect((await writePost(token, 'Back again')).username).toBe('guest')
})

test('somebody can sign up on an empty mock and is the first user', async () => {
  const { call, signUp } = testApi()
  await call('POST /api/mock/reset', { body: { seed: 'empty' } })
  const { user } = await signUp('ada')
  expect(user.id).toBe('1')
})

test('a reset puts the settings back only when it is told to', async () => {
  const { call } = await usedApi()
  const reset = async (settings: boolean) =>
    (await call('POST /api/mock/reset', { body: { seed: 'empty', settings } })).data.settings
  expect(await reset(false)).toEqual({ delay: 0, failures: [failure], overrides: [] })
  expect(await reset(true)).toEqual({ delay: 0, failures: [], overrides: [] })
})

test.each(stores)('so many users and posts are made over $medium', async ({ open }) => {
  const { call, logIn } = testApi(open())
  const body = { seed: { users: 20, posts: 150, seed: 7 } }
  const { data } = await call('POST /api/mock/reset', { body })
  expect(data.counts).toMatchObject({ users: 20, posts: 150 })
  expect((await call('GET /api/users')).data.users).toHaveLength(20)
  expect((await call('GET /api/posts')).data.posts).toHaveLength(150)
  expect((await logIn()).user.username).toBe('guest')
})

test('a reset that does not fit the device changes nothing', async () => {
  const { call, store } = await usedApi()
  const before = await contentsOf(store)
  const { write } = store
  vi.spyOn(console, 'error').mockImplementationOnce(() => undefined)
  store.write = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'))
  const body = { seed: { users: 20, posts: 50 } }
  expect((await call('POST /api/mock/reset', { body })).status).toBe(507)
  store.write = write
  expect(await contentsOf(store)).toEqual(before)
})

test.each([
  ['seed', {}],
  ['seed', { seed: 'full' }],
  ['seed', { seed: 5 }],
  ['seed.users', { seed: { users: 0, posts: 5 } }],
  ['seed.users', { seed: { users: 1001, posts: 5 } }],
  ['seed.users', { seed: { posts: 5 } }],
  ['seed.posts', { seed: { users: 5, posts: 50_001 } }],
  ['seed.posts', { seed: { users: 5, posts: '5' } }],
  ['seed.seed', { seed: { users: 5, posts: 5, seed: -1 } }],
  ['settings', { seed: 'empty', settings: 1 }],
])('%s is named when it is wrong in %j, and nothing is replaced', async (field, wrong) => {
  const { call, store } = await usedApi()
  const before = await contentsOf(store)
  const { status, error } = await call('POST /api/mock/reset', { text: JSON.stringify(wrong) })
  expect(status).toBe(400)
  expect(error).toEqual([expect.stringMatching(new RegExp(`^${field}: .`))])
  expect(await contentsOf(store)).toEqual(before)
})
