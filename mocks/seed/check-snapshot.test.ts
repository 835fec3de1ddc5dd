import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Snapshot } from '../../src/contract/snapshot.ts'
import { play } from '../conformance/model/play.ts'
import { steps } from '../conformance/model/steps.ts'
import { watchedStore } from '../store/adapters/watched.ts'
import { testApi } from '../testing/api.ts'
import { fastHashes } from '../testing/fast-hashes.ts'
import { tableNames } from './data-set.ts'

const RUNS = Number(process.env.GEARHEADS_RUNS ?? 3)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  fastHashes()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Rows<Name extends 'users' | 'posts' | 'comments'> = Snapshot[Name][number]

/** Breaks one rule in a row of a snapshot. */
type Break = (row: Rows<'users'> & Rows<'posts'> & Rows<'comments'>, all: Snapshot) => void

const set =
  (field: string, value: unknown): Break =>
  (row) =>
    Object.assign(row, { [field]: value })

const NOBODY = '019a0000-0000-7001-8000-0000000000ff'

const ofAnyRow: [string, Break][] = [
  ...['', 'mira', '019a0000-0000-4001-8000-000000000001', 'FFFFFFFF-0000-7001-8000-000000000001']
    .concat(['fffffffe-0000-7001-8000-000000000001', 'e677d21f-dc00-7001-8000-000000000001'])
    .map((id): [string, Break] => ['_id', set('_id', id)]),
  ...['', '0', '01', '-1', '1.5', '1e3', ' 1', 5].map((id): [string, Break] => [
    'id',
    set('id', id),
  ]),
  ...['createdAt', 'updatedAt'].flatMap((field) =>
    [
      '2026-02-30T08:00:00+00:00',
      '2025-02-29T08:00:00+00:00',
      '2026-13-01T08:00:00+00:00',
      '2026-00-10T08:00:00+00:00',
      '2026-01-01T24:00:00+00:00',
      '2026-01-01T08:00:60+00:00',
      '2026-01-01T08:00:00+15:00',
      '2026-01-01T08:00:00+01:60',
      '2026-01-01T08:00:00Z',
      '2026-01-01T08:00:00.000+00:00',
      '2026-01-01',
      1_767_225_600,
    ].map((time): [string, Break] => [field, set(field, time)]),
  ),
]

const lists = {
  users: ['followers', 'following', 'bookmarks', 'liked'],
  posts: ['likedBy', 'dislikedBy', 'bookmarkedBy'],
  comments: ['upvotedBy', 'downvotedBy'],
} as const
type Table = keyof typeof lists

/** A list with an unknown row, with a row of another table, and with a duplicate. */
const ofLists = (table: Table): [string, Break][] =>
  lists[table].flatMap((field): [string, Break][] => [
    [field, (row) => row[field].push(NOBODY)],
    [field, (row) => row[field].push(row._id)],
    ['\\w+', (row, all) => row[field].push(row[field][0] ?? twice(all))],
  ])

/** An invalid `_id`, for an empty list. */
const twice = (all: Snapshot) => all.sequences.users.toString()

const breaks: Record<Table, [string, Break][]> = {
  users: [
    ...ofLists('users'),
    ...['', ' ', '..', ' padded'].map((name): [string, Break] => [
      'username',
      set('username', name),
    ]),
    ...['firstName', 'name'].map((field): [string, Break] => [field, set(field, ' ')]),
    [
      'username',
      (row, { users }) =>
        set('username', users.find(({ _id }) => _id !== row._id)?.username.toUpperCase() ?? '')(
          row,
          {} as Snapshot,
        ),
    ],
    ['password', set('password', '')],
    ['password', set('password', 'pbkdf2$1$c2FsdA$aGFzaA')],
    ['profilePhoto.chosen', set('profilePhoto', { default: '', chosen: 'javascript:alert(1)' })],
    ['profilePhoto.alt', set('profilePhoto', { default: '', chosen: '', alt: 5 })],
    ...['_id', 'id', 'password', 'username', 'followers', 'bio', 'constructor']
      .concat(['__proto__', 'prototype'])
      .map((key): [string, Break] => [
        'extra',
        set('extra', JSON.parse(`{"club":"Riders","${key}":"mine"}`)),
      ]),
    ['extra', set('extra', 'text')],
  ],
  posts: [
    ...ofLists('posts'),
    ...[-1, 0.5, 2 ** 53, '1', null].map((n): [string, Break] => [
      'likeCount',
      set('likeCount', n),
    ]),
    ['likeCount', (row) => set('likeCount', row.likedBy.length + 1)(row, {} as Snapshot)],
    ['userId', set('userId', NOBODY)],
    ['imageUrl', set('imageUrl', 'data:text/html,')],
    ['imageAlt', set('imageAlt', 5)],
    ['content', set('content', null)],
  ],
  comments: [
    ...ofLists('comments'),
    ['userId', set('userId', NOBODY)],
    ['postId', set('postId', NOBODY)],
  ],
}

