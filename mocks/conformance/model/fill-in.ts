import { type CallName, calls } from '../../../src/contract/calls.ts'
import { type ApiErrorSpec, apiErrors } from '../../../src/contract/errors.ts'
import { UPLOADS } from '../../../src/contract/uploads-path.ts'
import { picture } from '../../testing/picture.ts'
import type { ModelStep } from './steps.ts'
import {
  commentsOf,
  type ModelData,
  type ModelPost,
  type ModelRecord,
  type ModelUser,
  sortedNewestFirst,
  type World,
} from './world.ts'

/** Fields that no client may set. They must change nothing. */
const HOSTILE =
  '"__proto__":{"isAdmin":true},"constructor":{"isAdmin":true},"_id":"1","id":"1","liked":["1"],"followers":["1"],"createdAt":"now"'

const WRONG_SHAPE = { status: 400, text: '' }

export type Filled = {
  params: Record<string, string>
  query: string
  text?: string
  body?: object
  token?: string
  prefer?: string
  /** The body is invalid; an empty text accepts any error text. */
  refusal?: ApiErrorSpec
}

/** The request of a step, for the current state of the model. */
export function fillIn(step: ModelStep, world: World): Filled {
  const { name, as, short, minimal, own } = step
  const { posts, uploads } = world.data
  const idOf = (pick: number | string, things: readonly ModelRecord[]) => {
    if (typeof pick === 'string') return pick
    const thing = sortedNewestFirst(things)[pick % things.length]
    return thing ? thing[short ? 'id' : '_id'] : 'nothing'
  }
  const { sessions } = world
  const session = sessions.toReversed()[typeof as === 'number' ? as % sessions.length : 0]
  const mine = allowedTo(name, step.willing ? session?.userId : undefined, world)
  const postId = idOf(step.post, mine.posts)
  const onPost = posts.find((post) => [post.id, post._id].includes(postId))
  const params = {
    postId,
    commentId: idOf(step.comment, (!step.hostile && onPost?.comments) || commentsOf(world.data)),
    id: name.includes('/uploads/') ? idOf(step.upload, uploads) : idOf(step.user, mine.users),
    username: usernameOf(step, world),
  }
  const query = new URLSearchParams()
  if (step.limit !== undefined && 'paged' in calls[name]) query.set('limit', step.limit)
  const listed = LISTED[name]
  if (step.before !== undefined && listed)
    query.set('before', idOf(step.before, listed(world.data)))
  if (step.search !== undefined && 'searched' in calls[name]) query.set('search', step.search)
  return {
    params,
    query: query.size > 0 ? `?${query}` : '',
    ...(as !== 'nobody' &&
      session && { token: as === 'liar' ? forged(session.token) : session.token }),
    ...((minimal || own) && {
      prefer: [minimal && 'return=minimal', own && 'people=own'].filter(Boolean).join(', '),
    }),
    ...bodyOf(step, world),
  }
}

/** The records of lists whose `before` is one of them. The other lists have cursors of their own. */
const LISTED: Partial<Record<CallName, (data: ModelData) => readonly ModelRecord[]>> = {
  'GET /api/users': ({ users }) => users,
  'GET /api/posts': ({ posts }) => posts,
  'GET /api/posts/user/:username': ({ posts }) => posts,
  'GET /api/posts/following': ({ posts }) => posts,
  'GET /api/comments/:postId': commentsOf,
}

function usernameOf({ user, short }: ModelStep, { data: { users } }: World): string {
  if (typeof user === 'string') return user
  const username = users.at(-1 - (user % users.length))?.username ?? 'nobody'
  return short ? ` ${username.toUpperCase()}` : username
}

function forged(token: string): string {
  const [header, claims = '', signature] = token.split('.')
  return [header, claims.slice(0, -2) + claims.slice(-1) + claims.at(-2), signature].join('.')
}

