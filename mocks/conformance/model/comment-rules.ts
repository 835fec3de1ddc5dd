import type { commentCalls } from '../../../src/contract/comments.ts'
import { apiErrors } from '../../../src/contract/errors.ts'
import { notifyOfComment, notifyOfEdit, withdrawComment } from './notification-rules.ts'
import { report } from './report-rules.ts'
import { commentOf, firstOf, modelPost, page, type Rules, refuseIf, take } from './rule.ts'
import { editContent, pictureOf, picturesIn, removeUnusedPictures } from './upload-rules.ts'
import { commentView, serializeUser } from './views.ts'
import {
  commentsOf,
  type ModelComment,
  type ModelPost,
  sortedNewestFirst,
  type World,
} from './world.ts'

export const commentRules: Rules<keyof typeof commentCalls> = {
  'GET /api/comments/:postId'(request) {
    const post = modelPost(request)
    const all = commentsOf(request.world.data)
    const shown = page(request, post.comments, { all, unknown: apiErrors.unknownComment })
    return () => ({ comments: shown.map(commentView) })
  },

  'GET /api/comments/:postId/:commentId/upvotes'(request) {
    const { comment } = commentOf(request)
    const sorted = comment.upvotedBy.toSorted((a, b) => (a._id < b._id ? -1 : 1))
    const shown = firstOf(request, sorted)
    return () => ({ users: shown.map(serializeUser) })
  },

  'POST /api/comments/add/:postId'(request) {
    const { world, viewer, body, minimal } = request
    const { now: createdAt, data } = world
    const post = modelPost(request)
    const picture = pictureOf(world, body)
    const comment: ModelComment = {
      _id: '',
      id: String(++data.given.comments),
      author: viewer,
      post,
      content: body.content,
      ...picture,
      createdAt,
      updatedAt: createdAt,
      upvotedBy: [],
      downvotedBy: [],
    }
    notifyOfComment(world, comment, post.comments)
    post.comments.push(comment)
    return ({ comments: [first] }) => {
      comment._id = first?._id ?? 'It is not the first'
      return commentsReply(post, minimal && comment)
    }
  },

  'POST /api/comments/edit/:postId/:commentId'(request) {
    const { world, viewer, body, minimal } = request
    const { post, comment } = commentOf(request)
    refuseIf(comment.author !== viewer, apiErrors.editForeignComment)
    editContent(world, comment, body)
    notifyOfEdit(world, comment)
    return () => commentsReply(post, minimal && comment)
  },

  'POST /api/comments/delete/:postId/:commentId'(request) {
    const { world, viewer, minimal } = request
    const { post, comment } = commentOf(request)
    const mayDelete = comment.author === viewer || post.author === viewer
    refuseIf(!mayDelete, apiErrors.deleteForeignComment)
    removeComment(world, comment)
    return () => (minimal ? { comments: [] } : commentsReply(post))
  },

  'POST /api/comments/upvote/:postId/:commentId'(request) {
    const { viewer, minimal } = request
    const { post, comment } = commentOf(request)
    refuseIf(comment.upvotedBy.includes(viewer), apiErrors.alreadyUpvoted)
    comment.upvotedBy.push(viewer)
    take(comment.downvotedBy, viewer)
    return () => commentsReply(post, minimal && comment)
  },

  'POST /api/comments/downvote/:postId/:commentId'(request) {
    const { viewer, minimal } = request
    const { post, comment } = commentOf(request)
    refuseIf(comment.downvotedBy.includes(viewer), apiErrors.alreadyDownvoted)
    comment.downvotedBy.push(viewer)
    take(comment.upvotedBy, viewer)
    return () => commentsReply(post, minimal && comment)
  },

  'POST /api/comments/report/:postId/:commentId': (request) =>
    report(request.world, request.viewer, commentOf(request).comment),
}

export function removeComment(world: World, comment: ModelComment): void {
  take(comment.post.comments, comment)
  withdrawComment(world, comment)
  removeUnusedPictures(world, comment.author, picturesIn(comment))
}

function commentsReply(post: ModelPost, only?: ModelComment | false) {
  return { comments: (only ? [only] : sortedNewestFirst(post.comments)).map(commentView) }
}
