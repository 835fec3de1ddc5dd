import type { commentCalls } from '../../src/contract/comments.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { ApiError } from '../api-error.ts'
import type { CommentRow } from '../data/tables.ts'
import { timestamp } from '../data/timestamp.ts'
import type { Transaction } from '../data/transaction.ts'
import { pictureFields, removeUnusedPictures } from '../domain/kept-pictures.ts'
import { serializeComments } from '../domain/serialize.ts'
import type { Handlers } from './handler.ts'
import { mustFindComment, mustFindPost, withId, withoutId } from './rows.ts'

export const commentHandlers: Handlers<keyof typeof commentCalls> = {
  async 'GET /api/comments/:postId'({ tx, params }) {
    const post = await mustFindPost(tx, params.postId)
    const rows = await tx.listBy('comments', 'postId', post._id)
    return { comments: await serializeComments(tx, rows) }
  },

  async 'POST /api/comments/add/:postId'({ tx, viewer, params, body }) {
    const post = await mustFindPost(tx, params.postId)
    const now = timestamp()
    const comment = await tx.insert('comments', {
      postId: post._id,
      userId: viewer._id,
      content: body.content,
      ...(await pictureFields(tx, body)),
      upvotedBy: [],
      downvotedBy: [],
      createdAt: now,
      updatedAt: now,
    })
    return { comments: [comment._id] }
  },

  async 'POST /api/comments/edit/:postId/:commentId'({ tx, viewer, params, body }) {
    const { comment } = await mustFindComment(tx, params)
    if (comment.userId !== viewer._id) throw new ApiError(apiErrors.editForeignComment)
    return putComment(tx, { ...comment, content: body.content, updatedAt: timestamp() })
  },

  async 'POST /api/comments/delete/:postId/:commentId'({ tx, viewer, params }) {
    const { post, comment } = await mustFindComment(tx, params)
    const mayDelete = [comment.userId, post.userId].includes(viewer._id)
    if (!mayDelete) throw new ApiError(apiErrors.deleteForeignComment)
    await tx.remove('comments', comment)
    await removeUnusedPictures(tx, comment)
    return { comments: [] }
  },

  async 'POST /api/comments/upvote/:postId/:commentId'({ tx, viewer, params }) {
    const { comment } = await mustFindComment(tx, params)
    if (comment.upvotedBy.includes(viewer._id)) throw new ApiError(apiErrors.alreadyUpvoted)
    return putComment(tx, {
      ...comment,
      upvotedBy: withId(comment.upvotedBy, viewer._id),
      downvotedBy: withoutId(comment.downvotedBy, viewer._id),
    })
  },

  async 'POST /api/comments/downvote/:postId/:commentId'({ tx, viewer, params }) {
    const { comment } = await mustFindComment(tx, params)
    if (comment.downvotedBy.includes(viewer._id)) throw new ApiError(apiErrors.alreadyDownvoted)
    return putComment(tx, {
      ...comment,
      upvotedBy: withoutId(comment.upvotedBy, viewer._id),
      downvotedBy: withId(comment.downvotedBy, viewer._id),
    })
  },
}

async function putComment(tx: Transaction, comment: CommentRow) {
  await tx.put('comments', comment)
  return { comments: [comment._id] }
}
