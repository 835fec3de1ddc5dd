import { array, type GenericSchema, object, optional, safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { type CallName, calls } from '../../../src/contract/calls.ts'
import { Comment, Post, PostCopy, User, UserCopy } from '../../../src/contract/entities.ts'
import { caseOf } from '../../conformance/cases/cases.ts'
import { seedUsers } from '../../seed/users.ts'
import { memoryStore } from '../../store/adapters/memory.ts'
import { watchedStore } from '../../store/adapters/watched.ts'
import { testApi } from '../api.ts'
import { busyApi } from '../busy-api.ts'
import { callNames } from '../examples.ts'
import { type Scene, succeedWith } from '../scene.ts'

/** An upper bound for the fields of one record in bytes, without its lists. */
const ONE = 500
const ROUNDS = 3

/** The maximum length of each list, after every user has made every call. */
const LENGTHS = new Map<unknown, number>([
  [UserCopy, 6],
  [PostCopy, 6],
  [User, 6],
  [Post, 6],
  [Comment, 6 * ROUNDS + 1],
])

type Schema = { entries?: Record<string, Schema>; item?: Schema; wrapped?: Schema }

/** The maximum size of a reply of this shape, in bytes. */
function boundOf(schema: GenericSchema | Schema): number {
  const { entries = {}, item, wrapped } = schema as Schema
  if (wrapped) return boundOf(wrapped)
  if (item) return (LENGTHS.get(item) ?? 6 * 6 * ROUNDS) * boundOf(item)
  if (schema === UserCopy || schema === PostCopy) return ONE
  const inside = Object.values(entries).map(boundOf)
  return inside.reduce((sum, bound) => sum + bound, 0) + (inside.length > 0 ? ONE : 0)
}

test('an optional list has the bound of the list', () => {
  expect(boundOf(object({ posts: optional(array(Post)) }))).toBe(
    boundOf(object({ posts: array(Post) })),
  )
})

/** The maximum nesting of braces and brackets. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

/** Data in which every user has made every call, plus a new user who comments on a post. */
async function createLargestData() {
  const store = watchedStore()
  const { call, logIn, signUp, round, comment, vote, readPost, writeComment } = await busyApi(store)
  for (let times = 0; times < ROUNDS; times++) {
    await round()
    await comment()
  }
  await vote()
  const post = await readPost('5')
  // One comment is seeded.
  expect(post.comments).toHaveLength(1 + seedUsers.length * ROUNDS)
  const reader = { ...(await signUp('ada')), password: 'Torque#1' }
  const [mira] = seedUsers
  const author = { ...(await logIn(mira)), password: mira.password }
  const written = await writeComment(reader.token, post._id, 'Me too')
  const scene: Scene = {
    author,
    reader,
    stranger: reader,
    call,
    succeed: succeedWith(call),
    post,
    onPost: { params: { postId: post._id } },
    comment: written,
    onComment: { params: { postId: post._id, commentId: written._id } },
    atEnd: () => undefined,
  }
  return { scene, entries: store.entries }
}

test('no reply exceeds its size or nesting limit after any number of actions', async () => {
  const { scene, entries } = await createLargestData()
  for (const name of callNames) {
    const store = memoryStore()
    await store.write(entries)
    const { call } = testApi(store)
    const world = { ...scene, call, succeed: succeedWith(call) }
    const options = await caseOf(name).succeeds(world)
    const { status, data } = await call(name, options)
    expect([name, status]).toEqual([name, calls[name].status])
    expect(JSON.stringify(data).length, name).toBeLessThan(boundOf(calls[name].reply) + ONE)
    // posts [ post { comments [ comment { votes { upvotedBy [ user { profilePhoto
    expect(depthOf(data), name).toBeLessThanOrEqual(9)
    expect(safeParse(calls[name].reply, data).output, name).toEqual(data)
  }
}, 30_000)

test('repeating the same writes does not make replies longer', async () => {
  const { call, token, round } = await busyApi()
  const sizes = async () => {
    const names = ['GET /api/users', 'GET /api/posts', 'GET /api/users/bookmark'] as const
    const answers = await Promise.all(names.map((name) => call<CallName>(name, { token })))
    return answers.map((answer) => JSON.stringify(answer.data).length)
  }
  await round()
  const once = await sizes()
  for (let times = 0; times < ROUNDS; times++) await round()
  expect(await sizes()).toEqual(once)
}, 30_000)
