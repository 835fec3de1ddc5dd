import * as v from 'valibot'
import type { CallTable } from './call.ts'
import { EditedContent, NewContent } from './content.ts'
import { Post } from './entities.ts'
import { apiErrors } from './errors.ts'

const postsReply = v.object({ posts: v.array(Post) })
const likeReply = v.object({ posts: v.array(Post), liked: v.array(Post) })

/** The calls of R12.5. `following` comes before `:postId`, which would match it too. */
export const postCalls = {
  'GET /api/posts': {
    summary: 'Every post, newest first; with ?limit=&before= one page of them.',
    searched: 'username or content',
    paged: true,
    status: 200,
    reply: postsReply,
  },
  'GET /api/posts/user/:username': {
    summary: 'The posts of one user, newest first.',
    paged: true,
    status: 200,
    reply: postsReply,
    refuses: [apiErrors.unknownUser],
  },
  'GET /api/posts/following': {
    summary: 'The posts of the viewer and of the users whom they follow, newest first.',
    auth: true,
    paged: true,
    status: 200,
    reply: postsReply,
  },
  'GET /api/posts/:postId': {
    summary: 'One post.',
    status: 200,
    reply: v.object({ post: Post }),
    refuses: [apiErrors.unknownPost],
  },
  'POST /api/posts': {
    summary: 'Create a post.',
    auth: true,
    status: 201,
    body: NewContent,
    reply: postsReply,
  },
  'POST /api/posts/edit/:postId': {
    summary: "Change the text of one of the viewer's own posts.",
    auth: true,
    status: 201,
    body: EditedContent,
    reply: postsReply,
    refuses: [apiErrors.editForeignPost, apiErrors.unknownPost],
  },
  'DELETE /api/posts/:postId': {
    summary: "Delete one of the viewer's own posts, with its comments.",
    auth: true,
    status: 201,
    reply: postsReply,
    refuses: [apiErrors.deleteForeignPost, apiErrors.unknownPost],
  },
  'POST /api/posts/like/:postId': {
    summary: 'Like a post.',
    auth: true,
    status: 201,
    reply: likeReply,
    refuses: [apiErrors.alreadyLiked, apiErrors.unknownPost],
  },
  'POST /api/posts/dislike/:postId': {
    summary: 'Remove a like.',
    auth: true,
    status: 201,
    reply: likeReply,
    refuses: [apiErrors.noLikeToTake, apiErrors.alreadyDisliked, apiErrors.unknownPost],
  },
} as const satisfies CallTable
