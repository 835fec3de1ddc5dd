import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { fillPostgres } from '../../bench/generate/fill-postgres.ts'
import { openDatabase } from '../../mocks/database.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { testApi } from '../../mocks/testing/api.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { guest } from '../../src/contract/guest.ts'
import { readHistory } from '../../sync/club/history.ts'
import { lastCursor, logWrite, readChanges } from '../../sync/club/write-log.ts'
import { MAX_FOUND } from '../adapters/pg-search.ts'
import { postgresStore } from '../adapters/postgres.ts'
import { startSync } from '../sync-routes.ts'
import { recordPlans, rowsRead, wholeScans, withPlans } from '../testing/pg-plans.ts'
import { createSchema } from '../testing/processes.ts'

/** Members: pages are full in both clubs, and both have more posts than a search reads before it uses the index. */
const SMALL = 500
const LARGE = 3_000

type Scene = {
  /** The account that calls, and its token. */
  member: { username: string; password: string }
  token: string
  star: { _id: string; username: string }
  other: { _id: string }
  starPost: string
  own: string
  comment: string
}
type Request = { params?: object; query?: string; body?: object; before?: CallName }

/**
 * What the app's screens ask for, at the star of a club and its post where there is a choice. Writes come in an order in which
 * each is possible.
 */
const requests: [CallName, (scene: Scene) => Request][] = [
  ['GET /api/posts', () => ({ query: '?limit=20' })],
  ['GET /api/posts', () => ({ query: '?limit=20&search=gearbox' })],
  ['GET /api/posts', () => ({ query: '?limit=20&search=ada' })],
  ['GET /api/posts', () => ({ query: '?limit=20&search=xylophone' })],
  ['GET /api/posts', () => ({ query: '?limit=20&search=avatar' })],
  ['GET /api/posts/following', () => ({ query: '?limit=20' })],
  ['GET /api/posts/user/:username', ({ star }) => ({ params: star, query: '?limit=20' })],
  ['GET /api/posts/:postId', ({ starPost }) => ({ params: { postId: starPost } })],
  [
    'GET /api/posts/:postId/likes',
    ({ starPost }) => ({ params: { postId: starPost }, query: '?limit=20' }),
  ],
  [
    'GET /api/comments/:postId',
    ({ starPost }) => ({ params: { postId: starPost }, query: '?limit=10' }),
  ],
  ['GET /api/users', () => ({ query: '?limit=20' })],
  ['GET /api/users', () => ({ query: '?limit=20&search=ada' })],
  ['GET /api/users/:id', ({ star }) => ({ params: { id: star._id } })],
  [
    'GET /api/users/:id/followers',
    ({ star }) => ({ params: { id: star._id }, query: '?limit=20' }),
  ],
  [
    'GET /api/users/:id/following',
    ({ star }) => ({ params: { id: star._id }, query: '?limit=20' }),
  ],
  ['GET /api/users/bookmark', () => ({ query: '?limit=20' })],
  ['GET /api/users/muted', () => ({ query: '?limit=20' })],
  ['GET /api/notifications', () => ({ query: '?limit=20' })],
  ['POST /api/auth/login', ({ member }) => ({ body: member })],
  ['POST /api/auth/signup', () => ({ body: { ...guest, username: 'newcomer', name: 'New' } })],
  ['POST /api/users/edit', () => ({ body: { userData: { bio: 'Here since spring' } } })],
  ['POST /api/auth/verify', ({ token }) => ({ body: { encodedToken: token } })],
  ['POST /api/auth/logout', ({ token }) => ({ body: { encodedToken: token } })],
  ['POST /api/auth/logout-others', () => ({})],
  ['POST /api/notifications/seen', ({ own }) => ({ body: { _id: own } })],
  ['POST /api/posts', () => ({ body: { content: 'A post for @mira' } })],
  [
    'POST /api/posts/edit/:postId',
    ({ own }) => ({ params: { postId: own }, body: { content: 'B' } }),
  ],
  ['POST /api/posts/like/:postId', ({ starPost }) => ({ params: { postId: starPost } })],
  ['POST /api/posts/dislike/:postId', ({ starPost }) => ({ params: { postId: starPost } })],
  [
    'POST /api/comments/add/:postId',
    ({ starPost }) => ({ params: { postId: starPost }, body: { content: 'Count me in.' } }),
  ],
  [
    'POST /api/comments/edit/:postId/:commentId',
    ({ own, comment }) => ({ params: { postId: own, commentId: comment }, body: { content: 'C' } }),
  ],
  [
    'GET /api/comments/:postId/:commentId/upvotes',
    ({ own, comment }) => ({ params: { postId: own, commentId: comment }, query: '?limit=20' }),
  ],
  [
    'POST /api/comments/upvote/:postId/:commentId',
    ({ own, comment }) => ({ params: { postId: own, commentId: comment } }),
  ],
  [
    'POST /api/comments/downvote/:postId/:commentId',
    ({ own, comment }) => ({ params: { postId: own, commentId: comment } }),
  ],
  [
    'POST /api/comments/delete/:postId/:commentId',
    ({ own, comment }) => ({ params: { postId: own, commentId: comment } }),
  ],
  ['POST /api/users/bookmark/:postId', ({ starPost }) => ({ params: { postId: starPost } })],
  ['POST /api/users/remove-bookmark/:postId', ({ starPost }) => ({ params: { postId: starPost } })],
  ['POST /api/users/follow/:id', ({ other }) => ({ params: { id: other._id } })],
  ['POST /api/users/unfollow/:id', ({ other }) => ({ params: { id: other._id } })],
  ['POST /api/users/mute/:id', ({ other }) => ({ params: { id: other._id } })],
  ['POST /api/users/unmute/:id', ({ other }) => ({ params: { id: other._id } })],
  ['DELETE /api/posts/:postId', ({ own }) => ({ params: { postId: own } })],
]

