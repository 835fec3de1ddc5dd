import { expect, test } from 'vitest'
import type { CallName } from '../../src/contract/calls.ts'
import { seedUsers } from '../seed/users.ts'
import { memoryStore } from '../store/adapters/memory.ts'
import { testApi } from '../testing/api.ts'
import { valuesUnder } from '../testing/stores.ts'

const PICTURE = 'https://pictures.test/ride.webp'

async function guestApi() {
  const api = testApi()
  const { user, token } = await api.logIn()
  const write = (body: { content: string; imageUrl?: string | null; imageAlt?: string | null }) =>
    api.call('POST /api/posts', { body, token })
  return { ...api, user, token, write }
}

const idsOf = (posts: { id: string }[]) => posts.map((post) => post.id)

test('posts are listed newest first, without a token', async () => {
  const { status, data } = await testApi().call('GET /api/posts')
  expect(status).toBe(200)
  expect(idsOf(data.posts)).toEqual(['5', '4', '3', '2', '1'])
})

test('a new post is first and contains its author (R4.3, R12.13)', async () => {
  const { write, user, call } = await guestApi()
  const { status, data } = await write({ content: 'Ready to ride', imageUrl: PICTURE })
  expect(status).toBe(201)
  expect(idsOf(data.posts)).toEqual(['6', '5', '4', '3', '2', '1'])
  const [post] = data.posts
  expect(post).toEqual({
    _id: post?._id,
    id: '6',
    content: 'Ready to ride',
    imageUrl: PICTURE,
    username: 'guest',
    firstName: 'Guest Driver',
    userPhoto: '/seed/people/guest.svg',
    userId: user._id,
    likes: { likeCount: 0, likedBy: [], dislikedBy: [] },
    comments: [],
    createdAt: post?.updatedAt,
    updatedAt: post?.createdAt,
  })
  expect((await call('GET /api/posts')).data).toEqual(data)
})

test.each([undefined, null, ''])('a post with the picture %j has no picture', async (imageUrl) => {
  const { write } = await guestApi()
  const { status, data } = await write({ content: 'Words only', imageUrl })
  expect(status).toBe(201)
  expect(data.posts[0]).not.toHaveProperty('imageUrl')
})

test('a picture has the description that was sent, trimmed, and an edit of the text keeps it (R10.11)', async () => {
  const { write, call, token } = await guestApi()
  const { data } = await write({ content: '', imageUrl: PICTURE, imageAlt: ' Two bikes\n' })
  expect(data.posts[0]?.imageAlt).toBe('Two bikes')
  const postId = data.posts[0]?._id ?? ''
  const body = { content: 'Ready' }
  const edited = await call('POST /api/posts/edit/:postId', { params: { postId }, body, token })
  expect(edited.data.posts[0]).toMatchObject({ content: 'Ready', imageAlt: 'Two bikes' })
})

test.each([
  ['a blank description', { imageUrl: PICTURE, imageAlt: ' \t' }],
  ['null', { imageUrl: PICTURE, imageAlt: null }],
  ['a description without a picture', { imageUrl: '', imageAlt: 'Two bikes' }],
])('%s is not stored (R10.11)', async (_name, picture) => {
  const { write } = await guestApi()
  const { data } = await write({ content: 'Words only', ...picture })
  expect(data.posts[0]).not.toHaveProperty('imageAlt')
})

test('a picture may be one that the back end stores', async () => {
  const { write, upload, token } = await guestApi()
  const { url: imageUrl } = await upload(token)
  const { data } = await write({ content: 'Kept here', imageUrl })
  expect(data.posts[0]?.imageUrl).toBe(imageUrl)
})

test('the posts of one user contain no others, newest first', async () => {
  const { call, token, writePost } = await guestApi()
  const ofUser = async (username: string) =>
    (await call('GET /api/posts/user/:username', { params: { username } })).data.posts
  expect(idsOf(await ofUser('mira'))).toEqual(['5', '1'])
  expect(await ofUser('guest')).toEqual([])
  await writePost(token, 'One')
  await writePost(token, 'Two')
  expect(idsOf(await ofUser('guest'))).toEqual(['7', '6'])
})

async function deletionApi() {
  const store = memoryStore()
  const api = testApi(store)
  const { user, token } = await api.logIn()
  const post = await api.writePost(token, 'Sold the bike')
  const remove = (postId: string) =>
    api.call('DELETE /api/posts/:postId', { params: { postId }, token })
  return { ...api, store, user, token, post, remove }
}

