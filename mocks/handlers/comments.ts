import type { commentCalls } from '../../src/contract/comments.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { ApiError } from '../api-error.ts'
import { arrivalOf } from '../domain/arrival.ts'
import { editedPictures, pictureFields, removeUnusedPictures } from '../domain/kept-pictures.ts'
import { linkedRows, listPage } from '../domain/pagination.ts'
import { removeComment } from '../domain/remove-content.ts'
import { notifyOfComment, notifyOfEdit } from '../notifications/notify.ts'
import { report } from '../reports/report.ts'
import { timestamp, timestampAfter } from '../store/timestamp.ts'
import type { Page } from '../store/write-buffer.ts'
import type { Handlers } from './handler.ts'
import { mustFindComment, mustFindPost } from './rows.ts'

export const commentHandlers: Handlers<keyof typeof commentCalls> = {
  async 'GET /api/comments/:postId'(context) {
    const { tx, show, params } = context
    const post = await mustFindPost(tx, params.postId)
    const path = `/api/comments/${post._id}`
    const list = (page: Page) => tx.listBy('comments', 'postId', post._id, page)
    const rows = await listPage(context, { table: 'comments', path, list })
    return { comments: await show.comments(rows) }
  },

  async 'GET /api/comments/:postId/:commentId/upvotes'(context) {
    const { tx, show, params } = context
    const { post, comment } = await mustFindComment(tx, params)
    const path = `/api/comments/${post._id}/${comment._id}/upvotes`
    return {
      users: await show.users(await linkedRows(context, 'users', path, 'upvotedBy', comment)),
    }
  },

  async 'POST /api/comments/add/:postId'({ tx, viewer, params, body, prepared: commenters = [] }) {
    const post = await mustFindPost(tx, params.postId)
    const now = timestamp(tx.now)
    const comment = await tx.insert('comments', {
      postId: post._id,
      userId: viewer._id,
      content: body.content,
      ...(await pictureFields(tx, body)),
      createdAt: now,
      updatedAt: now,
      ...arrivalOf(tx),
    })
    await notifyOfComment(tx, { post, comment, commenters }, viewer)
    return { comments: [comment._id] }
  },

  async 'POST /api/comments/edit/:postId/:commentId'({ tx, viewer, params, body }) {
    const { comment } = await mustFindComment(tx, params)
    if (comment.userId !== viewer._id) throw new ApiError(apiErrors.editForeignComment)
    const updatedAt = timestampAfter(comment.updatedAt, tx.now)
    const pictures = await editedPictures(tx, body)
    const edited = { ...comment, content: body.content, ...pictures, updatedAt }
    await tx.put('comments', edited)
    await removeUnusedPictures(tx, comment)
    await notifyOfEdit(tx, edited, viewer)
    return { comments: [comment._id] }
  },

  async 'POST /api/comments/delete/:postId/:commentId'({ tx, viewer, params }) {
    const { post, comment } = await mustFindComment(tx, params)
    const mayDelete = [comment.userId, post.userId].includes(viewer._id)
    if (!mayDelete) throw new ApiError(apiErrors.deleteForeignComment)
    await removeComment(tx, comment)
    return { comments: [] }
  },

  async 'POST /api/comments/upvote/:postId/:commentId'({ tx, viewer, params }) {
    const { comment } = await mustFindComment(tx, params)
    const isUpvoted = await tx.links.has('upvotedBy', comment, viewer)
    if (isUpvoted) throw new ApiError(apiErrors.alreadyUpvoted)
    await tx.links.add('upvotedBy', comment, viewer)
    await tx.links.remove('downvotedBy', comment, viewer)
    return { comments: [comment._id] }
  },

  async 'POST /api/comments/downvote/:postId/:commentId'({ tx, viewer, params }) {
    const { comment } = await mustFindComment(tx, params)
    const isDownvoted = await tx.links.has('downvotedBy', comment, viewer)
    if (isDownvoted) throw new ApiError(apiErrors.alreadyDownvoted)
    await tx.links.add('downvotedBy', comment, viewer)
    await tx.links.remove('upvotedBy', comment, viewer)
    return { comments: [comment._id] }
  },

  async 'POST /api/comments/report/:postId/:commentId'({ tx, viewer, params, body }) {
    const { comment } = await mustFindComment(tx, params)
    return report(tx, viewer, { table: 'comments', row: comment }, body)
  },
}