/** Calls that are not measured, and why. */
const EXCEPTIONS: Partial<Record<CallName, string>> = {
  'GET /api/account/export': 'answers everything that is about one user',
  'POST /api/account/delete': 'removes in steps everything that is about one user',
  'POST /api/posts/report/:postId': 'reads the reports of one user',
  'POST /api/comments/report/:postId/:commentId': 'reads the reports of one user',
  'POST /api/users/report/:id': 'reads the reports of one user',
  'POST /api/uploads': 'stores one picture',
  'POST /api/uploads/:id/moved': 'reads the rows that show one picture',
  'GET /api/uploads/:id': 'reads one picture',
  'GET /api/openapi.json': 'reads no rows',
  'GET /api/mock': 'of the practice server only',
  'GET /api/mock/snapshot': 'answers everything',
  'POST /api/mock/reset': 'replaces everything',
  'POST /api/mock/settings': 'of the practice server only',
  'POST /api/mock/snapshot': 'replaces everything',
}

/** Requests of devices with a replica. */
const syncs: [string, (tx: Transaction, viewer: string) => Promise<unknown>][] = [
  ['the first part of a copy', (tx, viewer) => readHistory(tx, { viewers: [viewer], owners: [] })],
  [
    'a pull without changes',
    async (tx, viewer) =>
      readChanges(tx, await lastCursor(tx), { viewers: [viewer], owners: [viewer], names: [] }),
  ],
]

/** Searches for a word that many rows have: the index names so many at most, of people and of posts. */
const FREQUENT = /search=(gearbox|ada)/
const MOST = 3 * MAX_FOUND

/** The newest posts have more or fewer comments by chance, up to twenty each. */
const VARYING: Record<string, number> = { 'the first part of a copy': 2 }

type Cost = { rows: number; statements: number; whole: string[] }

/** Of a call when nothing is in memory, not even the settings and the viewer. Each can be a round trip. */
const MOST_STATEMENTS = 21

