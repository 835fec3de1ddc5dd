import { expect, test, vi } from 'vitest'
import { openDatabase } from './database.ts'
import { signToken } from './domain/token.ts'
import { memoryStore } from './store/adapters/memory.ts'
import { idbStore } from './store/row-cache.ts'
import { testApi } from './testing/api.ts'
import { postFields, userFields } from './testing/rows.ts'
import { stores, valuesUnder } from './testing/stores.ts'

test('writers run one at a time', async () => {
  const database = openDatabase(memoryStore())
  const steps: string[] = []
  const work = (name: string) =>
    database.write(async (tx) => {
      steps.push(`${name} begins`)
      await tx.list('posts')
      await new Promise(setImmediate)
      steps.push(`${name} ends`)
    })
  await Promise.all([work('one'), work('two')])
  expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

test('readers run in parallel', async () => {
  const database = openDatabase(memoryStore())
  const { promise: secondReads, resolve } = Promise.withResolvers<void>()
  // The first ends only after the second has begun: one after the other they would never end.
  const first = database.read(() => secondReads)
  await Promise.all([first, database.read(async () => resolve())])
})

test('writes of a reader are dropped', async () => {
  const store = memoryStore()
  const database = openDatabase(store)
  await database.read((tx) => tx.list('posts'))
  const before = await valuesUnder(store)
  await database.read((tx) => tx.insert('posts', postFields()))
  expect(await valuesUnder(store)).toEqual(before)
})

test('a function that throws changes nothing, and the next one runs', async () => {
  const store = memoryStore()
  const database = openDatabase(store)
  await database.read((tx) => tx.list('posts'))
  const before = await valuesUnder(store)
  const failing = database.write(async (tx) => {
    await tx.insert('posts', postFields())
    throw new Error('Out of oil')
  })
  await expect(failing).rejects.toThrow('Out of oil')
  expect(await valuesUnder(store)).toEqual(before)
  expect((await database.write((tx) => tx.insert('posts', postFields()))).id).toBe('6')
})

test('a write resolves after it is stored (R12.22)', async () => {
  const store = memoryStore()
  const { write } = store
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
  const database = openDatabase(store)
  await database.read((tx) => tx.list('posts'))
  store.write = async (changes) => {
    await allowed
    await write(changes)
  }
  const answered = vi.fn()
  const answer = database.write((tx) => tx.insert('posts', postFields())).then(answered)
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
  expect(answered).not.toHaveBeenCalled()
  allow()
  await answer
  expect(answered).toHaveBeenCalledOnce()
})

const FIFTY = Array.from({ length: 50 }, (_, index) => index)

test.each(stores)('50 parallel posts over $medium are all stored', async ({ open }) => {
  const { call, logIn } = testApi(open())
  const { token } = await logIn()
  const answers = await Promise.all(
    FIFTY.map((n) => call('POST /api/posts', { body: { content: `Post ${n}` }, token })),
  )
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
  const { posts } = (await call('GET /api/posts')).data
  expect(posts).toHaveLength(55)
  expect(new Set(posts.map((post) => post.id)).size).toBe(55)
  expect(new Set(posts.map((post) => post._id)).size).toBe(55)
  const contents = posts.slice(0, 50).map((post) => post.content)
  expect(new Set(contents)).toEqual(new Set(FIFTY.map((n) => `Post ${n}`)))
})

test.each(stores)(
  '50 parallel likes by 50 users over $medium are all counted',
  async ({ open }) => {
    const { call, database, readPost, readUser } = testApi(open())
    const users = await database.write(async (tx) => {
      const rows = []
      for (const n of FIFTY) rows.push(await tx.insert('users', userFields(`rider-${n}`)))
      return Promise.all(rows.map(async (row) => ({ row, token: await signToken(tx, row) })))
    })
    await Promise.all(
      users.map(({ token }) =>
        call('POST /api/posts/like/:postId', { params: { postId: '1' }, token }),
      ),
    )
    const { likeCount, likedBy } = (await readPost('1')).likes
    expect(likeCount).toBe(50)
    expect(new Set(likedBy.map((user) => user._id))).toEqual(new Set(users.map((u) => u.row._id)))
    for (const { row } of users) expect((await readUser(row._id)).liked).toHaveLength(1)
  },
)

test.each(stores)(
  'of 5 parallel sign-ups with the same name over $medium, one succeeds',
  async (given) => {
    const { call } = testApi(given.open())
    const body = { username: 'ada', password: 'Torque#1', name: 'Ada' }
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => call('POST /api/auth/signup', { body })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422, 422, 422, 422])
    expect((await call('GET /api/users')).data.users).toHaveLength(6)
  },
)

test('two contexts that share a store and a lock lose no write', async () => {
  const [name, lock] = [crypto.randomUUID(), crypto.randomUUID()]
  const context = () => openDatabase(idbStore(name, lock))
  const contexts = [context(), context()]
  await Promise.all(
    FIFTY.map((n) => contexts[n % 2]?.write((tx) => tx.insert('posts', postFields()))),
  )
  const rows = await context().read((tx) => tx.list('posts'))
  expect(rows).toHaveLength(55)
  expect(new Set(rows.map((row) => row.id)).size).toBe(55)
})
