import { expect, test } from 'vitest'
import { testApi } from '../testing/api.ts'

const PICTURE = 'https://pictures.test/ride.webp'

async function guestApi() {
  const api = testApi()
  const { user, token } = await api.logIn()
  const write = (body: { content: string; imageUrl?: string | null }) =>
    api.call('POST /api/posts', { body, token })
  return { ...api, user, token, write }
}

const idsOf = (posts: { id: string }[]) => posts.map((post) => post.id)

test('posts are listed newest first, for anybody', async () => {
  const { status, data } = await testApi().call('GET /api/posts')
  expect(status).toBe(200)
  expect(idsOf(data.posts)).toEqual(['5', '4', '3', '2', '1'])
})

test('a new post stands first and carries its author', async () => {
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

test.each(['', ' ', 'é 🏍️ \u0000 <b>&amp;', 'x'.repeat(100_000)])(
  'a post may hold any text (case %#)',
  async (content) => {
    const { write, readPost } = await guestApi()
    expect((await write({ content })).status).toBe(201)
    expect((await readPost('6')).content).toBe(content)
  },
)

test('a picture may stand on this site', async () => {
  const { write, upload, token } = await guestApi()
  await upload(token)
  const { data } = await write({ content: 'Kept here', imageUrl: '/api/uploads/1' })
  expect(data.posts[0]?.imageUrl).toBe('/api/uploads/1')
})

test('one post is found by _id and by id', async () => {
  const { call, readPost } = testApi()
  const post = await readPost('5')
  expect(post).toMatchObject({ id: '5', username: 'mira', comments: [{ username: 'juno' }] })
  const { status, data } = await call('GET /api/posts/:postId', { params: { postId: post._id } })
  expect([status, data.post]).toEqual([200, post])
})

test('the posts of one user are theirs alone, newest first', async () => {
  const { call, token, writePost } = await guestApi()
  const ofUser = async (username: string) =>
    (await call('GET /api/posts/user/:username', { params: { username } })).data.posts
  expect(idsOf(await ofUser('mira'))).toEqual(['5', '1'])
  expect(await ofUser('guest')).toEqual([])
  await writePost(token, 'One')
  await writePost(token, 'Two')
  expect(idsOf(await ofUser('guest'))).toEqual(['7', '6'])
})

test('an edit changes the text and nothing else', async () => {
  const { call, token, write, readPost } = await guestApi()
  await write({ content: 'Ready to rode', imageUrl: PICTURE })
  const before = await readPost('6')
  const { status, data } = await call('POST /api/posts/edit/:postId', {
    params: { postId: '6' },
    body: { content: 'Ready to ride' },
    token,
  })
  expect(status).toBe(201)
  expect(idsOf(data.posts)).toEqual(['6', '5', '4', '3', '2', '1'])
  const { updatedAt } = data.posts[0] ?? {}
  expect(data.posts[0]).toEqual({ ...before, content: 'Ready to ride', updatedAt })
  expect(await readPost('6')).toEqual(data.posts[0])
})

test('only its author edits a post', async () => {
  const { call, token, readPost } = await guestApi()
  const before = await readPost('5')
  const options = { params: { postId: '5' }, body: { content: 'Mine now' }, token }
  const { status, error } = await call('POST /api/posts/edit/:postId', options)
  expect([status, error]).toEqual([
    400,
    ["Cannot edit a Post doesn't belong to the logged in User."],
  ])
  expect(await readPost('5')).toEqual(before)
})
