import { usersNamed } from '../../mocks/domain/profile.ts'
import { prefersOwn } from '../../mocks/domain/representation.ts'
import { claimsIn } from '../../mocks/domain/token.ts'
import type { Route } from '../../mocks/find-route.ts'
import { notificationsOf } from '../../mocks/notifications/notifications.ts'
import { isUuid } from '../../mocks/store/ids.ts'
import { groupPrefix } from '../../mocks/store/keys.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { tokenOf } from '../../mocks/viewer.ts'
import type { Call, Offline } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { COPIED_NOTIFICATIONS, canBeSentLater } from '../local-calls.ts'
import type { ReplicaState } from './replica-state.ts'

/** Where a request is done now: what the contract says of its call, after a look at the rows that are here. */
export async function placeOf(
  tx: Transaction,
  request: Request,
  { name, params }: Route,
  state: ReplicaState,
): Promise<Offline> {
  const call: Call = calls[name]
  if (call.binary) return (await tx.has('uploads', params.id ?? '')) ? 'here' : 'club'
  if (call.offline === 'club' || !isForReplica(call, request, await tokenIn(request), state))
    return 'club'
  if (call.writes && !canBeSentLater(name, await bodyOf(request, name))) return 'club'
  if (!(await hasRows(tx, params, state))) return 'club'
  switch (call.offline) {
    case 'here':
      return 'here'
    case 'club first':
      return (await hasWholeList(tx, request, { name, params }, state)) ? 'here' : 'club first'
    case 'here if complete': {
      const { searchParams } = new URL(request.url)
      const isPage = searchParams.has('limit') && !searchParams.get('search')
      return !state.floor ? 'here' : isPage ? 'here if complete' : 'club first'
    }
  }
}

/** Whether all rows are here that a request for a list can want. */
async function hasWholeList(
  tx: Transaction,
  request: Request,
  { name, params }: Route,
  state: ReplicaState,
): Promise<boolean> {
  switch (name) {
    case 'GET /api/comments/:postId':
      return hasAllComments(tx, params.postId)
    case 'GET /api/users':
    case 'GET /api/users/muted':
      return state.hasAllUsers
    case 'GET /api/notifications':
      return hasNotifications(tx, request, state)
    default:
      return !state.floor
  }
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
async function hasNotifications(
  tx: Transaction,
  request: Request,
  { floor = '' }: ReplicaState,
): Promise<boolean> {
  const { searchParams } = new URL(request.url)
  const limit = Number(searchParams.get('limit') ?? Number.POSITIVE_INFINITY)
  if (searchParams.has('before') || limit > COPIED_NOTIFICATIONS) return false
  const rows = await notificationsOf(tx).list(userIn(tokenOf(request)) ?? '', { limit })
  const mentions = rows.flatMap(({ type, commentId }) => (type === 'mention' && commentId) || [])
  const hasPosts = rows.every(({ postId }) => !postId || postId >= floor)
  return hasPosts && (await tx.getMany('comments', mentions)).length === mentions.length
}

/** Only the newest comments of each post are copied. */
async function hasAllComments(tx: Transaction, postId = ''): Promise<boolean> {
  const post = await tx.get('posts', postId)
  if (!post) return true
  const [stored] = await tx.entries.count([groupPrefix('comments', 'postId', post._id)])
  const [all] = await tx.counts.readGroups('comments', 'postId', [post._id])
  return stored === all
}

/** The path of the call that checks a token. */
export const VERIFY = '/api/auth/verify'

/** The token of a request, which the call that checks one has in its body. */
export async function tokenIn(request: Request): Promise<string> {
  if (new URL(request.url).pathname !== VERIFY) return tokenOf(request)
  const { encodedToken } = Object(await jsonOf(request))
  return typeof encodedToken === 'string' ? encodedToken : ''
}

/** The user that a token names, valid or not. */
export function userIn(token: string): string | undefined {
  const { _id = '' } = claimsIn(token)
  return isUuid(_id) ? _id : undefined
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
