import { forceCloseDatabase } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { apiErrors } from '../../src/contract/errors.ts'
import { testApi } from '../testing/api.ts'
import { fastHashes } from '../testing/fast-hashes.ts'
import { idbStore } from './row-cache.ts'

afterEach(() => vi.restoreAllMocks())

/** The API as the worker creates it, its database, and the connections that it opens. */
async function workerApi() {
  fastHashes()
  const name = crypto.randomUUID()
  const connections: IDBDatabase[] = []
  const { open } = indexedDB
  const opens = vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    const request = open.apply(indexedDB, args)
    request.addEventListener('success', () => connections.push(request.result))
    return request
  })
  const api = testApi(idbStore(name))
  const { token } = await api.logIn()
  await api.writePost(token, 'Before')
  const ids = async () => {
    const { status, data } = await api.call('GET /api/posts')
    return [status, data.posts?.map(({ id }) => id)]
  }
  const closeLast = () => connections.at(-1)?.close()
  return { ...api, name, token, ids, connections, opens, closeLast }
}

const KEPT = [200, ['6', '5', '4', '3', '2', '1']]
const SEEDS = [200, ['5', '4', '3', '2', '1']]

function deleted(name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = resolve
    request.onerror = reject
  })
}

test('a connection that was closed without an event is opened again, with all data', async () => {
  const { ids, closeLast, writePost, token } = await workerApi()
  closeLast()
  expect(await ids()).toEqual(KEPT)
  closeLast()
  expect((await writePost(token, 'After')).id).toBe('7')
})

test('a connection that the browser closed is opened again, with all data', async () => {
  const { ids, connections } = await workerApi()
  const [connection] = connections
  if (connection) forceCloseDatabase(connection as never)
  expect(await ids()).toEqual(KEPT)
})

test('a page can delete the database, which is then seeded again', async () => {
  const { ids, name, signUp, call, token } = await workerApi()
  await deleted(name)
  expect(await ids()).toEqual(SEEDS)
  expect((await signUp('ada')).user.id).toBe('6')
  // The key that signed it was in the database: the worker must not cache it any longer.
  const body = { encodedToken: token }
  expect((await call('POST /api/auth/verify', { body })).status).toBe(401)
})

test('deleted settings are not cached', async () => {
  const { name, call } = await workerApi()
  const failures = [{ method: 'GET', path: '*', status: 503 }]
  await call('POST /api/mock/settings', { body: { failures } })
  expect((await call('GET /api/posts')).status).toBe(503)
  await deleted(name)
  expect((await call('GET /api/posts')).status).toBe(200)
})

test('a write that finds the database deleted succeeds on the new one', async () => {
  const { name, signUp, ids } = await workerApi()
  await deleted(name)
  expect((await signUp('ada')).user.id).toBe('6')
  expect(await ids()).toEqual(SEEDS)
})

test('the object store is created in a database that does not have it', async () => {
  const { name, ids } = await workerApi()
  await deleted(name)
  await new Promise((resolve) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => {
      request.result.close()
      resolve(undefined)
    }
  })
  expect(await ids()).toEqual(SEEDS)
})

type Api = Awaited<ReturnType<typeof workerApi>>

test.each([
  ['a read', async ({ ids }: Api) => expect([KEPT, SEEDS]).toContainEqual(await ids())],
  ['a write', async ({ signUp }: Api) => expect((await signUp('ada')).user.username).toBe('ada')],
])('%s is complete even if the database is deleted while it runs', async (_, check) => {
  const { transaction } = IDBDatabase.prototype
  for (let nth = 1; ; nth++) {
    const api = await workerApi()
    const done: Promise<unknown>[] = []
    let transactions = 0
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...args
    ) {
      transactions += 1
      if (transactions === nth) done.push(deleted(api.name))
      return transaction.apply(this, args)
    })
    await check(api)
    vi.restoreAllMocks()
    if (transactions < nth) break
    await Promise.all(done)
    expect(await api.ids()).toEqual(SEEDS)
  }
})

test('parallel requests all find the new database seeded', async () => {
  const { name, ids } = await workerApi()
  const before = ids()
  await deleted(name)
  const all = await Promise.all([before, ...Array.from({ length: 10 }, ids)])
  expect(all.slice(1)).toEqual(Array.from({ length: 10 }, () => SEEDS))
})

test('normal use opens one connection', async () => {
  const { ids, signUp, opens } = await workerApi()
  await ids()
  await signUp('ada')
  expect(opens).toHaveBeenCalledOnce()
})

test('a connection that is lost each time fails the request, not the next one', async () => {
  const { ids, call, closeLast } = await workerApi()
  vi.spyOn(console, 'error').mockReturnValue()
  closeLast()
  const { transaction } = IDBDatabase.prototype
  const lost = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...args
  ) {
    this.close()
    return transaction.apply(this, args)
  })
  const { status, error } = await call('GET /api/posts')
  expect([status, error]).toEqual([503, [apiErrors.noStorage.text]])
  lost.mockRestore()
  expect(await ids()).toEqual(KEPT)
})
