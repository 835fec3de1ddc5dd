import type { ContentPicture } from '../contract/entities.ts'
import type { ViewedComment, ViewedPost, ViewedUser } from '../contract/viewed.ts'

/**
 * A write that is shown before the API has replied. The query cache has only rows from the API; the
 * functions below apply the pending writes to them for the screens. They are pure, and return the same
 * object if nothing in it changes.
 */
export type PendingWrite =
  | { type: 'like'; postId: string; wanted: boolean }
  | { type: 'bookmark'; post: ViewedPost; wanted: boolean }
  | { type: 'follow'; userId: string; wanted: boolean }
  | { type: 'mute'; userId: string; wanted: boolean }
  | { type: 'vote'; postId: string; commentId: string; wanted: 'up' | 'down' }
  | ({ type: 'editPost'; postId: string } & ContentEdit)
  | { type: 'deletePost'; postId: string }
  | ({ type: 'editComment'; postId: string; commentId: string } & ContentEdit)
  | { type: 'deleteComment'; postId: string; commentId: string }

/** A new text, and all pictures if they were edited, too. */
export type ContentEdit = { content: string; images?: ContentPicture[] }

type Writes = readonly PendingWrite[]
type Viewer = { _id: string; muted?: readonly { _id: string }[] }

/** A post as it will be, or `undefined` when it is being deleted. */
export function applyToPost(
  post: ViewedPost,
  writes: Writes,
  viewer: Viewer,
): ViewedPost | undefined {
  let shown = post
  for (const write of writes) {
    if (write.type === 'follow' && write.userId === post.userId) {
      shown = withFollow(shown, viewer, write.wanted)
    }
    if ('userId' in write || postIdOf(write) !== post._id) continue
    if (write.type === 'deletePost') return undefined
    if (write.type === 'like') shown = withLike(shown, viewer, write.wanted)
    if (write.type === 'bookmark') shown = withBookmark(shown, viewer, write.wanted)
    if (write.type === 'editPost') shown = withContent(shown, write)
  }
  return shown
}

function postIdOf(write: Exclude<PendingWrite, { userId: string }>): string {
  return write.type === 'bookmark' ? write.post._id : write.postId
}

/** The `_id`s of those whom the viewer mutes. */
export function mutedBy({ muted = [] }: Viewer, writes: Writes): ReadonlySet<string> {
  const ids = new Set(muted.map(({ _id }) => _id))
  for (const write of writes) {
    if (write.type !== 'mute') continue
    if (write.wanted) ids.add(write.userId)
    else ids.delete(write.userId)
  }
  return ids
}

/** A list of posts without those that are being deleted, and those of people whom the viewer mutes. */
export function applyToPosts(posts: ViewedPost[], writes: Writes, viewer: Viewer): ViewedPost[] {
  return applyToAll(applyToPost, posts, writes, viewer)
}

/** The viewer's bookmarked posts, the newest bookmark first. */
export function applyToBookmarks(
  posts: ViewedPost[],
  writes: Writes,
  viewer: Viewer,
): ViewedPost[] {
  let shown = posts
  for (const write of writes) {
    if (write.type === 'bookmark') shown = withRow(shown, write.post, write.wanted, 'first')
  }
  return applyToPosts(shown, writes, viewer)
}

/** The comments on a post without those that are being deleted, and those of people whom the viewer mutes. */
export function applyToComments(
  comments: ViewedComment[],
  writes: Writes,
  viewer: Viewer,
): ViewedComment[] {
  return applyToAll(applyToComment, comments, writes, viewer)
}

function applyToAll<Row extends { userId: string }>(
  apply: (row: Row, writes: Writes, viewer: Viewer) => Row | undefined,
  rows: Row[],
  writes: Writes,
  viewer: Viewer,
): Row[] {
  const muted = mutedBy(viewer, writes)
  const unmuted = rows.filter(({ userId }) => !muted.has(userId))
  const shown = unmuted.flatMap((row) => apply(row, writes, viewer) ?? [])
  return isSame(rows, shown) ? rows : shown
}

