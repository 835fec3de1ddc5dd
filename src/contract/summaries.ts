import type { CallName } from './calls.ts'

/**
 * One sentence for people about each call, shown by the tester and the reference. Apart from the calls, because the worker
 * does not need them.
 */
export const summaries: Record<CallName, string> = {
  'POST /api/auth/login': 'Log in with a username and a password.',
  'POST /api/auth/signup':
    'Create an account. Other fields than those listed are stored on the user.',
  'POST /api/auth/verify': 'Return the user a token belongs to.',
  'POST /api/auth/logout-others':
    "End all other sessions of the viewer. That of the request's token stays.",
  'GET /api/users': 'Every user, newest first; with ?limit=&before= one page of them.',
  'GET /api/users/bookmark': "The viewer's bookmarked posts, newest bookmark first.",
  'GET /api/account/export': 'Everything that is kept about the viewer, without the password.',
  'POST /api/account/delete': 'Delete the account of the viewer.',
  'GET /api/users/:id': 'One user.',
  'GET /api/users/muted': 'The users whom the viewer mutes, the latest first.',
  'GET /api/users/:id/followers': 'The followers of a user, the newest first.',
  'GET /api/users/:id/following': 'The users whom a user follows, the newest first.',
  'POST /api/users/edit':
    "Merge fields into the viewer's profile. An empty password means unchanged.",
  'POST /api/users/bookmark/:postId': 'Bookmark a post.',
  'POST /api/users/remove-bookmark/:postId': 'Remove a bookmark.',
  'POST /api/users/follow/:id': 'Follow a user.',
  'POST /api/users/unfollow/:id': 'Unfollow a user.',
  'POST /api/users/mute/:id': 'Mute a user, who is not told.',
  'POST /api/users/unmute/:id': 'Unmute a user.',
  'POST /api/users/report/:id': 'Report a user to the organiser.',
  'GET /api/posts': 'Every post, newest first; with ?limit=&before= one page of them.',
  'GET /api/posts/user/:username': 'The posts of one user, newest first.',
  'GET /api/posts/following':
    'The posts of the viewer and of the users whom they follow, newest first.',
  'GET /api/posts/:postId/likes': 'The users who like a post.',
  'GET /api/posts/:postId': 'One post.',
  'POST /api/posts': 'Create a post.',
  'POST /api/posts/edit/:postId': "Change the text of one of the viewer's own posts.",
  'DELETE /api/posts/:postId': "Delete one of the viewer's own posts, with its comments.",
  'POST /api/posts/like/:postId': 'Like a post.',
  'POST /api/posts/dislike/:postId': 'Remove a like.',
  'POST /api/posts/report/:postId': 'Report a post to the organiser.',
  'GET /api/comments/:postId': 'The comments on a post, newest first.',
  'GET /api/comments/:postId/:commentId/upvotes': 'The users who upvoted a comment.',
  'POST /api/comments/add/:postId': 'Comment on a post.',
  'POST /api/comments/edit/:postId/:commentId':
    "Change the text of one of the viewer's own comments.",
  'POST /api/comments/delete/:postId/:commentId':
    "Delete one of the viewer's own comments, or any comment on the viewer's own post.",
  'POST /api/comments/upvote/:postId/:commentId': 'Upvote a comment.',
  'POST /api/comments/downvote/:postId/:commentId': 'Downvote a comment.',
  'POST /api/comments/report/:postId/:commentId': 'Report a comment to the organiser.',
  'GET /api/notifications':
    'Likes of and comments on what the viewer posted, comments after theirs, new followers and mentions, newest first.',
  'POST /api/notifications/seen': 'Mark a notification and all older ones as seen.',
  'GET /api/mock': 'Current settings and row counts.',
  'POST /api/mock/settings':
    'Change settings. A list replaces the previous one; omitted settings stay as they are.',
  'POST /api/mock/reset':
    "Replace all data with the seed, with nothing, with generated users and posts, or with a snapshot. 'guest' only restores a missing guest.",
  'GET /api/mock/snapshot': 'Export all data as a snapshot.',
  'POST /api/mock/snapshot': 'Replace all data with a snapshot.',
  'GET /api/openapi.json': 'This API, described in OpenAPI 3.1.',
  'POST /api/uploads': 'Store a picture in the back end.',
  'GET /api/uploads/:id': 'A picture, or a redirect to its current address.',
  'POST /api/uploads/:id/moved': "Set the new address of one of the viewer's own pictures.",
}
