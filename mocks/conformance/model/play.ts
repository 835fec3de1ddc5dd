import { type CallName, calls } from '../../../src/contract/calls.ts'
import { apiErrors } from '../../../src/contract/errors.ts'
import { seedPasswords } from '../../../src/contract/seed-passwords.ts'
import type { Snapshot } from '../../../src/contract/snapshot.ts'
import { checkRows } from '../../check-rows.ts'
import type { WatchedStore } from '../../store/adapters/watched.ts'
import { testApi } from '../../testing/api.ts'
import { accountRules } from './account-rules.ts'
import { authRules, viewerOf } from './auth-rules.ts'
import { commentRules } from './comment-rules.ts'
import { checkAgainstModel, checkReply, mustBeSame, secondsOf } from './compare.ts'
import { mockRules } from './controls-rules.ts'
import { fillIn } from './fill-in.ts'
import { notificationRules } from './notification-rules.ts'
import { postRules } from './post-rules.ts'
import {
  type Expected,
  ModelError,
  type ModelRule,
  named,
  type Request,
  type Rules,
} from './rule.ts'
import { blankStep, type ModelStep } from './steps.ts'
import { expire, replaceData, uploadRules } from './upload-rules.ts'
import { userRules } from './user-rules.ts'
import { viewed } from './viewed.ts'
import { type ModelData, type ModelPost, type ModelUser, newWorld, type World } from './world.ts'

/** The expected behaviour of every call of the contract. A missing rule is a compile error. */
const rules: Rules = {
  ...authRules,
  ...userRules,
  ...postRules,
  ...commentRules,
  ...notificationRules,
  ...accountRules,
  ...mockRules,
  ...uploadRules,
}

/** How often each call succeeded, and failed. */
export const tally: Record<string, [answered: number, refused: number]> = {}

export type SetClock = (seconds: number) => void
type Api = ReturnType<typeof testApi>

/**
 * Sends the requests of `steps` to the mock and to the model, and compares the results after each.
 * @param onReply called with each successful reply
 * @throws when they differ
 */
export async function play(
  steps: readonly ModelStep[],
  store: WatchedStore,
  setClock: SetClock,
  onReply: (name: CallName, data: unknown) => void = () => undefined,
) {
  const api = testApi(store)
  let now = 1_772_000_000
  setClock(now)
  const world = newWorld(now, await readModelData(api))
  for (const step of [...firstSteps, ...steps]) {
    now += step.wait
    world.now = now
    setClock(now)
    await take(step, api, world, store, onReply)
  }
}

/** Three people are logged in from the start, because little happens without them. */
const firstSteps = (['mira', 'theo', 'guest'] as const).map((username) => ({
  ...blankStep,
  name: 'POST /api/auth/login' as const,
  body: { username, password: seedPasswords[username] },
}))

async function readModelData({ call }: Api) {
  return toModelData((await call('GET /api/mock/snapshot')).data as Snapshot)
}

async function take(
  step: ModelStep,
  api: Api,
  world: World,
  store: WatchedStore,
  onReply: (name: CallName, data: unknown) => void,
): Promise<void> {
  const { name } = step
  const options = fillIn(step, world)
  const writes = store.writes
  const predicted = predict(step, world, options)
  const reply = await api.call<CallName>(name, options as object)
  const what = `The answer to ${name}`
  const [answered = 0, refused = 0] = tally[name] ?? []
  tally[name] = predicted instanceof ModelError ? [answered, refused + 1] : [answered + 1, refused]
  if (predicted instanceof ModelError) {
    const { status, text } = predicted.refusal
    mustBeSame([reply.status, reply.error], [status, text ? [text] : reply.error], what)
    const counted = predicted.message === FAILED.text ? 1 : 0
    mustBeSame(store.writes, writes + counted, 'How often the store was written to')
    return
  }
  const { data } = reply
  onReply(name, data)
  const isFile = data instanceof Blob
  const shown = isFile ? { type: data.type, size: data.size } : data
  const status = isFile && !data.type ? 302 : calls[name].status
  mustBeSame(reply.status, status, `The status of ${name} (${reply.error})`)
  // Before the comparison, because it gives new records their `_id`.
  const full = predicted(data as never)
  // An export has a form of its own.
  const isOwn = step.own && !('control' in calls[name]) && name !== 'GET /api/account/export'
  const expected = isOwn ? viewed(full, world, viewerOf(world, options.token)) : full
  mustBeSame(shown, expected, what)
  if (name === 'POST /api/mock/reset') replaceData(world, await readModelData(api))
  checkReply(name, data, world)
  if (store.writes === writes) return
  checkRows(store.entries)
  checkAgainstModel(store.entries, world)
}

