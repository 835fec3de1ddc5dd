import type { Comment, Post, User, UserCopy } from '../contract/entities.ts'

/**
 * A write that is shown before the API has replied. The query cache has only rows from the API; the
 * functions below apply the pending writes to them for the screens. They are pure, and return the same
 * object if nothing in it changes.
 */
export type PendingWrite =
  | { type: 'like'; postId: string; wanted: boolean }
  | { type: 'bookmark'; post: Post; wanted: boolean }
  | { type: 'follow'; user: UserCopy; wanted: boolean }
  | { type: 'vote'; postId: string; commentId: string; wanted: 'up' | 'down' }
  | { type: 'editPost'; postId: string; content: string }
  | { type: 'deletePost'; postId: string }
  | { type: 'editComment'; postId: string; commentId: string; content: string }
  | { type: 'deleteComment'; postId: string; commentId: string }

type Writes = readonly PendingWrite[]

/** A post as it will be, or `undefined` when it is being deleted. */
export function applyToPost(post: Post, writes: Writes, viewer: UserCopy): Post | undefined {
  let shown = post
  for (const write of writes) {
    if (!('postId' in write) || write.postId !== post._id) continue
    if (write.type === 'deletePost') return undefined
    if (write.type === 'like') shown = withLike(shown, viewer, write.wanted)
    else if (write.type === 'editPost') shown = withContent(shown, write.content)
    else {
      const comments = applyToComments(shown.comments, [write], viewer)
      if (comments !== shown.comments) shown = { ...shown, comments }
    }
  }
  return shown
}

/** A list of posts without those that are being deleted. */
export function applyToPosts(posts: Post[], writes: Writes, viewer: UserCopy): Post[] {
  const shown = posts.flatMap((post) => applyToPost(post, writes, viewer) ?? [])
  return isSame(posts, shown) ? posts : shown
}

/** The viewer's bookmarked posts, the newest bookmark first. */
export function applyToBookmarks(posts: Post[], writes: Writes, viewer: UserCopy): Post[] {
  let shown = posts
  for (const write of writes) {
    if (write.type === 'bookmark') shown = withRow(shown, write.post, write.wanted, 'first')
  }
  return applyToPosts(shown, writes, viewer)
}

/** The comments on a post without those that are being deleted. */
export function applyToComments(comments: Comment[], writes: Writes, viewer: UserCopy): Comment[] {
  const shown = comments.flatMap((comment) => applyToComment(comment, writes, viewer) ?? [])
  return isSame(comments, shown) ? comments : shown
}

function applyToComment(comment: Comment, writes: Writes, viewer: UserCopy): Comment | undefined {
  let shown = comment
  for (const write of writes) {
    if (!('commentId' in write) || write.commentId !== comment._id) continue
    if (write.type === 'deleteComment') return undefined
    if (write.type === 'vote') shown = withVote(shown, viewer, write.wanted)
    else shown = withContent(shown, write.content)
  }
  return shown
}

/** A user, whose followers change when the viewer follows them. */
export function applyToUser(user: User, writes: Writes, viewer: UserCopy): User {
  if (user._id === viewer._id) return applyToViewer(user, writes)
  let { followers } = user
  for (const write of writes) {
    const isUser = write.type === 'follow' && write.user._id === user._id
    if (isUser) followers = withRow(followers, viewer, write.wanted)
  }
  return followers === user.followers ? user : { ...user, followers }
}

/** The signed-in user, with their bookmarks and those whom they follow. */
export function applyToViewer(viewer: User, writes: Writes): User {
  let { following, bookmarks } = viewer
  for (const write of writes) {
    if (write.type === 'follow') following = withRow(following, write.user, write.wanted)
    if (write.type === 'bookmark') bookmarks = withRow(bookmarks, write.post, write.wanted)
  }
  const isUnchanged = following === viewer.following && bookmarks === viewer.bookmarks
  return isUnchanged ? viewer : { ...viewer, following, bookmarks }
}

/** Whether the viewer likes the post. */
export function isLiked(post: Post, viewer: { _id: string }): boolean {
  return hasRow(post.likes.likedBy, viewer)
}

/** Whether `rows` has a row with the `_id` of `row`. */
export function hasRow(rows: readonly { _id: string }[], row: { _id: string }): boolean {
  return rows.some(({ _id }) => _id === row._id)
}

/** `rows` with or without `row`. Returns the same list if nothing changes. */
export function withRow<Row extends { _id: string }>(
  rows: Row[],
  row: Row,
  wanted: boolean,
  place: 'first' | 'last' = 'last',
): Row[] {
  if (hasRow(rows, row) === wanted) return rows
  if (!wanted) return rows.filter(({ _id }) => _id !== row._id)
  return place === 'first' ? [row, ...rows] : [...rows, row]
}

function withLike(post: Post, viewer: UserCopy, wanted: boolean): Post {
  if (isLiked(post, viewer) === wanted) return post
  const { likeCount, likedBy, dislikedBy } = post.likes
  const likes = {
    likeCount: likeCount + (wanted ? 1 : -1),
    likedBy: withRow(likedBy, viewer, wanted),
    dislikedBy: withRow(dislikedBy, viewer, !wanted),
  }
  return { ...post, likes }
}

function withVote(comment: Comment, viewer: UserCopy, wanted: 'up' | 'down'): Comment {
  const { upvotedBy, downvotedBy } = comment.votes
  if (hasRow(wanted === 'up' ? upvotedBy : downvotedBy, viewer)) return comment
  const votes = {
    upvotedBy: withRow(upvotedBy, viewer, wanted === 'up'),
    downvotedBy: withRow(downvotedBy, viewer, wanted === 'down'),
  }
  return { ...comment, votes }
}

function withContent<Row extends { content: string }>(row: Row, content: string): Row {
  return row.content === content ? row : { ...row, content }
}

function isSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && before.every((row, index) => row === after[index])
}
