import type { commentCalls } from '../../src/contract/comments.ts'
import { refusals } from '../../src/contract/refusals.ts'
import { withId, withoutId } from '../lists/id-list.ts'
import { currentUrl, forgetPictures } from '../pictures/kept-pictures.ts'
import { Refused } from '../refused.ts'
import type { CommentRow } from '../store/rows.ts'
import { timestamp } from '../store/timestamp.ts'
import type { Transaction } from '../store/transaction.ts'
import { commentsView } from '../views/comments-view.ts'
import type { Handlers } from './handler.ts'
import { mustFindComment, mustFindPost } from './must-find.ts'

export const commentHandlers: Handlers<keyof typeof commentCalls> = {
  async 'GET /api/comments/:postId'({ tx, params }) {
    const post = await mustFindPost(tx, params.postId)
    return { comments: await commentsOn(tx, post._id) }
  },

  async 'POST /api/comments/add/:postId'({ tx, viewer, params, body, minimal }) {
    const post = await mustFindPost(tx, params.postId)
    const now = timestamp()
    const comment = await tx.insert('comments', {
      postId: post._id,
      userId: viewer._id,
      content: body.content,
      imageUrl: await currentUrl(tx, body.imageUrl),
      upvotedBy: [],
      downvotedBy: [],
      createdAt: now,
      updatedAt: now,
    })
    return changedOrAll(tx, minimal, comment)
  },

  async 'POST /api/comments/edit/:postId/:commentId'({ tx, viewer, params, body, minimal }) {
    const { comment } = await mustFindComment(tx, params)
    if (comment.userId !== viewer._id) throw new Refused(refusals.editForeignComment)
    const edited = { ...comment, content: body.content, updatedAt: timestamp() }
    return putReply(tx, minimal, edited)
  },

  async 'POST /api/comments/delete/:postId/:commentId'({ tx, viewer, params, minimal }) {
    const { post, comment } = await mustFindComment(tx, params)
    const mayDelete = [comment.userId, post.userId].includes(viewer._id)
    if (!mayDelete) throw new Refused(refusals.deleteForeignComment)
    await tx.remove('comments', comment)
    await forgetPictures(tx, comment)
    return { comments: minimal ? [] : await commentsOn(tx, post._id) }
  },

  async 'POST /api/comments/upvote/:postId/:commentId'({ tx, viewer, params, minimal }) {
    const { comment } = await mustFindComment(tx, params)
    if (comment.upvotedBy.includes(viewer._id)) throw new Refused(refusals.alreadyUpvoted)
    return putReply(tx, minimal, {
      ...comment,
      upvotedBy: withId(comment.upvotedBy, viewer._id),
      downvotedBy: withoutId(comment.downvotedBy, viewer._id),
    })
  },

  async 'POST /api/comments/downvote/:postId/:commentId'({ tx, viewer, params, minimal }) {
    const { comment } = await mustFindComment(tx, params)
    if (comment.downvotedBy.includes(viewer._id)) throw new Refused(refusals.alreadyDownvoted)
    return putReply(tx, minimal, {
      ...comment,
      upvotedBy: withoutId(comment.upvotedBy, viewer._id),
      downvotedBy: withId(comment.downvotedBy, viewer._id),
    })
  },
}

async function commentsOn(tx: Transaction, postId: string) {
  return commentsView(tx, await tx.listBy('comments', 'postId', postId))
}

async function putReply(tx: Transaction, minimal: boolean, comment: CommentRow) {
  await tx.put('comments', comment)
  return changedOrAll(tx, minimal, comment)
}

async function changedOrAll(tx: Transaction, minimal: boolean, changed: CommentRow) {
  const comments = minimal
    ? await commentsView(tx, [changed])
    : await commentsOn(tx, changed.postId)
  return { comments }
}
