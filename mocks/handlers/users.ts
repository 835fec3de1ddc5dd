import { apiErrors } from '../../src/contract/errors.ts'
import type { userCalls } from '../../src/contract/users.ts'
import { ApiError } from '../api-error.ts'
import { endOneTimePassword } from '../domain/account-state.ts'
import { refuseGuestChange } from '../domain/guest.ts'
import { removeUnusedPictures } from '../domain/kept-pictures.ts'
import { linkedRows, listPage } from '../domain/pagination.ts'
import { withProfile } from '../domain/profile.ts'
import { withOneSession } from '../domain/token.ts'
import { notifyOfFollow } from '../notifications/notify.ts'
import { withdrawFollow } from '../notifications/withdraw.ts'
import { report } from '../reports/report.ts'
import { findUsers } from '../search/search.ts'
import { timestampAfter } from '../store/timestamp.ts'
import type { HandlerContext, Handlers } from './handler.ts'
import { mustFindPost, mustFindUser } from './rows.ts'

/** People whom one user mutes: each reply about the viewer names all of them. */
const MAX_MUTED = 1000

export const userHandlers: Handlers<keyof typeof userCalls> = {
  async 'GET /api/users'(context) {
    const { tx, show } = context
    const rows = await listPage(context, {
      table: 'users',
      path: '/api/users',
      list: (page) => tx.list('users', page),
      find: (page, text) => findUsers(tx, page, text),
    })
    return { users: await show.users(rows) }
  },

  async 'GET /api/users/bookmark'(context) {
    const { show, viewer } = context
    const rows = await linkedRows(context, 'posts', '/api/users/bookmark', 'bookmarks', viewer)
    return { bookmarks: await show.posts(rows) }
  },

  async 'GET /api/users/muted'(context) {
    const { show, viewer } = context
    const rows = await linkedRows(context, 'users', '/api/users/muted', 'muted', viewer)
    return { users: await show.users(rows) }
  },

  async 'GET /api/users/:id'({ tx, show, params }) {
    return { user: await show.user(await mustFindUser(tx, params.id)) }
  },

  'GET /api/users/:id/followers': (context) => listFollows(context, 'followers'),
  'GET /api/users/:id/following': (context) => listFollows(context, 'following'),

  async 'POST /api/users/edit'({ tx, viewer, body, token, prepared: password, host }) {
    refuseGuestChange(viewer, body.userData)
    const fields = { ...body.userData, password }
    const edited = await withProfile(tx, viewer, fields, 'userData.')
    if (edited.username !== viewer.username) (await host.admitName(tx, edited))(viewer)
    const user = { ...edited, updatedAt: timestampAfter(viewer.updatedAt, tx.now) }
    await tx.put('users', password === undefined ? user : await withOneSession(tx, user, token))
    if (password !== undefined) await endOneTimePassword(tx, user)
    await removeUnusedPictures(tx, viewer)
    return { user: user._id }
  },

  async 'POST /api/users/bookmark/:postId'({ tx, viewer, params }) {
    const post = await mustFindPost(tx, params.postId)
    const isBookmarked = await tx.links.has('bookmarks', viewer, post)
    if (isBookmarked) throw new ApiError(apiErrors.alreadyBookmarked)
    await tx.links.add('bookmarks', viewer, post)
    return { bookmarks: [post._id] }
  },

  async 'POST /api/users/remove-bookmark/:postId'({ tx, viewer, params }) {
    const post = await mustFindPost(tx, params.postId)
    const isBookmarked = await tx.links.has('bookmarks', viewer, post)
    if (!isBookmarked) throw new ApiError(apiErrors.notBookmarked)
    await tx.links.remove('bookmarks', viewer, post)
    return { bookmarks: [] }
  },

  async 'POST /api/users/follow/:id'({ tx, viewer, params }) {
    const other = await mustFindUser(tx, params.id)
    if (other._id === viewer._id) throw new ApiError(apiErrors.followSelf)
    const isFollowing = await tx.links.has('following', viewer, other)
    if (isFollowing) throw new ApiError(apiErrors.alreadyFollowing)
    await tx.links.add('following', viewer, other)
    await notifyOfFollow(tx, other, viewer)
    return { user: viewer._id, followUser: other._id }
  },

  async 'POST /api/users/unfollow/:id'({ tx, viewer, params }) {
    const other = await mustFindUser(tx, params.id)
    const isFollowing = await tx.links.has('following', viewer, other)
    if (!isFollowing) throw new ApiError(apiErrors.notFollowing)
    await tx.links.remove('following', viewer, other)
    await withdrawFollow(tx, other, viewer)
    return { user: viewer._id, followUser: other._id }
  },

  async 'POST /api/users/mute/:id'({ tx, viewer, params }) {
    const other = await mustFindUser(tx, params.id)
    if (other._id === viewer._id) throw new ApiError(apiErrors.muteSelf)
    const muted = await tx.links.list('muted', viewer)
    if (muted.includes(other._id)) throw new ApiError(apiErrors.alreadyMuted)
    if (muted.length >= MAX_MUTED) {
      const text = `id: you mute ${MAX_MUTED} people already, so unmute somebody first`
      throw new ApiError({ status: 400, text })
    }
    await tx.links.add('muted', viewer, other)
    return { user: viewer._id }
  },

  async 'POST /api/users/unmute/:id'({ tx, viewer, params }) {
    const other = await mustFindUser(tx, params.id)
    const isMuted = await tx.links.has('muted', viewer, other)
    if (!isMuted) throw new ApiError(apiErrors.notMuted)
    await tx.links.remove('muted', viewer, other)
    return { user: viewer._id }
  },

  async 'POST /api/users/report/:id'({ tx, viewer, params, body }) {
    const row = await mustFindUser(tx, params.id)
    return report(tx, viewer, { table: 'users', row }, body)
  },
}

async function listFollows(
  context: HandlerContext<'GET /api/users/:id/followers' | 'GET /api/users/:id/following'>,
  list: 'followers' | 'following',
) {
  const { tx, show, params } = context
  const user = await mustFindUser(tx, params.id)
  const path = `/api/users/${user._id}/${list}`
  return { users: await show.users(await linkedRows(context, 'users', path, list, user)) }
}
