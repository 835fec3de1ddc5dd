import { expect, test } from 'vitest'
import { seedUsers } from '../data/seed/users.ts'
import { testApi } from '../testing/api.ts'

type Vote = 'upvote' | 'downvote'
const sides = [
  {
    vote: 'upvote',
    other: 'downvote',
    list: 'upvotedBy',
    otherList: 'downvotedBy',
    text: 'Cannot upvote a post that is already upvoted. ',
  },
  {
    vote: 'downvote',
    other: 'upvote',
    list: 'downvotedBy',
    otherList: 'upvotedBy',
    text: 'Cannot downvote a post that is already downvoted. ',
  },
] as const

async function guestApi() {
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

test.each(sides)('a $vote names who voted', async ({ vote, list, otherList }) => {
  const { cast, votes, logIn, user } = await guestApi()
  const { status, data } = await cast(vote)
  expect(status).toBe(201)
  expect(data.comments).toHaveLength(1)
  expect(data.comments[0]?.votes[list]).toMatchObject([{ _id: user._id, username: 'guest' }])
  await cast(vote, (await logIn(seedUsers[0])).token)
  expect(await votes()).toEqual({ [list]: ['guest', 'mira'], [otherList]: [] })
})

test.each(sides)('a second $vote is refused', async ({ vote, list, otherList, text }) => {
  const { cast, votes } = await guestApi()
  await cast(vote)
  const { status, error } = await cast(vote)
  expect([status, error]).toEqual([400, [text]])
  expect(await votes()).toEqual({ [list]: ['guest'], [otherList]: [] })
})

test.each(sides)('a $vote takes a $other back', async ({ vote, other, list, otherList }) => {
  const { cast, votes } = await guestApi()
  await cast(other)
  expect((await cast(vote)).status).toBe(201)
  expect(await votes()).toEqual({ [list]: ['guest'], [otherList]: [] })
})

test.each(sides)('a $vote leaves the votes of others alone', async ({ vote, other, ...lists }) => {
  const { cast, votes, logIn } = await guestApi()
  await cast(other, (await logIn(seedUsers[0])).token)
  await cast(vote)
  expect(await votes()).toEqual({ [lists.list]: ['guest'], [lists.otherList]: ['mira'] })
})

test('the author of a comment may vote on it', async () => {
  const { cast, logIn, votes } = await guestApi()
  expect((await cast('upvote', (await logIn(seedUsers[2])).token)).status).toBe(201)
  expect(await votes()).toEqual({ upvotedBy: ['juno'], downvotedBy: [] })
})
