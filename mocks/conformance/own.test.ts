import { expect, test } from 'vitest'
import type { Call } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import type { ViewedComment, ViewedPost, ViewedUser } from '../../src/contract/viewed.ts'
import { caseOf } from './cases/cases.ts'
import { call, succeed } from './client.ts'
import { newMember, scene, writeComment, writePost } from './scene.ts'
import { callable, resolve, send } from './server.ts'

const prefer = 'people=own'
const ofRows = callable.filter((name) => {
  const { control, binary }: Call = calls[name]
  return !control && !binary
})

// client.ts checks that the reply has the form of `viewedSchema`.
test.each(ofRows)('%s names only the viewer with Prefer: people=own (R12.27)', async (name) => {
  const options = await caseOf(name).succeeds(await scene())
  const { status, headers } = await call(name, { ...options, prefer })
  expect(status).toBe(calls[name].status)
  expect(headers.get('Preference-Applied')).toBe(prefer)
})

/** A reply in the viewer's form. */
async function view<Row>(name: CallName, field: string, options: object): Promise<Row> {
  const data = (await succeed(name, { ...options, prefer })) as Record<string, unknown>
  return data[field] as Row
}

test('a post counts likes and comments, and names a viewer who likes, bookmarked and follows (R12.27)', async () => {
  const { onPost, author, reader, stranger } = await scene()
  const { token } = reader
  for (const one of [reader, stranger])
    await succeed('POST /api/posts/like/:postId', { ...onPost, token: one.token })
  await succeed('POST /api/users/bookmark/:postId', { ...onPost, token })
  const params = { id: author.user._id }
  await call('POST /api/users/unfollow/:id', { params, token })
  await succeed('POST /api/users/follow/:id', { params, token })
  const seen = (as?: string) =>
    view<ViewedPost>('GET /api/posts/:postId', 'post', { ...onPost, token: as })
  const self = [{ _id: reader.user._id }]
  expect(await seen(token)).toMatchObject({
    likes: { likeCount: 2, likedBy: self, dislikedBy: [] },
    bookmarkedBy: self,
    followedBy: self,
    commentCount: 1,
  })
  expect(await seen()).toMatchObject({
    likes: { likeCount: 2, likedBy: [], dislikedBy: [] },
    bookmarkedBy: [],
    followedBy: [],
  })
  await succeed('POST /api/posts/dislike/:postId', { ...onPost, token })
  const disliked = { likeCount: 1, likedBy: [], dislikedBy: self }
  expect((await seen(token)).likes).toEqual(disliked)
  const user = await view<ViewedUser>('GET /api/users/:id', 'user', { params, token })
  expect(user).toMatchObject({ followers: self, following: [] })
  await succeed('POST /api/users/unfollow/:id', { params, token })
  const after = await view<ViewedUser>('GET /api/users/:id', 'user', { params, token })
  expect(after).toMatchObject({ followers: [], followerCount: user.followerCount - 1 })
})

test('a comment counts its votes, and names a viewer who voted (R12.27)', async () => {
  const { onPost, post, reader, stranger, author } = await scene()
  const { _id: commentId } = await writeComment(author, post)
  const onComment = { params: { ...onPost.params, commentId } }
  const vote = (way: 'upvote' | 'downvote', { token }: { token: string }) =>
    succeed(`POST /api/comments/${way}/:postId/:commentId`, { ...onComment, token })
  await vote('upvote', reader)
  await vote('upvote', stranger)
  await vote('downvote', stranger)
  const { token } = stranger
  const comments = await view<ViewedComment[]>('GET /api/comments/:postId', 'comments', {
    ...onPost,
    token,
  })
  const votes = comments.find(({ _id }) => _id === commentId)?.votes
  expect(votes).toEqual({
    upvoteCount: 1,
    downvoteCount: 1,
    upvotedBy: [],
    downvotedBy: [{ _id: stranger.user._id }],
  })
})

/** The `_id`s in all pages of a list. */
async function walk(path: string, field: string, token: string): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | undefined = path; next && pages.length < 9; ) {
    const response: Response = await send(next, { headers: { authorization: token } })
    expect(response.status).toBe(200)
    pages.push((await response.json())[field].map(({ _id }: { _id: string }) => _id))
    const [, link] = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('Link') ?? '') ?? []
    next = link && new URL(link, resolve(next)).href
  }
  return pages
}

test('followers, bookmarks and likes have pages, in the order of the whole list (R12.28)', async () => {
  const [member, ...fans] = await Promise.all([newMember(), newMember(), newMember(), newMember()])
  const { token, user } = member
  for (const fan of fans) {
    const params = { id: user._id }
    await succeed('POST /api/users/follow/:id', { params, token: fan.token })
  }
  const ids = fans.map((fan) => fan.user._id)
  const [first, second, third] = ids.toReversed()
  const followers = await walk(`/api/users/${user._id}/followers?limit=2`, 'users', token)
  expect(followers).toEqual([[first, second], [third]])
  expect(await walk(`/api/users/${first}/following?limit=1`, 'users', token)).toEqual([[user._id]])

  const posts = []
  for (const content of ['One', 'Two', 'Three']) posts.push(await writePost(member, content))
  for (const { _id: postId } of posts.toReversed())
    await succeed('POST /api/users/bookmark/:postId', { params: { postId }, token })
  const [one, two, three] = posts.map(({ _id }) => _id)
  const bookmarks = await walk('/api/users/bookmark?limit=2', 'bookmarks', token)
  expect(bookmarks).toEqual([[one, two], [three]])

  for (const fan of fans) {
    const params = { postId: one ?? '' }
    await succeed('POST /api/posts/like/:postId', { params, token: fan.token })
  }
  const likers = await walk(`/api/posts/${one}/likes?limit=2`, 'users', token)
  expect(likers.map((page) => page.length)).toEqual([2, 1])
  expect(likers.flat().sort()).toEqual(ids.toSorted())
  expect(await walk(`/api/posts/${one}/likes`, 'users', token)).toEqual([likers.flat()])
})

test.each(['text', '1', '../2', 'x'.repeat(40)])('a list rejects the cursor %s', async (before) => {
  const { token, user } = await newMember()
  const query = `?limit=2&before=${encodeURIComponent(before)}`
  const followers = { params: { id: user._id }, query }
  expect((await call('GET /api/users/:id/followers', followers)).status).toBe(400)
  expect((await call('GET /api/users/bookmark', { query, token })).status).toBe(400)
})

test('the list of the upvotes of a comment has the users who cast them, by pages (R12.28)', async () => {
  const { onPost, post, author, reader, stranger } = await scene()
  const { _id: commentId } = await writeComment(author, post)
  const params = { ...onPost.params, commentId }
  for (const { token } of [reader, stranger])
    await succeed('POST /api/comments/upvote/:postId/:commentId', { params, token })
  const path = `/api/comments/${post._id}/${commentId}/upvotes?limit=1`
  const pages = await walk(path, 'users', reader.token)
  expect(pages.flat().sort()).toEqual([reader.user._id, stranger.user._id].sort())
  expect(pages).toHaveLength(2)
})
