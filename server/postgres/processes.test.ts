import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../mocks/database.ts'
import { signToken } from '../../mocks/domain/token.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { userFields } from '../../mocks/testing/rows.ts'
import { callThrough } from '../../src/client/call-through.ts'
import { seedPasswords } from '../../src/contract/seed-passwords.ts'
import { openPostgresAt } from '../testing/pg-store.ts'
import { createSchema, startProcess } from '../testing/processes.ts'

/** Two processes on one database, and calls that go to them in turn. */
async function twoProcesses() {
  const data = await createSchema(inject('postgres') ?? '')
  const database = openDatabase(openPostgresAt(async () => data))
  const processes = await Promise.all([startProcess(data), startProcess(data)])
  onTestFinished(async () => {
    await Promise.all(processes.map(({ kill }) => kill()))
  })
  const [first, second] = processes.map(({ url }) =>
    callThrough((path, init) => fetch(url + path, init)),
  )
  if (!first || !second) throw new Error('A process is missing')
  let calls = 0
  const call: typeof first = (...given) => (calls++ % 2 === 0 ? first : second)(...given)

  /** Users with tokens, without the time that hashes take. */
  const people = (count: number) =>
    database.write(async (tx: Transaction) => {
      const rows = []
      for (let n = 1; n <= count; n++) rows.push(await tx.insert('users', userFields(`rider-${n}`)))
      return Promise.all(rows.map(async (row) => ({ row, token: await signToken(tx, row) })))
    })
  return { call, first, second, people }
}

const onFirstPost = { params: { postId: '1' } }

test('500 parallel likes by 500 users over two processes count 500', async () => {
  const { call, people } = await twoProcesses()
  const users = await people(500)
  const answers = await Promise.all(
    users.map(({ token }) =>
      call('POST /api/posts/like/:postId', { ...onFirstPost, token, prefer: 'return=minimal' }),
    ),
  )
  expect(new Set(answers.map(({ status, error }) => `${status} ${error}`))).toEqual(
    new Set(['201 undefined']),
  )
  const { likes } = (await call('GET /api/posts/:postId', onFirstPost)).data.post
  expect(likes.likeCount).toBe(500)
  expect(new Set(likes.likedBy.map(({ _id }) => _id))).toEqual(new Set(users.map((u) => u.row._id)))
})

test('a user who reports a post ten times at once, over two processes, has reported it once', async () => {
  const { call, people } = await twoProcesses()
  const users = await people(5)
  const body = { reason: 'spam' as const }
  const reports = users.flatMap(({ token }) =>
    Array.from({ length: 10 }, () =>
      call('POST /api/posts/report/:postId', { ...onFirstPost, body, token }),
    ),
  )
  const statuses = (await Promise.all(reports)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(5)
  expect(statuses.filter((status) => status === 400)).toHaveLength(45)
})

test('300 parallel comments on one post are all done, and counted in the notifications', async () => {
  const { call, people } = await twoProcesses()
  const users = await people(300)
  const answers = await Promise.all(
    users.map(({ token }, n) => {
      const options = { ...onFirstPost, body: { content: `Lap ${n}` }, token }
      return call('POST /api/comments/add/:postId', { ...options, prefer: 'return=minimal' })
    }),
  )
  expect(new Set(answers.map(({ status, error }) => `${status} ${error}`))).toEqual(
    new Set(['201 undefined']),
  )
  const body = { username: 'mira', password: seedPasswords.mira }
  const token = (await call('POST /api/auth/login', { body })).data.encodedToken
  const { notifications } = (await call('GET /api/notifications', { token })).data
  expect(notifications[0]).toMatchObject({ type: 'comment', count: 300 })
})

test('of 8 sign-ups of one name over two processes, one succeeds', async () => {
  const { call } = await twoProcesses()
  const body = { username: 'ada', password: 'Torque#1', name: 'Ada' }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => call('POST /api/auth/signup', { body })),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 422)])
  expect((await call('GET /api/users')).data.users).toHaveLength(6)
})

test('a like, its withdrawal and a like again, by one user over two processes, end as one of them', async () => {
  const { call, people } = await twoProcesses()
  const [user] = await people(1)
  const options = { ...onFirstPost, token: user?.token }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      call(n % 4 < 2 ? 'POST /api/posts/like/:postId' : 'POST /api/posts/dislike/:postId', options),
    ),
  )
  expect(answers.map(({ status }) => status).filter((status) => status > 400)).toEqual([])
  const { likes } = (await call('GET /api/posts/:postId', onFirstPost)).data.post
  expect(likes.likedBy.length + likes.dislikedBy.length).toBe(1)
  expect(likes.likeCount).toBe(likes.likedBy.length)
})

test('settings of one process apply in the other at once', async () => {
  const { first, second } = await twoProcesses()
  const failures = [{ method: 'GET', path: '/api/posts', status: 503, times: 1 }] as const
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    await one('POST /api/mock/settings', { body: { failures: [...failures] } })
    expect((await other('GET /api/posts')).status).toBe(503)
    expect((await one('GET /api/posts')).status).toBe(200)
  }
})