test('a deleted post disappears from every list', async () => {
  const { call, remove, post } = await deletionApi()
  const { status, data } = await remove(post._id)
  expect(status).toBe(201)
  expect(data.posts.map(({ id }) => id)).toEqual(['5', '4', '3', '2', '1'])
  expect((await call('GET /api/posts')).data).toEqual(data)
  const own = await call('GET /api/posts/user/:username', { params: { username: 'guest' } })
  expect(own.data.posts).toEqual([])
  for (const postId of [post._id, post.id]) {
    expect((await call('GET /api/posts/:postId', { params: { postId } })).status).toBe(404)
  }
})

test('a deleted post is removed from all bookmarks and liked lists (R4.9)', async () => {
  const { call, remove, post, token, signUp, readUser } = await deletionApi()
  const ada = await signUp('ada')
  for (const by of [token, ada.token]) {
    await call('POST /api/users/bookmark/:postId', { params: { postId: '1' }, token: by })
    await call('POST /api/posts/like/:postId', { params: { postId: '2' }, token: by })
  }
  // One of them only likes it, the other has only bookmarked it.
  await call('POST /api/posts/like/:postId', { params: { postId: post._id }, token })
  const byAda = { params: { postId: post._id }, token: ada.token }
  await call('POST /api/users/bookmark/:postId', byAda)
  await remove(post._id)
  for (const id of ['5', ada.user._id]) {
    const user = await readUser(id)
    expect(user.bookmarks.map((other) => other.id)).toEqual(['1'])
    expect(user.liked.map((other) => other.id)).toEqual(['2'])
  }
  const { bookmarks } = (await call('GET /api/users/bookmark', { token: ada.token })).data
  expect(bookmarks.map((other) => other.id)).toEqual(['1'])
})

test('the comments of a deleted post are deleted, and those of other posts stay (R4.9)', async () => {
  const { call, remove, post, token, writeComment } = await deletionApi()
  const comment = await writeComment(token, post._id, 'Miss it already')
  await remove(post._id)
  const onIt = await call('GET /api/comments/:postId', { params: { postId: post._id } })
  expect(onIt.status).toBe(404)
  const params = { postId: '5', commentId: comment._id }
  const vote = await call('POST /api/comments/upvote/:postId/:commentId', { params, token })
  expect(vote.error).toEqual(["This comment doesn't exist. It may have been deleted."])
  const onOther = await call('GET /api/comments/:postId', { params: { postId: '5' } })
  expect(onOther.data.comments).toHaveLength(1)
})

test('nothing in the store refers to a deleted post', async () => {
  const { call, remove, post, token, signUp, store, writeComment } = await deletionApi()
  const ada = await signUp('ada')
  const onPost = { params: { postId: post._id }, token: ada.token }
  await writeComment(token, post._id, 'Miss it already')
  // Each user has it on one list only, so that a reference left on either is found.
  await call('POST /api/users/bookmark/:postId', onPost)
  await call('POST /api/posts/like/:postId', { ...onPost, token })
  expect(JSON.stringify(await valuesUnder(store))).toContain(post._id)
  await remove(post._id)
  expect(JSON.stringify(await valuesUnder(store))).not.toContain(post._id)
})

test('a post after a deleted one gets a new id', async () => {
  const { remove, post, token, writePost } = await deletionApi()
  await remove(post._id)
  expect((await writePost(token, 'Bought another')).id).toBe('7')
})

async function likesApi() {
  const api = testApi()
  const { user, token } = await api.logIn()
  const mira = await api.logIn(seedUsers[0])
  const like = (postId: string, by = token) =>
    api.call('POST /api/posts/like/:postId', { params: { postId }, token: by })
  const dislike = (postId: string, by = token) =>
    api.call('POST /api/posts/dislike/:postId', { params: { postId }, token: by })
  /** The users who like and dislike a post, and its like count. */
  const likesOf = async (id: string) => {
    const { likeCount, likedBy, dislikedBy } = (await api.readPost(id)).likes
    const names = (users: { username: string }[]) => users.map(({ username }) => username)
    return [likeCount, names(likedBy), names(dislikedBy)]
  }
  return { ...api, user, token, mira, like, dislike, likesOf }
}

test('a like increases the count and names the user', async () => {
  const { like, likesOf, mira } = await likesApi()
  const { status, data } = await like('1')
  expect(status).toBe(201)
  expect(data.posts).toHaveLength(5)
  expect(data.posts.at(-1)?.likes).toMatchObject({ likeCount: 1, likedBy: [{ id: '5' }] })
  await like('1', mira.token)
  expect(await likesOf('1')).toEqual([2, ['guest', 'mira'], []])
})

