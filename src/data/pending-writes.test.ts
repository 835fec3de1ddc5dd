import { expect, test } from 'vitest'
import type { Comment, Post, User } from '../contract/entities.ts'
import {
  applyToBookmarks,
  applyToPost,
  applyToPosts,
  applyToUser,
  applyToViewer,
} from './pending-writes.ts'

const ann = user('ann')
const bob = user('bob')
const comment = { _id: 'c', content: 'Nice', votes: { upvotedBy: [], downvotedBy: [bob] } }
const post = {
  _id: 'p',
  content: 'Hello',
  likes: { likeCount: 1, likedBy: [bob], dislikedBy: [ann] },
  comments: [comment as unknown as Comment],
} as unknown as Post

function user(_id: string) {
  return { _id, followers: [], following: [], bookmarks: [] as unknown[] } as unknown as User
}

test('a like increases the count and removes the dislike; an un-like undoes both', () => {
  const liked = applyToPost(post, [{ type: 'like', postId: 'p', wanted: true }], ann)
  expect(liked?.likes).toEqual({ likeCount: 2, likedBy: [bob, ann], dislikedBy: [] })
  const unliked = applyToPost(post, [{ type: 'like', postId: 'p', wanted: false }], bob)
  expect(unliked?.likes).toEqual({ likeCount: 0, likedBy: [], dislikedBy: [ann, bob] })
})

test('a vote moves the viewer from one list to the other', () => {
  const vote = { type: 'vote', postId: 'p', commentId: 'c', wanted: 'up' } as const
  expect(applyToPost(post, [vote], bob)?.comments[0]?.votes).toEqual({
    upvotedBy: [bob],
    downvotedBy: [],
  })
})

test('edited texts are replaced, deleted rows are left out', () => {
  const shown = applyToPost(
    post,
    [
      { type: 'editPost', postId: 'p', content: 'Changed' },
      { type: 'editComment', postId: 'p', commentId: 'c', content: 'Changed too' },
    ],
    ann,
  )
  expect([shown?.content, shown?.comments[0]?.content]).toEqual(['Changed', 'Changed too'])
  const gone = { type: 'deleteComment', postId: 'p', commentId: 'c' } as const
  expect(applyToPost(post, [gone], ann)?.comments).toEqual([])
  expect(applyToPosts([post], [{ type: 'deletePost', postId: 'p' }], ann)).toEqual([])
})

test('a new bookmark comes first in the list and last in the user', () => {
  const other = { ...post, _id: 'q' }
  const write = { type: 'bookmark', post, wanted: true } as const
  expect(applyToBookmarks([other], [write], ann)).toEqual([post, other])
  expect(applyToViewer({ ...ann, bookmarks: [other] }, [write]).bookmarks).toEqual([other, post])
})

test('a follow shows at both ends', () => {
  const write = { type: 'follow', user: bob, wanted: true } as const
  expect(applyToUser(bob, [write], ann).followers).toEqual([ann])
  expect(applyToUser(ann, [write], ann).following).toEqual([bob])
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
  ] as const
  const posts = [post]
  expect(applyToPosts(posts, writes, bob)).toBe(posts)
  expect(applyToPost(post, writes, bob)).toBe(post)
  expect(applyToViewer(ann, [{ type: 'follow', user: bob, wanted: false }])).toBe(ann)
})