function bodyOf({ name, body, broken, hostile }: ModelStep, world: World): Partial<Filled> {
  if (!('body' in calls[name])) return {}
  if ('form' in calls[name]) {
    if (broken === undefined) return { body: { file: picture() } }
    return { text: broken, refusal: WRONG_SHAPE }
  }
  if (name === 'POST /api/mock/snapshot') {
    if (world.saved) return { text: JSON.stringify(world.saved.reply) }
    return { text: '{}', refusal: WRONG_SHAPE }
  }
  const isBroken = broken !== undefined && !['POST /api/mock/settings'].includes(name)
  if (isBroken) {
    const isJson = !['', '{'].includes(broken)
    return { text: broken, refusal: isJson ? WRONG_SHAPE : apiErrors.malformedJson }
  }
  const text = JSON.stringify(body, (key, value) => addressOf(key, value, world))
  if (namesIn(body).some(isInvalid)) return { text, refusal: WRONG_SHAPE }
  if (!hostile) return { text }
  const [, at = '{', rest = '}'] = /^(\{(?:"userData":\{)?)(.*)$/s.exec(text) ?? []
  return {
    text: at + HOSTILE + (rest.startsWith('}') ? '' : ',') + rest,
    // The controls refuse unknown fields; all other calls ignore these.
    refusal: name.startsWith('POST /api/mock/') ? WRONG_SHAPE : undefined,
  }
}

/** Log-in accepts any short name; sign-up and edit only short names with a visible character. */
function namesIn(body: object): unknown[] {
  const { userData, ...fields } = body as Record<string, object>
  const { username, name, firstName } = { ...fields, ...userData } as Record<string, unknown>
  return userData || name !== undefined ? [username, name, firstName] : []
}

const isInvalid = (name: unknown) =>
  typeof name === 'string' &&
  (/^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(name) ||
    /[\p{Cc}\u202d\u202e\u2800\ufff9-\ufffb]/u.test(name.trim()) ||
    [...name].length > 100)

/** The values of the placeholders `@3`, `#3` and `$3`. */
function addressOf(key: string, value: unknown, { data, sessions }: World): unknown {
  const [sign, count] = typeof value === 'string' ? [value[0], Number(value.slice(1))] : []
  if (key === 'encodedToken' && sign === '$') return sessions.at(-1 - Number(count))?.token ?? ''
  if (!['imageUrl', 'url', 'chosen', 'default'].includes(key) || !['@', '#'].includes(sign ?? ''))
    return value
  const upload = data.uploads.at(-1 - Number(count))
  // Without pictures, one that does not exist.
  return UPLOADS + (upload ? (sign === '@' ? upload._id : upload.id) : '0')
}

/** The users and posts on which a call by this user would succeed; all of them if there are none. */
function allowedTo(name: CallName, userId: string | undefined, { data }: World) {
  const user = data.users.find(({ _id }) => _id === userId)
  const allowed = user && CHOICES[name]?.(user, data)
  return allowed && (allowed.posts ?? allowed.users)?.length ? { ...data, ...allowed } : data
}

type Choice = (user: ModelUser, data: ModelData) => { posts?: ModelPost[]; users?: ModelUser[] }

const own: Choice = (user, { posts }) => ({ posts: posts.filter((post) => post.author === user) })
const commented: Choice = (user, { posts }) => ({
  posts: posts.filter(({ comments }) => comments.some(({ author }) => author === user)),
})

const foreign: Choice = (user, { posts, users }) => ({
  posts: posts.filter((post) => post.author !== user),
  users: users.filter((other) => other !== user),
})

const CHOICES: Partial<Record<CallName, Choice>> = {
  'POST /api/users/unfollow/:id': (user) => ({ users: user.following }),
  'POST /api/users/unmute/:id': (user) => ({ users: user.muted }),
  'POST /api/users/remove-bookmark/:postId': (user) => ({ posts: user.bookmarks }),
  'POST /api/posts/dislike/:postId': (user) => ({ posts: user.liked }),
  'POST /api/posts/report/:postId': foreign,
  'POST /api/users/report/:id': foreign,
  'POST /api/posts/edit/:postId': own,
  'DELETE /api/posts/:postId': own,
  'POST /api/comments/edit/:postId/:commentId': commented,
  'POST /api/comments/delete/:postId/:commentId': commented,
  'POST /api/comments/upvote/:postId/:commentId': commented,
  'POST /api/comments/downvote/:postId/:commentId': commented,
}
