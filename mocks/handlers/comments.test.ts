import { expect, test } from 'vitest'
import { seedUsers } from '../data/seed/users.ts'
import { testApi } from '../testing/api.ts'

const FORBIDDEN_EDIT = "Cannot edit a comment doesn't belong to the User."

/** The guest has commented on post 5, which is Mira's and has a comment (1) of Juno's. */
async function guestApi() {
  const api = testApi()
  const { user, token } = await api.logIn()
  const comment = await api.writeComment(token, '5', 'Count me in')
  const list = async (postId = '5') =>
    (await api.call('GET /api/comments/:postId', { params: { postId } })).data.comments
  const edit = (commentId: string, content: string) =>
    api.call('POST /api/comments/edit/:postId/:commentId', {
      params: { postId: '5', commentId },
      body: { content },
      token,
    })
  return { ...api, user, token, comment, list, edit }
}

const idsOf = (comments: { id: string }[]) => comments.map((comment) => comment.id)

test('comments are listed newest first, for anybody', async () => {
  const { call, readPost } = await guestApi()
  const { status, data } = await call('GET /api/comments/:postId', { params: { postId: '5' } })
  expect(status).toBe(200)
  expect(idsOf(data.comments)).toEqual(['2', '1'])
  expect((await readPost('5')).comments).toEqual(data.comments)
})

test('a post nobody commented on has no comments', async () => {
  expect(await (await guestApi()).list('1')).toEqual([])
})

test('a new comment stands first and carries its author', async () => {
  const { call, token, user, list } = await guestApi()
  const body = { content: 'Sunday!', imageUrl: 'https://pictures.test/map.webp' }
  const options = { params: { postId: '5' }, body, token }
  const { status, data } = await call('POST /api/comments/add/:postId', options)
  expect(status).toBe(201)
  expect(idsOf(data.comments)).toEqual(['3', '2', '1'])
  const [comment] = data.comments
  expect(comment).toEqual({
    ...body,
    _id: comment?._id,
    id: '3',
    username: 'guest',
    userPhoto: '/seed/people/guest.svg',
    userId: user._id,
    votes: { upvotedBy: [], downvotedBy: [] },
    createdAt: comment?.updatedAt,
    updatedAt: comment?.createdAt,
  })
  expect(await list()).toEqual(data.comments)
})

test('a comment may be empty and without a picture', async () => {
  const { call, token } = await guestApi()
  const options = { params: { postId: '1' }, body: { content: '', imageUrl: '' }, token }
  const { status, data } = await call('POST /api/comments/add/:postId', options)
  expect(status).toBe(201)
  expect(data.comments).toMatchObject([{ content: '' }])
  expect(data.comments[0]).not.toHaveProperty('imageUrl')
})

test('an edit changes the text and nothing else', async () => {
  const { edit, comment, list } = await guestApi()
  const { status, data } = await edit(comment._id, 'Count me out')
  expect(status).toBe(201)
  expect(idsOf(data.comments)).toEqual(['2', '1'])
  const { updatedAt } = data.comments[0] ?? {}
  expect(data.comments[0]).toEqual({ ...comment, content: 'Count me out', updatedAt })
  expect(await list()).toEqual(data.comments)
})

test("nobody edits another's comment, not even under their own post", async () => {
  const { call, edit, list, logIn } = await guestApi()
  const before = await list()
  const foreign = await edit('1', 'I take that back')
  expect([foreign.status, foreign.error]).toEqual([400, [FORBIDDEN_EDIT]])
  const { token } = await logIn(seedUsers[0])
  const params = { postId: '5', commentId: '2' }
  const options = { params, body: { content: 'I take that back' }, token }
  const owner = await call('POST /api/comments/edit/:postId/:commentId', options)
  expect([owner.status, owner.error]).toEqual([400, [FORBIDDEN_EDIT]])
  expect(await list()).toEqual(before)
})
