import { expect, test } from 'vitest'
import { seedUsers } from '../data/seed/users.ts'
import { testApi } from '../testing/api.ts'

/** The guest has commented on post 5, which is Mira's and has a comment (1) of Juno's. */
async function guestApi() {
  const api = testApi()
  const { token } = await api.logIn()
  const comment = await api.writeComment(token, '5', 'Count me in')
  const list = async () =>
    (await api.call('GET /api/comments/:postId', { params: { postId: '5' } })).data.comments
  const remove = (commentId: string, by: string, postId = '5') =>
    api.call('POST /api/comments/delete/:postId/:commentId', {
      params: { postId, commentId },
      token: by,
    })
  return { ...api, token, comment, list, remove }
}

const idsOf = (comments: { id: string }[]) => comments.map((comment) => comment.id)

test('a comment is deleted by its author', async () => {
  const { remove, comment, token, list } = await guestApi()
  const { status, data } = await remove(comment._id, token)
  expect(status).toBe(201)
  expect(idsOf(data.comments)).toEqual(['1'])
  expect(await list()).toEqual(data.comments)
})

test('a comment is deleted by the author of the post', async () => {
  const { remove, comment, logIn, list } = await guestApi()
  const { token } = await logIn(seedUsers[0])
  expect((await remove(comment._id, token)).status).toBe(201)
  expect(idsOf(await list())).toEqual(['1'])
})

test('a comment is deleted by nobody else', async () => {
  const { remove, token, signUp, list } = await guestApi()
  const ada = await signUp('ada')
  for (const [id, by] of [
    ['1', token],
    ['2', ada.token],
  ] as const) {
    const { status, error } = await remove(id, by)
    expect([status, error]).toEqual([400, ["Cannot delete a comment doesn't belong to the User."]])
  }
  expect(idsOf(await list())).toEqual(['2', '1'])
})

test("a comment is not found under another post, whose author's rights do not reach it", async () => {
  const { remove, writePost, token, list } = await guestApi()
  const own = await writePost(token, 'My own post')
  const { status, error } = await remove('1', token, own._id)
  expect(status).toBe(404)
  expect(error).toEqual(['There is no such comment. It may have been deleted.'])
  expect(idsOf(await list())).toEqual(['2', '1'])
})