async function snapshotAfter(all: Parameters<typeof play>[0]) {
  const store = watchedStore()
  await play(all, store, (seconds) => void vi.setSystemTime(seconds * 1000))
  const api = testApi(store)
  const { data: snapshot } = await api.call('GET /api/mock/snapshot')
  const put = (text: string) => api.call('POST /api/mock/snapshot', { text })
  return { ...api, snapshot, put }
}

test('an exported snapshot can be restored, and one that breaks a rule is rejected', async () => {
  const property = fc.asyncProperty(steps(80), fc.nat(), async (all, pick) => {
    const { call, snapshot, put } = await snapshotAfter(all)
    expect((await put(JSON.stringify(snapshot))).status).toBe(200)
    expect((await call('GET /api/mock/snapshot')).data).toEqual(snapshot)

    for (const [table, some] of Object.entries(breaks) as [Table, [string, Break][]][]) {
      const index = pick % snapshot[table].length
      if (Number.isNaN(index)) continue
      for (const [field, change] of [...ofAnyRow, ...some]) {
        const broken = structuredClone(snapshot)
        change(broken[table][index] as never, broken)
        const { status, error } = await put(JSON.stringify(broken))
        expect([status, error, field]).toEqual([
          400,
          [expect.stringMatching(new RegExp(`^\\w+\\.\\d+\\.${field}.*: .`))],
          field,
        ])
      }
    }
    expect((await call('GET /api/mock/snapshot')).data).toEqual(snapshot)
  })
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true })
}, 120_000)

test.each(tableNames)('the highest id of %s leaves room for new ids', async (table) => {
  const { call } = testApi()
  const { data } = await call('GET /api/mock/snapshot')
  for (const count of [-1, 1.5, 2 ** 52 + 1, Number.MAX_SAFE_INTEGER, 1e300]) {
    const body = { ...data, sequences: { ...data.sequences, [table]: count } }
    const { status, error } = await call('POST /api/mock/snapshot', { body })
    expect([count, status]).toEqual([count, 400])
    expect(error[0]).toMatch(new RegExp(`^sequences.${table}: `))
  }
  const body = { ...data, sequences: { ...data.sequences, [table]: 2 ** 52 } }
  expect((await call('POST /api/mock/snapshot', { body })).status).toBe(200)
})

/** The first seeded post, liked by the first seeded users and disliked by the next. */
async function withVotes(likes: number, dislikes: number, likeCount: number): Promise<number> {
  const { call } = testApi()
  const { data } = await call('GET /api/mock/snapshot')
  const [post] = data.posts
  if (!post) throw new Error('The seeds have no post')
  const fans = data.users.slice(0, likes)
  for (const fan of fans) fan.liked.push(post._id)
  post.likedBy = fans.map(({ _id }) => _id)
  post.dislikedBy = data.users.slice(likes, likes + dislikes).map(({ _id }) => _id)
  post.likeCount = likeCount
  return (await call('POST /api/mock/snapshot', { body: data })).status
}

test.each([
  [0, 0, [0]],
  [1, 0, [1]],
  [2, 0, [1, 2]],
  [1, 1, [0, 1]],
  [3, 2, [0, 1, 2, 3]],
  [0, 2, [0]],
])(
  'after %i likes and %i dislikes the count can only be %j (R13.8)',
  async (likes, dislikes, counts) => {
    const taken = []
    for (let count = 0; count <= likes + 1; count++) {
      if ((await withVotes(likes, dislikes, count)) === 200) taken.push(count)
    }
    expect(taken).toEqual(counts)
  },
)

test('a user cannot like and dislike the same post, vote a comment up and down, or follow themselves (R13.8)', async () => {
  const { call } = testApi()
  const errorOf = async (change: (all: Snapshot, id: string) => void) => {
    const { data } = await call('GET /api/mock/snapshot')
    change(data, data.users[0]?._id ?? '')
    return (await call('POST /api/mock/snapshot', { body: data })).error?.[0]
  }
  expect(
    await errorOf(({ posts: [post], users: [user] }, id) => {
      user?.liked.push(post?._id ?? '')
      Object.assign(post as object, { likedBy: [id], dislikedBy: [id], likeCount: 1 })
    }),
  ).toBe('posts.0.dislikedBy: must not contain a user of likedBy')
  expect(
    await errorOf(({ comments: [comment] }, id) =>
      Object.assign(comment as object, { upvotedBy: [id], downvotedBy: [id] }),
    ),
  ).toBe('comments.0.downvotedBy: must not contain a user of upvotedBy')
  expect(
    await errorOf(({ users: [user] }, id) =>
      Object.assign(user as object, { following: [id], followers: [id] }),
    ),
  ).toBe('users.0.following: must not contain the user itself')
})
