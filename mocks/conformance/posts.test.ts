import { expect, test } from 'vitest'
import { call, succeed } from './client.ts'
import { newMember, type Person, readPost, readUser, scene, writePost } from './scene.ts'
import { testFullReply } from './server.ts'

const ids = (items: { _id: string }[]) => items.map(({ _id }) => _id)

testFullReply(
  'a new post is first in the feed and on its author, without likes or comments',
  async () => {
    const author = await newMember()
    const post = await writePost(author, 'New clutch')
    expect(post).toMatchObject({
      content: 'New clutch',
      username: author.user.username,
      userId: author.user._id,
      userPhoto: author.user.profilePhoto.default,
      likes: { likeCount: 0, likedBy: [], dislikedBy: [] },
      comments: [],
    })
    expect(post).not.toHaveProperty('imageUrl')
    const { posts } = await succeed('GET /api/posts')
    expect(posts).toContainEqual(post)
    const params = { username: author.user.username }
    expect((await succeed('GET /api/posts/user/:username', { params })).posts).toEqual([post])
  },
)

test('a text of any length and script is stored unchanged, and so is an empty one (R4.1)', async () => {
  const { author } = await scene()
  for (const content of ['', ' \n\t', '🏍️ Ölwechsel 油', 'x'.repeat(20_000), '<b>"\'&\\']) {
    expect((await readPost((await writePost(author, content))._id)).content).toBe(content)
  }
})

test('a write returns the whole feed with the new post first (R12.5)', async () => {
  const { author, post } = await scene()
  const options = { body: { content: 'Newest' }, token: author.token }
  const { posts } = await succeed('POST /api/posts', options)
  expect(ids(posts)).toContain(post._id)
  expect(posts.find(({ userId }) => userId === author.user._id)?.content).toBe('Newest')
})

testFullReply('an edit changes only the text', async () => {
  const { author, post, onPost } = await scene()
  const options = { ...onPost, body: { content: 'Valves reset' }, token: author.token }
  await succeed('POST /api/posts/edit/:postId', options)
  const edited = await readPost(post._id)
  const { comments, updatedAt } = edited
  expect(edited).toEqual({ ...post, content: 'Valves reset', comments, updatedAt })
})

const bookmarksOf = async ({ token }: Person) =>
  ids((await succeed('GET /api/users/bookmark', { token })).bookmarks)

test('bookmarks are listed newest first until they are removed (R7.2, R12.4)', async () => {
  const keeper = await newMember()
  const { token } = keeper
  const [one, two] = [await writePost(keeper), await writePost(keeper)]
  for (const { _id: postId } of [two, one]) {
    await succeed('POST /api/users/bookmark/:postId', { params: { postId }, token })
  }
  expect(await bookmarksOf(keeper)).toEqual([one._id, two._id])
  const options = { params: { postId: one._id }, token }
  const { bookmarks } = await succeed('POST /api/users/remove-bookmark/:postId', options)
  expect(ids(bookmarks)).toEqual([two._id])
  expect(ids((await readUser(keeper)).bookmarks)).toEqual([two._id])
})

test('a deleted post disappears from all lists', async () => {
  const { post, author, onPost } = await scene()
  const fan = await newMember()
  for (const name of [
    'POST /api/posts/like/:postId',
    'POST /api/users/bookmark/:postId',
  ] as const) {
    await succeed(name, { ...onPost, token: fan.token })
  }
  const { posts } = await succeed('DELETE /api/posts/:postId', { ...onPost, token: author.token })
  expect(ids(posts)).not.toContain(post._id)
  expect((await call('GET /api/posts/:postId', onPost)).status).toBe(404)
  expect((await call('GET /api/comments/:postId', onPost)).status).toBe(404)
  const { liked, bookmarks } = await readUser(fan)
  expect([liked, bookmarks, await bookmarksOf(fan)]).toEqual([[], [], []])
})

test('a like is counted, names its user, and adds the post to their liked list (R4.6)', async () => {
  const { post, onPost } = await scene()
  const fan = await newMember()
  await succeed('POST /api/posts/like/:postId', { ...onPost, token: fan.token })
  const { likes } = await readPost(post._id)
  expect([likes.likeCount, ids(likes.likedBy), likes.dislikedBy]).toEqual([1, [fan.user._id], []])
  expect(ids((await readUser(fan)).liked)).toEqual([post._id])
})

test('a dislike undoes the like and names its user (R4.6, R4.7, R12.5)', async () => {
  const { post, onPost } = await scene()
  const fan = await newMember()
  const options = { ...onPost, token: fan.token }
  await succeed('POST /api/posts/like/:postId', options)
  const { liked } = await succeed('POST /api/posts/dislike/:postId', options)
  expect(liked).toEqual([])
  const { likes } = await readPost(post._id)
  expect([likes.likeCount, likes.likedBy, ids(likes.dislikedBy)]).toEqual([0, [], [fan.user._id]])
  await succeed('POST /api/posts/like/:postId', options)
  expect((await readPost(post._id)).likes.dislikedBy).toEqual([])
})

test('a dislike lowers the count even if its user never liked the post (R4.7)', async () => {
  const { post, onPost, reader, stranger } = await scene()
  await succeed('POST /api/posts/like/:postId', { ...onPost, token: reader.token })
  await succeed('POST /api/posts/dislike/:postId', { ...onPost, token: stranger.token })
  const { likeCount, likedBy } = (await readPost(post._id)).likes
  expect([likeCount, ids(likedBy)]).toEqual([0, [reader.user._id]])
})

test('the following feed has the posts of the viewer and of the users they follow, in pages (R2.10)', async () => {
  const [viewer, followed, other] = [await newMember(), await newMember(), await newMember()]
  const { token } = viewer
  const options = { params: { id: followed.user._id }, token }
  const feed = async () => ids((await succeed('GET /api/posts/following', { token })).posts)
  expect(await feed()).toEqual([])
  const first = await writePost(followed, 'First')
  const own = await writePost(viewer, 'Own')
  await writePost(other, 'Not followed')
  const last = await writePost(followed, 'Last')
  await succeed('POST /api/users/follow/:id', options)
  expect(await feed()).toEqual(ids([last, own, first]))

  const page = await call('GET /api/posts/following', { token, query: '?limit=2' })
  expect(ids(page.data.posts)).toEqual(ids([last, own]))
  const next = new URL(/<(.+)>/.exec(page.headers.get('Link') ?? '')?.[1] ?? '', 'http://x').search
  const rest = await call('GET /api/posts/following', { token, query: next })
  expect(ids(rest.data.posts)).toEqual([first._id])
  expect(rest.headers.has('Link')).toBe(false)

  await succeed('POST /api/users/unfollow/:id', options)
  expect(await feed()).toEqual([own._id])
})