function applyToComment(
  comment: ViewedComment,
  writes: Writes,
  viewer: Viewer,
): ViewedComment | undefined {
  let shown = comment
  for (const write of writes) {
    if (!('commentId' in write) || write.commentId !== comment._id) continue
    if (write.type === 'deleteComment') return undefined
    if (write.type === 'vote') shown = withVote(shown, viewer, write.wanted)
    else shown = withContent(shown, write)
  }
  return shown
}

/** A user, whose followers change when the viewer follows them. */
export function applyToUser(user: ViewedUser, writes: Writes, viewer: Viewer): ViewedUser {
  let shown = user
  for (const write of writes) {
    if (write.type !== 'follow' || write.userId !== user._id) continue
    const followers = withRow(shown.followers, { _id: viewer._id }, write.wanted)
    if (followers === shown.followers) continue
    const followerCount = shown.followerCount + (write.wanted ? 1 : -1)
    shown = { ...shown, followers, followerCount }
  }
  return shown
}

/** Whether the viewer likes the post. */
export function isLiked(post: ViewedPost, viewer: { _id: string }): boolean {
  return hasRow(post.likes.likedBy, viewer)
}

/** Whether `rows` has a row with the `_id` of `row`. */
export function hasRow(rows: readonly { _id: string }[], row: { _id: string }): boolean {
  return rows.some(({ _id }) => _id === row._id)
}

/** `rows` with or without `row`. Returns the same list if nothing changes. */
function withRow<Row extends { _id: string }>(
  rows: Row[],
  row: Row,
  wanted: boolean,
  place: 'first' | 'last' = 'last',
): Row[] {
  if (hasRow(rows, row) === wanted) return rows
  if (!wanted) return rows.filter(({ _id }) => _id !== row._id)
  return place === 'first' ? [row, ...rows] : [...rows, row]
}

/** A post with or without the viewer's bookmark. */
export function withBookmark(post: ViewedPost, { _id }: Viewer, wanted: boolean): ViewedPost {
  const bookmarkedBy = withRow(post.bookmarkedBy, { _id }, wanted)
  return bookmarkedBy === post.bookmarkedBy ? post : { ...post, bookmarkedBy }
}

function withFollow(post: ViewedPost, { _id }: Viewer, wanted: boolean): ViewedPost {
  const followedBy = withRow(post.followedBy, { _id }, wanted)
  return followedBy === post.followedBy ? post : { ...post, followedBy }
}

function withLike(post: ViewedPost, viewer: Viewer, wanted: boolean): ViewedPost {
  const { _id } = viewer
  if (isLiked(post, viewer) === wanted) return post
  const { likeCount, likedBy, dislikedBy } = post.likes
  const likes = {
    likeCount: wanted ? likeCount + 1 : likeCount && likeCount - 1,
    likedBy: withRow(likedBy, { _id }, wanted),
    dislikedBy: withRow(dislikedBy, { _id }, !wanted),
  }
  return { ...post, likes }
}

function withVote(comment: ViewedComment, { _id }: Viewer, wanted: 'up' | 'down'): ViewedComment {
  const { votes } = comment
  const isUp = wanted === 'up'
  if (hasRow(isUp ? votes.upvotedBy : votes.downvotedBy, { _id })) return comment
  const upvotedBy = withRow(votes.upvotedBy, { _id }, isUp)
  const downvotedBy = withRow(votes.downvotedBy, { _id }, !isUp)
  const upvoteCount = votes.upvoteCount + upvotedBy.length - votes.upvotedBy.length
  const downvoteCount = votes.downvoteCount + downvotedBy.length - votes.downvotedBy.length
  return { ...comment, votes: { upvotedBy, downvotedBy, upvoteCount, downvoteCount } }
}

function withContent<Row extends { content: string }>(
  row: Row,
  { content, images }: ContentEdit,
): Row {
  if (!images) return row.content === content ? row : { ...row, content }
  const [first] = images
  return {
    ...row,
    content,
    imageUrl: first?.url,
    imageAlt: first?.alt,
    images: images.length > 1 ? images : undefined,
  }
}

function isSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && before.every((row, index) => row === after[index])
}
