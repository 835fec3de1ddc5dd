import { expect, test } from 'vitest'
import { seedUsers } from '../seed/users.ts'
import { testApi } from '../testing/api.ts'

/** The guest has commented on post 5, which Mira wrote and which has a comment (1) of Juno. */
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

test('a new comment is first and contains its author (R12.14)', async () => {
  const { call, token, user, list } = await guestApi()
  const body = { content: 'Sunday!', imageUrl: 'https://pictures.test/map.webp', imageAlt: 'A map' }
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
    firstName: 'Guest Driver',
    userPhoto: '/seed/people/guest.svg',
    userId: user._id,
    votes: { upvotedBy: [], downvotedBy: [] },
    createdAt: comment?.updatedAt,
    updatedAt: comment?.createdAt,
  })
  expect(await list()).toEqual(data.comments)
})

test('a comment may be empty and without a picture (R5.1)', async () => {
  const { call, token } = await guestApi()
  const options = { params: { postId: '1' }, body: { content: '', imageUrl: '' }, token }
  const { status, data } = await call('POST /api/comments/add/:postId', options)
  expect(status).toBe(201)
  expect(data.comments).toMatchObject([{ content: '' }])
  expect(data.comments[0]).not.toHaveProperty('imageUrl')
})

test('an edit changes only the text', async () => {
  const { edit, comment, list } = await guestApi()
  const { status, data } = await edit(comment._id, 'Count me out')
  expect(status).toBe(201)
  expect(idsOf(data.comments)).toEqual(['2', '1'])
  const { updatedAt } = data.comments[0] ?? {}
  expect(data.comments[0]).toEqual({ ...comment, content: 'Count me out', updatedAt })
  expect(await list()).toEqual(data.comments)
})

/** The guest has commented on post 5, which Mira wrote and which has a comment (1) of Juno. */
async function deletionApi() {
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

test('returns 404 for a comment under another post, whose author has no rights to it', async () => {
  const { remove, writePost, token, list } = await deletionApi()
  const own = await writePost(token, 'My own post')
  const { status, error } = await remove('1', token, own._id)
  expect(status).toBe(404)
  expect(error).toEqual(["This comment doesn't exist. It may have been deleted."])
  expect(idsOf(await list())).toEqual(['2', '1'])
})

type Vote = 'upvote' | 'downvote'
const sides = [
  {
    vote: 'upvote',
    other: 'downvote',
    list: 'upvotedBy',
    otherList: 'downvotedBy',
  },
  {
    vote: 'downvote',
    other: 'upvote',
    list: 'downvotedBy',
    otherList: 'upvotedBy',
  },
] as const

async function votesApi() {
  const api = testApi()
  const { user, token } = await api.logIn()
  const cast = (vote: Vote, by = token) =>
    api.call(`POST /api/comments/${vote}/:postId/:commentId`, {
      params: { postId: '5', commentId: '1' },
      token: by,
    })
  const votes = async () => {
    const [comment] = (await api.readPost('5')).comments
    if (!comment) throw new Error('The seeded comment is missing')
    const names = (users: { username: string }[]) => users.map(({ username }) => username)
    const { upvotedBy, downvotedBy } = comment.votes
    return { upvotedBy: names(upvotedBy), downvotedBy: names(downvotedBy) }
  }
  return { ...api, user, cast, votes }
}

test.each(sides)('a $vote keeps the votes of other users', async ({ vote, other, ...lists }) => {
  const { cast, votes, logIn } = await votesApi()
  await cast(other, (await logIn(seedUsers[0])).token)
  await cast(vote)
  expect(await votes()).toEqual({ [lists.list]: ['guest'], [lists.otherList]: ['mira'] })
})
