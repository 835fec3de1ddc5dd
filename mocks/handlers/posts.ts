import { apiErrors } from '../../src/contract/errors.ts'
import type { postCalls } from '../../src/contract/posts.ts'
import { ApiError } from '../api-error.ts'
import { arrivalOf } from '../domain/arrival.ts'
import { editedPictures, pictureFields, removeUnusedPictures } from '../domain/kept-pictures.ts'
import { linkedRows, listPage } from '../domain/pagination.ts'
import { usersNamed } from '../domain/profile.ts'
import { removePost } from '../domain/remove-content.ts'
import { countLikes } from '../domain/serialize.ts'
import { notifyOfEdit, notifyOfLike, notifyOfPost } from '../notifications/notify.ts'
import { withdrawLike } from '../notifications/withdraw.ts'
import { report } from '../reports/report.ts'
import { findPosts } from '../search/search.ts'
import { rowKey } from '../store/keys.ts'
import { linkKey } from '../store/links.ts'
import type { PostRow, UserRow } from '../store/tables.ts'
import { timestamp, timestampAfter } from '../store/timestamp.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Page } from '../store/write-buffer.ts'
import type { Handlers } from './handler.ts'
import { mustFindPost } from './rows.ts'

export const postHandlers: Handlers<keyof typeof postCalls> = {
  async 'GET /api/posts'(context) {
    const { tx, show } = context
    const rows = await listPage(context, {
      table: 'posts',
      path: '/api/posts',
      list: (page) => tx.list('posts', page),
      find: (page, text) => findPosts(tx, page, text),
    })
    return { posts: await show.posts(rows) }
  },

  async 'GET /api/posts/user/:username'(context) {
    const { tx, show, params } = context
    const [author] = await usersNamed(tx, params.username)
    if (!author) throw new ApiError(apiErrors.unknownUser)
    const path = `/api/posts/user/${encodeURIComponent(author.username)}`
    const list = (page: Page) => tx.listBy('posts', 'userId', author._id, page)
    const rows = await listPage(context, { table: 'posts', path, list })
    return { posts: await show.posts(rows) }
  },

  async 'GET /api/posts/following'(context) {
    const { tx, show, viewer } = context
    const authors = [viewer._id, ...(await tx.links.list('following', viewer))]
    const list = (page: Page) => tx.listByAny('posts', 'userId', authors, page)
    const rows = await listPage(context, { table: 'posts', path: '/api/posts/following', list })
    return { posts: await show.posts(rows) }
  },

  async 'GET /api/posts/:postId/likes'(context) {
    const { tx, show, params } = context
    const post = await mustFindPost(tx, params.postId)
    const path = `/api/posts/${post._id}/likes`
    return { users: await show.users(await linkedRows(context, 'users', path, 'likedBy', post)) }
  },

  async 'GET /api/posts/:postId'({ tx, show, params }) {
    const [post] = await show.posts([await mustFindPost(tx, params.postId)])
    if (!post) throw new ApiError(apiErrors.unknownPost)
    return { post }
  },

  async 'POST /api/posts'({ tx, viewer, body }) {
    const now = timestamp(tx.now)
    const post = await tx.insert('posts', {
      userId: viewer._id,
      content: body.content,
      ...(await pictureFields(tx, body)),
      takenLikes: 0,
      createdAt: now,
      updatedAt: now,
      ...arrivalOf(tx),
    })
    await notifyOfPost(tx, post, viewer)
    return { posts: [post._id] }
  },

  async 'POST /api/posts/edit/:postId'({ tx, viewer, params, body }) {
    const post = await mustFindPost(tx, params.postId)
    if (post.userId !== viewer._id) throw new ApiError(apiErrors.editForeignPost)
    const updatedAt = timestampAfter(post.updatedAt, tx.now)
    const pictures = await editedPictures(tx, body)
    const edited = { ...post, content: body.content, ...pictures, updatedAt }
    await tx.put('posts', edited)
    await removeUnusedPictures(tx, post)
    await notifyOfEdit(tx, edited, viewer)
    return { posts: [edited._id] }
  },

  async 'DELETE /api/posts/:postId'({ tx, viewer, params }) {
    const post = await mustFindPost(tx, params.postId)
    if (post.userId !== viewer._id) throw new ApiError(apiErrors.deleteForeignPost)
    await removePost(tx, post)
    return { posts: [] }
  },

  async 'POST /api/posts/like/:postId'({ tx, viewer, params }) {
    const post = await mustFindPost(tx, params.postId)
    if (await tx.links.has('likedBy', post, viewer)) throw new ApiError(apiErrors.alreadyLiked)
    await tx.links.add('likedBy', post, viewer)
    await tx.links.remove('dislikedBy', post, viewer)
    readAuthor(tx, post, viewer)
    await notifyOfLike(tx, post, viewer)
    return { posts: [post._id], liked: [post._id] }
  },

  async 'POST /api/posts/dislike/:postId'({ tx, viewer, params }) {
    const post = await mustFindPost(tx, params.postId)
    const wasLiked = await tx.links.has('likedBy', post, viewer)
    const wasDisliked = await tx.links.has('dislikedBy', post, viewer)
    const [likeCount = 0] = await countLikes(tx, [post])
    if (likeCount <= 0) throw new ApiError(apiErrors.noLikeToTake)
    if (wasDisliked) throw new ApiError(apiErrors.alreadyDisliked)
    await tx.links.add('dislikedBy', post, viewer)
    if (wasLiked) await tx.links.remove('likedBy', post, viewer)
    else await tx.put('posts', { ...post, takenLikes: post.takenLikes + 1 })
    if (wasLiked) await withdrawLike(tx, post, viewer)
    return { posts: [post._id], liked: [] }
  },

  async 'POST /api/posts/report/:postId'({ tx, viewer, params, body }) {
    const row = await mustFindPost(tx, params.postId)
    return report(tx, viewer, { table: 'posts', row }, body)
  },
}

/** Reads what the reply shows of the author together with what their notification needs. */
function readAuthor({ entries }: Transaction, { userId: _id }: PostRow, viewer: UserRow): void {
  entries.readAlong(rowKey('users', _id))
  entries.readAlong(linkKey('followers', { _id }, viewer._id))
}