test('liked posts are listed newest like first and stored on the user', async () => {
  const { like, user, readPost, readUser } = await likesApi()
  await like('3')
  const { data } = await like('1')
  expect(data.liked).toEqual([await readPost('1'), await readPost('3')])
  expect((await readUser(user._id)).liked.map((post) => post.id)).toEqual(['3', '1'])
})

test('the error of a count below 0 has priority over that of a second dislike', async () => {
  const { like, dislike } = await likesApi()
  await like('1')
  await dislike('1')
  const { status, error } = await dislike('1')
  expect([status, error]).toEqual([400, ['Cannot decrement like less than 0.']])
})

test('the count never falls below 0, even after accounts are deleted, and the data can be restored (R4.7)', async () => {
  const { call, signUp, like, dislike, likesOf, mira } = await likesApi()
  const [fan, critic] = [await signUp('fan'), await signUp('critic')]
  const leave = ({ token }: { token: string }) =>
    call('POST /api/account/delete', { body: { password: 'Torque#1' }, token })
  const snapshot = async () => (await call('GET /api/mock/snapshot')).data
  const restores = async () => {
    const { status } = await call('POST /api/mock/snapshot', { body: await snapshot() })
    return status === 200
  }

  await like('1', fan.token)
  await dislike('1', critic.token)
  expect(await likesOf('1')).toEqual([0, ['fan'], ['critic']])
  await leave(fan)
  expect(await likesOf('1')).toEqual([0, [], ['critic']])
  const { status, error } = await dislike('1', mira.token)
  expect([status, error]).toEqual([400, ['Cannot decrement like less than 0.']])
  expect(await restores()).toBe(true)

  await like('1', mira.token)
  expect(await likesOf('1')).toEqual([1, ['mira'], ['critic']])
  await like('2', mira.token)
  await dislike('2', critic.token)
  await leave(critic)
  // Without a dislike nothing takes the like away.
  expect(await likesOf('2')).toEqual([1, ['mira'], []])
  expect(await restores()).toBe(true)
})

test('a like does not change text, time and position of a post', async () => {
  const { like, readPost } = await likesApi()
  const { likes: _before, ...before } = await readPost('1')
  await like('1')
  const { likes: _after, ...after } = await readPost('1')
  expect(after).toEqual(before)
})

async function pagedApi() {
  const api = testApi()
  const { token } = await api.logIn()
  for (const content of ['Six', 'Seven', 'Eight']) await api.writePost(token, content)
  const page = async (query: string) => {
    const { status, headers, data, error } = await api.call('GET /api/posts', { query })
    return { status, error, ids: data.posts?.map((post) => post.id), link: headers.get('Link') }
  }
  return { ...api, token, page }
}

const target = (link: string | null) => /^<(.+)>; rel="next"$/.exec(link ?? '')?.[1] ?? ''

test('a page contains the newest posts and links to the next', async () => {
  const { page, readPost } = await pagedApi()
  const { status, ids, link } = await page('?limit=3')
  expect([status, ids]).toEqual([200, ['8', '7', '6']])
  expect(link).toBe(`</api/posts?limit=3&before=${(await readPost('6'))._id}>; rel="next"`)
})

test('a page continues although the post before it was deleted or a newer one was created', async () => {
  const { call, page, token, writePost } = await pagedApi()
  const { search } = new URL(target((await page('?limit=2')).link), 'http://gearheads.test')
  await call('DELETE /api/posts/:postId', { params: { postId: '7' }, token })
  await writePost(token, 'Nine')
  expect((await page(search)).ids).toEqual(['6', '5'])
})

test('the posts of one user are paged too', async () => {
  const { call, send, signUp, writePost } = await pagedApi()
  const { token } = await signUp('a/b?')
  for (const content of ['Nine', 'Ten', 'Eleven']) await writePost(token, content)
  const name = 'GET /api/posts/user/:username' satisfies CallName
  const first = await call(name, { params: { username: 'a/b?' }, query: '?limit=2' })
  expect(first.data.posts.map((post) => post.content)).toEqual(['Eleven', 'Ten'])
  const path = target(first.headers.get('Link'))
  expect(path).toMatch(/^\/api\/posts\/user\/a%2Fb%3F\?limit=2&before=/)
  const second = await send(path)
  expect(await second.json()).toMatchObject({ posts: [{ content: 'Nine' }] })
  expect(second.headers.has('Link')).toBe(false)
})