async function costsAt(members: number): Promise<Map<string, Cost>> {
  const data = await createSchema(inject('postgres') ?? '')
  await fillPostgres(data, members)
  const store = await postgresStore(withPlans(data))
  onTestFinished(() => store.close())
  const admin = new pg.Client(data)
  await admin.connect()
  onTestFinished(() => admin.end())
  const database = openDatabase(store, { origin: 'late', beforeCommit: logWrite })
  const { call } = testApi(store, { database } as object)
  const userAt = async (id: string) =>
    (await call('GET /api/users/:id', { params: { id } })).data.user
  /** Logs in the first member from an id on whose page of notifications is full, in a club of any size. */
  async function logInFrom(id: number) {
    const { username } = await userAt(String(id))
    const member = { username, password: guest.password }
    const { encodedToken: token, foundUser } = (
      await call('POST /api/auth/login', { body: member })
    ).data
    const page = await call('GET /api/notifications', { query: '?limit=20', token })
    if (page.data.notifications.length < 20) return logInFrom(id + 1)
    return { member, token, foundUser }
  }
  const { member, token, foundUser } = await logInFrom(21)
  const starPost = (
    await call('GET /api/posts/:postId', { params: { postId: String(2 * members - 4) } })
  ).data.post._id
  const prefer = 'return=minimal, people=own'
  const scene: Scene = {
    member,
    token,
    star: await userAt('8'),
    other: await userAt('100'),
    starPost,
    own: '',
    comment: '',
  }
  const newPost = await call('POST /api/posts', { body: { content: 'Own' }, token, prefer })
  scene.own = newPost.data.posts[0]?._id ?? ''
  const params = { postId: scene.own }
  const added = await call('POST /api/comments/add/:postId', {
    params,
    body: { content: 'A' },
    token,
    prefer,
  })
  scene.comment = added.data.comments[0]?._id ?? ''

  // Generated data may have them already.
  const id = scene.other._id
  await call('POST /api/posts/dislike/:postId', { params: { postId: starPost }, token })
  await call('POST /api/users/remove-bookmark/:postId', { params: { postId: starPost }, token })
  await call('POST /api/users/unfollow/:id', { params: { id }, token })

  // A commit that may have written anything.
  const forgetAll = async () => {
    await admin.query('INSERT INTO commits SELECT max(n) + 1, gen_random_uuid() FROM commits')
    await store.onCommit()
  }
  const recorded = recordPlans()
  const costs = new Map<string, Cost>()
  const measure = async (name: string, work: () => Promise<unknown>) => {
    await forgetAll()
    recorded.statements = []
    await work()
    expect(recorded.statements.length, name).toBeGreaterThan(0)
    const rows = recorded.statements.map(rowsRead).reduce((sum, read) => sum + read, 0)
    const { length } = recorded.statements
    costs.set(name, { rows, statements: length, whole: recorded.statements.flatMap(wholeScans) })
  }
  for (const [name, request] of requests) {
    const options = request(scene)
    await measure(`${name} ${options.query ?? ''}`, async () => {
      const { status, error } = await call(name, {
        ...options,
        token: scene.token,
        prefer,
      } as never)
      expect(status, `${name}: ${error}`).toBeLessThan(300)
    })
    if (name.startsWith('POST /api/auth/logout')) {
      const again = await call('POST /api/auth/login', { body: member })
      scene.token = again.data.encodedToken
    }
  }
  for (const [name, work] of syncs) {
    await measure(name, () => database.read((tx) => work(tx, foundUser._id)))
  }
  return costs
}

test('no statement of the app reads a whole table or index, or more rows in a larger club, and no call takes many', {
  timeout: 180_000,
}, async () => {
  const small = await costsAt(SMALL)
  const large = await costsAt(LARGE)
  const found = [...large].flatMap(([name, { rows, statements, whole }]) => {
    const before = small.get(name)?.rows ?? 0
    const most = Math.max((VARYING[name] ?? 1.5) * before, before + 20)
    const isMore = rows > (FREQUENT.test(name) ? MOST : most)
    const isMany = statements > MOST_STATEMENTS
    return [
      ...whole,
      ...(isMany ? [`${name} takes ${statements} statements`] : []),
      ...(isMore ? [`${name} reads ${rows} instead of ${before} rows`] : []),
    ]
  })
  expect(found).toEqual([])
})

test('every call is measured, or has a reason why not', () => {
  const measured = new Set<string>(requests.map(([name]) => name))
  const all = Object.keys(calls) as CallName[]
  expect(all.filter((name) => !measured.has(name) && !EXCEPTIONS[name])).toEqual([])
  expect(Object.keys(EXCEPTIONS).filter((name) => measured.has(name))).toEqual([])
})

test('a like of a post that is not in memory takes three statements, and a page of the feed that is takes one', async () => {
  const data = await createSchema(inject('postgres') ?? '')
  const store = await postgresStore(withPlans(data))
  onTestFinished(() => store.close())
  const database = openDatabase(store, { origin: 'late', beforeCommit: logWrite })
  await startSync(database, AbortSignal.abort())
  const { call, signUp } = testApi(store, { database })
  const { token } = await signUp('fan')
  const prefer = 'return=minimal, people=own'
  const { posts } = (await call('GET /api/posts', { token, prefer })).data
  const like = async (post: { _id: string } | undefined) =>
    call('POST /api/posts/like/:postId', { params: { postId: post?._id ?? '' }, token, prefer })
  // Now the settings and the author are in memory, as in a club that is used.
  await like(posts.at(-1))
  const recorded = recordPlans()
  expect((await like(posts[0])).status).toBe(201)
  expect(recorded.statements).toHaveLength(3)
  await call('GET /api/posts', { token, prefer })
  recorded.statements = []
  await call('GET /api/posts', { token, prefer })
  expect(recorded.statements).toHaveLength(1)
})
