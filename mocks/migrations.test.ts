import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { migrations } from './migrations.ts'
import { memoryStore } from './store/adapters/memory.ts'
import type { Store } from './store/store.ts'
import { testApi } from './testing/api.ts'
import { stores, valuesUnder } from './testing/stores.ts'

const countOf = async (store: Store) => [
  (await valuesUnder(store, 'users/')).length,
  (await valuesUnder(store, 'posts/')).length,
  (await valuesUnder(store, 'comments/')).length,
]

test.each(stores)('the first use of $medium seeds it and stores the version', async ({ open }) => {
  const store = open()
  await openDatabase(store).read(async () => undefined)
  expect(await countOf(store)).toEqual([5, 5, 1])
  expect(await store.read(['meta/version'])).toEqual([migrations.length])
})

test.each(stores)('opening $medium changes nothing', async ({ open }) => {
  const store = open()
  openDatabase(store)
  expect(await valuesUnder(store)).toEqual([])
})

test.each(stores)(
  '$medium is seeded once for any number of parallel first calls',
  async ({ open }) => {
    const store = open()
    const { call } = testApi(store)
    await Promise.all(Array.from({ length: 10 }, () => call('GET /api/posts')))
    expect(await countOf(store)).toEqual([5, 5, 1])
  },
)

test.each(stores)('$medium keeps its data when it is opened again', async ({ open }) => {
  const store = open()
  const first = testApi(store)
  const { token } = await first.logIn()
  await first.writePost(token, 'Still here')
  const mira = await first.logIn({ username: 'mira', password: 'Boxer#1976' })
  const options = { params: { postId: '5' }, token: mira.token }
  await first.call('DELETE /api/posts/:postId', options)
  const before = await valuesUnder(store)

  const second = testApi(store)
  const { posts } = (await second.call('GET /api/posts')).data
  expect(posts.map((post) => post.id)).toEqual(['6', '4', '3', '2', '1'])
  const verified = await second.call('POST /api/auth/verify', { body: { encodedToken: token } })
  expect(verified.data.user.username).toBe('guest')
  expect(await valuesUnder(store)).toEqual(before)
})

test.each(stores)('data in $medium from a newer version stay unchanged', async ({ open }) => {
  const store = open()
  await openDatabase(store).read(async () => undefined)
  await store.write(new Map([['meta/version', migrations.length + 1]]))
  const before = await valuesUnder(store)
  const { call } = testApi(store)
  const body = { username: 'ada', password: 'Torque#1', name: 'Ada' }
  for (const answer of [
    await call('GET /api/posts'),
    await call('POST /api/auth/signup', { body }),
  ]) {
    expect(answer.status).toBe(503)
    expect(answer.error).toEqual([
      store.manyClients
        ? 'This club is being updated: its data are newer than this server. Try again in a minute.'
        : 'The data on this device was written by a newer version of Gearheads. Reload to update.',
    ])
  }
  expect(await valuesUnder(store)).toEqual(before)
})

test('a first run that fails half-way leaves the store empty for the next attempt', async () => {
  const store = memoryStore()
  const { write } = store
  const database = openDatabase(store)
  store.write = () => Promise.reject(new Error('Closed'))
  await expect(database.read(async () => undefined)).rejects.toThrow('Closed')
  expect(await valuesUnder(store)).toEqual([])
  store.write = write
  await database.read(async () => undefined)
  expect(await countOf(store)).toEqual([5, 5, 1])
})

test('every device creates its own token key', async () => {
  const keys = []
  for (const store of [memoryStore(), memoryStore()]) {
    await openDatabase(store).read(async () => undefined)
    keys.push(...(await store.read(['meta/token-key'])))
  }
  expect(keys).toEqual([expect.any(Uint8Array), expect.any(Uint8Array)])
  expect(keys[0]).toHaveLength(32)
  expect(keys[0]).not.toEqual(keys[1])
})
