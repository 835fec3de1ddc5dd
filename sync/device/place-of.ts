import { decode } from 'jose/base64url'
import { isUuid } from '../../mocks/data/ids.ts'
import { groupPrefix } from '../../mocks/data/keys.ts'
import type { Transaction } from '../../mocks/data/transaction.ts'
import { usersNamed } from '../../mocks/domain/profile.ts'
import { prefersOwn } from '../../mocks/domain/representation.ts'
import type { Route } from '../../mocks/pipeline.ts'
import { tokenOf } from '../../mocks/viewer.ts'
import type { Call } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { COPIED_NOTIFICATIONS, canBeSentLater, ONLY_ONLINE } from '../local-calls.ts'
import type { ReplicaState } from './replica-state.ts'

/**
 * Where a call is done: `here`, at the `club`, at the `club first` and here if it does not reply, or `here if complete`: a page
 * of a list that may end too early is read again from the club.
 */
export type Place = 'here' | 'club' | 'club first' | 'here if complete'

/** Lists of others, whom a device has as counts, and what a user has written before the oldest post here. */
const ONLY_AT_CLUB: readonly CallName[] = [
  'GET /api/account/export',
  'GET /api/posts/:postId/likes',
  'GET /api/comments/:postId/:commentId/upvotes',
  'GET /api/users/:id/followers',
  'GET /api/users/:id/following',
]

export async function placeOf(
  tx: Transaction,
  request: Request,
  { name, params }: Route,
  state: ReplicaState,
): Promise<Place> {
  const call: Call = calls[name]
  if (name === 'GET /api/uploads/:id')
    return (await tx.has('uploads', params.id ?? '')) ? 'here' : 'club'
  if (call.control || name.startsWith('GET /api/openapi')) return 'club'
  const isRead = !call.writes
  const isLocal = isRead || canBeSentLater(name, await bodyOf(request, name))
  if (ONLY_ONLINE.includes(name) || ONLY_AT_CLUB.includes(name) || !isLocal) return 'club'
  if (!isForReplica(call, request, await tokenIn(request), state)) return 'club'
  if (!(await hasRows(tx, params, state))) return 'club'
  if (name === 'GET /api/comments/:postId')
    return (await hasAllComments(tx, params.postId)) ? 'here' : 'club first'
  if (name === 'GET /api/users' || name === 'GET /api/users/muted')
    return state.hasAllUsers ? 'here' : 'club first'
  if (name === 'GET /api/notifications') return placeOfNotifications(tx, request, state)
  const isOfRow = params.postId !== undefined || params.id !== undefined
  if (!state.floor || !isRead || isOfRow || name === 'POST /api/auth/verify') return 'here'
  const { searchParams } = new URL(request.url)
  const isPage = searchParams.has('limit') && !searchParams.get('search')
  return isPage && name.startsWith('GET /api/posts') ? 'here if complete' : 'club first'
}

/** The requests of the app, by a user of this device. Others want links that are not here. */
function isForReplica(call: Call, request: Request, token: string, state: ReplicaState): boolean {
  const user = userIn(token)
  const isOwn = call.form || prefersOwn(request)
  return isOwn && (user === undefined || state.viewers.includes(user))
}

/** Whether the rows that the path of a request names are here, or do not exist. */
async function hasRows(
  tx: Transaction,
  { id, username, postId = '', commentId }: Route['params'],
  { floor, hasAllUsers }: ReplicaState,
): Promise<boolean> {
  if (id && !hasAllUsers && !(await tx.has('users', id))) return false
  if (username && !hasAllUsers && (await usersNamed(tx, username)).length === 0) return false
  if (commentId && !(await tx.has('comments', commentId)) && !(await hasAllComments(tx, postId)))
    return false
  if (!postId || !floor) return true
  return isUuid(postId) ? postId >= floor : tx.has('posts', postId)
}

/** The newest notifications are here, but perhaps not all posts and comments that they are about. */
async function placeOfNotifications(
  tx: Transaction,
  request: Request,
  { floor = '' }: ReplicaState,
): Promise<Place> {
  const { searchParams } = new URL(request.url)
  const limit = Number(searchParams.get('limit') ?? Number.POSITIVE_INFINITY)
  if (searchParams.has('before') || limit > COPIED_NOTIFICATIONS) return 'club first'
  const rows = await tx.notifications.list(userIn(tokenOf(request)) ?? '', { limit })
  const mentions = rows.flatMap(({ type, commentId }) => (type === 'mention' && commentId) || [])
  const hasPosts = rows.every(({ postId }) => !postId || postId >= floor)
  const hasComments = (await tx.getMany('comments', mentions)).length === mentions.length
  return hasPosts && hasComments ? 'here' : 'club first'
}

/** Only the newest comments of each post are copied. */
async function hasAllComments(tx: Transaction, postId = ''): Promise<boolean> {
  const post = await tx.get('posts', postId)
  if (!post) return true
  const [stored] = await tx.entries.count([groupPrefix('comments', 'postId', post._id)])
  const [all] = await tx.countIn('comments', 'postId', [post._id])
  return stored === all
}

/** The token of a request, which the call that checks one has in its body. */
export async function tokenIn(request: Request): Promise<string> {
  if (new URL(request.url).pathname !== '/api/auth/verify') return tokenOf(request)
  const { encodedToken } = Object(await jsonOf(request))
  return typeof encodedToken === 'string' ? encodedToken : ''
}

/** The user that a token names, valid or not. */
export function userIn(token: string): string | undefined {
  try {
    const [, claims = ''] = token.split('.')
    const { _id } = JSON.parse(new TextDecoder().decode(decode(claims)))
    return isUuid(_id) ? _id : undefined
  } catch {
    return undefined
  }
}

async function bodyOf(request: Request, name: CallName): Promise<unknown> {
  return name === 'POST /api/users/edit' ? jsonOf(request) : undefined
}

function jsonOf(request: Request): Promise<unknown> {
  return request
    .clone()
    .json()
    .catch(() => undefined)
}