const FAILED = { status: 503, text: 'The mock answered 503, as its settings say.' }

type Filled = ReturnType<typeof fillIn>

/** The model's reply to a request. The body is checked before the viewer, the viewer before the path. */
function predict(step: ModelStep, world: World, options: Filled): Expected<CallName> | ModelError {
  const { name, minimal } = step
  const call = calls[name]
  try {
    if (!('control' in call) && takeFailure(world, name)) throw new ModelError(FAILED)
    if (options.refusal) throw new ModelError(options.refusal)
    const viewer = viewerOf(world, options.token)
    if ('auth' in call && !viewer) throw new ModelError(apiErrors.notRegistered)
    const { params, body } = options
    const query = new URLSearchParams(options.query)
    const changes = 'writes' in call
    const { token = '' } = options
    const request = { world, params, token, body: body ?? read(options.text), query }
    const rule = rules[name] as ModelRule<CallName>
    const expected = rule({ ...request, minimal: minimal && changes, viewer } as Request)
    if (changes && !('control' in call)) expire(world)
    return expected
  } catch (error) {
    if (error instanceof ModelError) return error
    throw error
  }
}

function read(text = 'null'): unknown {
  return JSON.parse(text, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))
}

/** A failure applies once, then is removed. */
function takeFailure({ settings }: World, name: CallName): boolean {
  const strikes = settings.failures.length > 0 && name.startsWith('POST')
  if (strikes) settings.failures = []
  return strikes
}

const gone = { status: 404, text: 'A row names a row that is not there' }

/** The data after the first run or a reset, which the model does not predict. */
function toModelData(snapshot: Snapshot): ModelData {
  // A reset has none with ended sessions.
  const users: ModelUser[] = snapshot.users.map(({ sessions: _, lastSeen: __, ...row }) => ({
    ...row,
    ...timesOf(row),
    followers: [],
    following: [],
    bookmarks: [],
    liked: [],
    muted: [],
  }))
  const people = (ids: readonly string[]) => ids.map((id) => named(users, id, gone))
  const contentOf = (row: Snapshot['posts'][number] | Snapshot['comments'][number]) => {
    const { _id, id, content, imageUrl, imageAlt, images, userId } = row
    const author = named(users, userId, gone)
    return { _id, id, content, imageUrl, imageAlt, images, author, ...timesOf(row) }
  }
  const posts: ModelPost[] = snapshot.posts.map((row) => ({
    ...contentOf(row),
    likeCount: row.likeCount,
    likedBy: people(row.likedBy),
    dislikedBy: people(row.dislikedBy),
    comments: [],
  }))
  for (const row of snapshot.comments) {
    const post = named(posts, row.postId, gone)
    const [upvotedBy, downvotedBy] = [people(row.upvotedBy), people(row.downvotedBy)]
    post.comments.push({ ...contentOf(row), post, upvotedBy, downvotedBy })
  }
  for (const [index, row] of snapshot.users.entries()) {
    Object.assign(users[index] as ModelUser, {
      followers: people(row.followers),
      following: people(row.following),
      muted: people(row.muted ?? []),
      bookmarks: row.bookmarks.map((id) => named(posts, id, gone)),
      liked: row.liked.map((id) => named(posts, id, gone)),
    })
  }
  const { notifications = [] } = snapshot
  // All events of the data are before those of the steps.
  const ids = [
    ...notifications.flatMap(({ by }) => by.map(({ _id }) => _id)),
    ...snapshot.comments.map(({ _id }) => _id),
  ].sort()
  const at = (id: string) => ids.indexOf(id) - ids.length
  const comments = posts.flatMap((post) => post.comments)
  for (const comment of comments) comment.at = at(comment._id)
  const notified = notifications.map((row) => ({
    user: named(users, row.userId, gone),
    type: row.type,
    post: row.postId ? named(posts, row.postId, gone) : undefined,
    comment: row.commentId ? named(comments, row.commentId, gone) : undefined,
    by: row.by.map(({ _id, userId }) => ({ user: named(users, userId, gone), at: at(_id) })),
    comments: (row.comments ?? []).map((id) => named(comments, id, gone)),
  }))
  return {
    users,
    posts,
    uploads: [],
    notifications: notified,
    reports: [],
    lastSeen: new Map(),
    given: { ...snapshot.sequences },
  }
}

function timesOf({ createdAt, updatedAt }: { createdAt: string; updatedAt: string }) {
  return { createdAt: secondsOf(createdAt), updatedAt: secondsOf(updatedAt) }
}
