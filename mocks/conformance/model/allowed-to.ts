import type { CallName } from '../../../src/contract/calls.ts'
import type { ModelData, ModelPost, ModelUser, World } from './world.ts'

/** The users and posts on which a call by this user would succeed, all of them if there are none. */
export function allowedTo(name: CallName, userId: string | undefined, { data }: World) {
  const user = data.users.find(({ _id }) => _id === userId)
  const allowed = user && CHOICES[name]?.(user, data)
  return allowed && (allowed.posts ?? allowed.users)?.length ? { ...data, ...allowed } : data
}

type Choice = (user: ModelUser, data: ModelData) => { posts?: ModelPost[]; users?: ModelUser[] }

const own: Choice = (user, { posts }) => ({ posts: posts.filter((post) => post.author === user) })
const commented: Choice = (user, { posts }) => ({
  posts: posts.filter(({ comments }) => comments.some(({ author }) => author === user)),
})

const CHOICES: Partial<Record<CallName, Choice>> = {
  'POST /api/users/unfollow/:id': (user) => ({ users: user.following }),
  'POST /api/users/remove-bookmark/:postId': (user) => ({ posts: user.bookmarks }),
  'POST /api/posts/dislike/:postId': (user) => ({ posts: user.liked }),
  'POST /api/posts/edit/:postId': own,
  'DELETE /api/posts/:postId': own,
  'POST /api/comments/edit/:postId/:commentId': commented,
  'POST /api/comments/delete/:postId/:commentId': commented,
  'POST /api/comments/upvote/:postId/:commentId': commented,
  'POST /api/comments/downvote/:postId/:commentId': commented,
}
