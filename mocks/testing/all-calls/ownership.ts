import type { CallName } from '../../../src/contract/calls.ts'
import type { apiErrors } from '../../../src/contract/errors.ts'

/** Whose the thing is that the path names: for a comment its author's, on a post of somebody else. */
export const actors = ['anonymous', 'stranger', 'owner', 'postAuthor'] as const
export type Actor = (typeof actors)[number]
type Verdict = 'ok' | keyof typeof apiErrors

const everybody: Record<Actor, Verdict> = {
  anonymous: 'ok',
  stranger: 'ok',
  owner: 'ok',
  postAuthor: 'ok',
}
const viewers: Record<Actor, Verdict> = { ...everybody, anonymous: 'notRegistered' }

/** Nobody but the owner, who for a post is the post's author. */
function ownPost(refusal: Verdict): Record<Actor, Verdict> {
  return { ...viewers, stranger: refusal, owner: refusal }
}

/** Who may do what. A new call has no right until somebody has thought of it here. */
export const rights: { [Name in CallName]: Record<Actor, Verdict> } = {
  'POST /api/auth/login': everybody,
  'POST /api/auth/signup': everybody,
  'POST /api/auth/verify': everybody,

  'GET /api/users': everybody,
  'GET /api/users/bookmark': viewers,
  'GET /api/users/:id': everybody,
  'POST /api/users/edit': viewers,
  'POST /api/users/bookmark/:postId': viewers,
  'POST /api/users/remove-bookmark/:postId': viewers,
  'POST /api/users/follow/:id': { ...viewers, owner: 'followSelf' },
  'POST /api/users/unfollow/:id': { ...viewers, owner: 'notFollowing' },

  'GET /api/posts': everybody,
  'GET /api/posts/user/:username': everybody,
  'GET /api/posts/:postId': everybody,
  'POST /api/posts': viewers,
  'POST /api/posts/edit/:postId': ownPost('editForeignPost'),
  'DELETE /api/posts/:postId': ownPost('deleteForeignPost'),
  'POST /api/posts/like/:postId': viewers,
  'POST /api/posts/dislike/:postId': viewers,

  'GET /api/comments/:postId': everybody,
  'POST /api/comments/add/:postId': viewers,
  'POST /api/comments/edit/:postId/:commentId': {
    ...viewers,
    stranger: 'editForeignComment',
    postAuthor: 'editForeignComment',
  },
  'POST /api/comments/delete/:postId/:commentId': { ...viewers, stranger: 'deleteForeignComment' },
  'POST /api/comments/upvote/:postId/:commentId': viewers,
  'POST /api/comments/downvote/:postId/:commentId': viewers,

  'POST /api/uploads': viewers,
  'GET /api/uploads/:id': everybody,
  'POST /api/uploads/:id/moved': {
    ...viewers,
    stranger: 'moveForeignUpload',
    postAuthor: 'moveForeignUpload',
  },

  // The tester's: whoever opens the app has the device in their hands.
  'GET /api/mock': everybody,
  'POST /api/mock/settings': everybody,
  'POST /api/mock/reset': everybody,
  'GET /api/mock/snapshot': everybody,
  'POST /api/mock/snapshot': everybody,
  'GET /api/openapi.json': everybody,
}
