import { apiErrors } from '../../src/contract/errors.ts'
import type { userCalls } from '../../src/contract/users.ts'
import { ApiError } from '../api-error.ts'
import type { PostRow, UserRow } from '../data/tables.ts'
import { timestamp } from '../data/timestamp.ts'
import type { Transaction } from '../data/transaction.ts'
import { mayEdit } from '../domain/guest.ts'
import { removeUnusedPictures } from '../domain/kept-pictures.ts'
import { listPage, searchUsers } from '../domain/pagination.ts'
import { withProfile } from '../domain/profile.ts'
import { serializePosts, serializeUser, serializeUsers } from '../domain/serialize.ts'
import type { Handlers } from './handler.ts'
import { mustFindPost, mustFindUser, withId, withoutId } from './rows.ts'

export const userHandlers: Handlers<keyof typeof userCalls> = {
  async 'GET /api/users'(context) {
    const { tx } = context
    const rows = await listPage(context, {
      table: 'users',
      path: '/api/users',
      list: (page) => tx.list('users', page),
      search: async (some, text) => searchUsers(some, text),
    })
    return { users: await serializeUsers(tx, rows) }
  },

  async 'GET /api/users/bookmark'({ tx, viewer }) {
    const rows = await tx.getMany('posts', viewer.bookmarks.toReversed())
    return { bookmarks: await serializePosts(tx, rows) }
  },

  async 'GET /api/users/:id'({ tx, params }) {
    return { user: await serializeUser(tx, await mustFindUser(tx, params.id)) }
  },

  async 'POST /api/users/edit'({ tx, viewer, body }) {
    mayEdit(viewer, body.userData)
    const edited = await withProfile(tx, viewer, body.userData, 'userData.')
    const user = { ...edited, updatedAt: timestamp() }
    await tx.put('users', user)
    await removeUnusedPictures(tx, viewer)
    return { user: user._id }
  },

  async 'POST /api/users/bookmark/:postId'({ tx, viewer, params }) {
    const post = await mustFindPost(tx, params.postId)
    if (viewer.bookmarks.includes(post._id)) throw new ApiError(apiErrors.alreadyBookmarked)
    const user = { ...viewer, bookmarks: withId(viewer.bookmarks, post._id) }
    const bookmarked = { ...post, bookmarkedBy: withId(post.bookmarkedBy, viewer._id) }
    await putUserAndPost(tx, user, bookmarked)
    return { bookmarks: [post._id] }
  },

  async 'POST /api/users/remove-bookmark/:postId'({ tx, viewer, params }) {
    const post = await mustFindPost(tx, params.postId)
    if (!viewer.bookmarks.includes(post._id)) throw new ApiError(apiErrors.notBookmarked)
    const user = { ...viewer, bookmarks: withoutId(viewer.bookmarks, post._id) }
    await putUserAndPost(tx, user, {
      ...post,
      bookmarkedBy: withoutId(post.bookmarkedBy, viewer._id),
    })
    return { bookmarks: [] }
  },

  async 'POST /api/users/follow/:id'({ tx, viewer, params }) {
    const other = await mustFindUser(tx, params.id)
    if (other._id === viewer._id) throw new ApiError(apiErrors.followSelf)
    if (viewer.following.includes(other._id)) throw new ApiError(apiErrors.alreadyFollowing)
    return putPair(
      tx,
      { ...viewer, following: withId(viewer.following, other._id) },
      { ...other, followers: withId(other.followers, viewer._id) },
    )
  },

  async 'POST /api/users/unfollow/:id'({ tx, viewer, params }) {
    const other = await mustFindUser(tx, params.id)
    if (!viewer.following.includes(other._id)) throw new ApiError(apiErrors.notFollowing)
    return putPair(
      tx,
      { ...viewer, following: withoutId(viewer.following, other._id) },
      { ...other, followers: withoutId(other.followers, viewer._id) },
    )
  },
}

async function putUserAndPost(tx: Transaction, user: UserRow, post: PostRow): Promise<void> {
  await tx.put('users', user)
  await tx.put('posts', post)
}

async function putPair(tx: Transaction, user: UserRow, other: UserRow) {
  await tx.put('users', user)
  await tx.put('users', other)
  return { user: user._id, followUser: other._id }
}
