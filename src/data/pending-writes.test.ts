import { expect, test } from 'vitest'
import type { ViewedComment, ViewedPost, ViewedUser } from '../contract/viewed.ts'
import {
  applyToBookmarks,
  applyToComments,
  applyToPost,
  applyToPosts,
  applyToUser,
} from './pending-writes.ts'

const ann = { _id: 'ann' }
const bob = { _id: 'bob' }
const comment = {
  _id: 'c',
  content: 'Nice',
  votes: { upvotedBy: [], downvotedBy: [bob], upvoteCount: 3, downvoteCount: 1 },
} as Partial<ViewedComment> as ViewedComment
const post = {
  _id: 'p',
  userId: 'bob',
  content: 'Hello',
  likes: { likeCount: 1, likedBy: [bob], dislikedBy: [ann] },
  bookmarkedBy: [] as { _id: string }[],
  followedBy: [] as { _id: string }[],
  commentCount: 1,
} as Partial<ViewedPost> as ViewedPost

test('a like increases the count and removes the dislike; an un-like undoes both', () => {
  const liked = applyToPost(post, [{ type: 'like', postId: 'p', wanted: true }], ann)
  expect(liked?.likes).toEqual({ likeCount: 2, likedBy: [bob, ann], dislikedBy: [] })
  const unliked = applyToPost(post, [{ type: 'like', postId: 'p', wanted: false }], bob)
  expect(unliked?.likes).toEqual({ likeCount: 0, likedBy: [], dislikedBy: [ann, bob] })
  // The API refuses this one, because a dislike of somebody else has taken the like away.
  const none = { ...post, likes: { ...post.likes, likeCount: 0 } }
  const refused = applyToPost(none, [{ type: 'like', postId: 'p', wanted: false }], bob)
  expect(refused?.likes.likeCount).toBe(0)
})

test('a vote moves the viewer from one list to the other, and is counted', () => {
  const vote = { type: 'vote', postId: 'p', commentId: 'c', wanted: 'up' } as const
  expect(applyToComments([comment], [vote], bob)[0]?.votes).toEqual({
    upvotedBy: [bob],
    downvotedBy: [],
    upvoteCount: 4,
    downvoteCount: 0,
  })
})

test('edited texts are replaced, deleted rows are left out', () => {
  const onComment = { postId: 'p', commentId: 'c' }
  const edits = [
    { type: 'editPost', postId: 'p', content: 'Changed' },
    { type: 'editComment', ...onComment, content: 'Changed too' },
  ] as const
  expect(applyToPost(post, edits, ann)?.content).toBe('Changed')
  expect(applyToComments([comment], edits, ann)[0]?.content).toBe('Changed too')
  expect(applyToComments([comment], [{ type: 'deleteComment', ...onComment }], ann)).toEqual([])
  expect(applyToPosts([post], [{ type: 'deletePost', postId: 'p' }], ann)).toEqual([])
})

test('posts and comments of muted people are left out, also while a mute is being sent (R6.6)', () => {
  const byBob = { ...comment, userId: 'bob' }
  const mute = (wanted: boolean) => [{ type: 'mute', userId: 'bob', wanted }] as const
  const mutes = { ...ann, muted: [bob] }
  expect(applyToPosts([post], mute(true), ann)).toEqual([])
  expect(applyToComments([byBob], mute(true), ann)).toEqual([])
  expect(applyToPosts([post], [], mutes)).toEqual([])
  expect(applyToPosts([post], mute(false), mutes)).toEqual([post])
  expect(applyToComments([byBob], mute(false), mutes)).toEqual([byBob])
})

test('a new bookmark comes first in the list, and shows on the post', () => {
  const other = { ...post, _id: 'q' }
  const write = { type: 'bookmark', post, wanted: true } as const
  const marked = { ...post, bookmarkedBy: [ann] }
  expect(applyToBookmarks([other], [write], ann)).toEqual([marked, other])
  expect(applyToPost(post, [write], ann)).toEqual(marked)
})

test('a follow shows on the user and on their posts', () => {
  const write = { type: 'follow', userId: 'bob', wanted: true } as const
  const user = {
    ...bob,
    followers: [] as { _id: string }[],
    followerCount: 5,
  } as Partial<ViewedUser>
  expect(applyToUser(user as ViewedUser, [write], ann)).toMatchObject({
    followers: [ann],
    followerCount: 6,
  })
  expect(applyToPost(post, [write], ann)?.followedBy).toEqual([ann])
})

test('the last of several writes counts', () => {
  const writes = [true, false, true].map(
    (wanted) => ({ type: 'like', postId: 'p', wanted }) as const,
  )
  expect(applyToPost(post, writes, ann)?.likes.likeCount).toBe(2)
  expect(applyToPost(post, writes.slice(0, 2), ann)?.likes.likeCount).toBe(1)
})

test('a reply that no write changes stays the same object', () => {
  const writes = [
    { type: 'like', postId: 'other', wanted: true },
    { type: 'like', postId: 'p', wanted: true },
    { type: 'vote', postId: 'p', commentId: 'c', wanted: 'down' },
    { type: 'follow', userId: 'bob', wanted: false },
  ] as const
  const posts = [post]
  const comments = [comment]
  expect(applyToComments(comments, writes, bob)).toBe(comments)
  expect(applyToPosts(posts, writes, bob)).toBe(posts)
  expect(applyToPost(post, writes, bob)).toBe(post)
})
