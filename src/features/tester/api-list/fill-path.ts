import type { CallName } from '../../../contract/calls.ts'
import type { Comment, Post, User } from '../../../contract/entities.ts'

/** What there is to pick from, and as whom. */
export type LiveData = { posts: Post[]; users: User[]; viewer?: string }

type Wanted<Row> = Partial<Record<CallName, (row: Row, viewer: string) => boolean>>

const byViewer = ({ username }: { username: string }, viewer: string) => username === viewer
const isIn = (list: { username: string }[], viewer: string) =>
  list.some(({ username }) => username === viewer)

/** Which post makes the call succeed; any other call takes the newest. */
const wantedPosts: Wanted<Post> = {
  'POST /api/posts/edit/:postId': byViewer,
  'DELETE /api/posts/:postId': byViewer,
  'POST /api/posts/like/:postId': ({ likes }, viewer) => !isIn(likes.likedBy, viewer),
  'POST /api/posts/dislike/:postId': ({ likes }, viewer) => isIn(likes.likedBy, viewer),
}

const wantedComments: Wanted<Comment> = {
  'POST /api/comments/edit/:postId/:commentId': byViewer,
  'POST /api/comments/delete/:postId/:commentId': byViewer,
  'POST /api/comments/upvote/:postId/:commentId': ({ votes }, viewer) =>
    !isIn(votes.upvotedBy, viewer),
  'POST /api/comments/downvote/:postId/:commentId': ({ votes }, viewer) =>
    !isIn(votes.downvotedBy, viewer),
}

const wantedUsers: Wanted<User> = {
  'POST /api/users/follow/:id': (user, viewer) =>
    !byViewer(user, viewer) && !isIn(user.followers, viewer),
  'POST /api/users/unfollow/:id': ({ followers }, viewer) => isIn(followers, viewer),
}

/** The endpoint of a call with ids of rows that exist, and for which it succeeds if there are such. */
export function fillPath(name: CallName, { posts, users, viewer = '' }: LiveData): string {
  const [, path = ''] = name.split(' ')
  const pick = <Row>(rows: Row[], wanted: Wanted<Row>) =>
    rows.find((row) => wanted[name]?.(row, viewer)) ?? rows[0]

  const comments = posts.flatMap(({ _id, comments }) =>
    comments.map((comment) => ({ ...comment, postId: _id })),
  )
  const comment = path.includes(':commentId') ? pick(comments, wantedComments) : undefined
  const user = pick(users, wantedUsers)
  const ids: Record<string, string | undefined> = {
    ':postId': comment ? comment.postId : pick(posts, wantedPosts)?._id,
    ':commentId': comment?._id,
    ':id': user?._id,
    ':username': posts[0]?.username ?? user?.username,
  }
  // What there is nothing for stays to be filled in by hand.
  return path.replace(/:\w+/g, (param) => {
    const id = ids[param]
    return id === undefined ? param : encodeURIComponent(id)
  })
}
