import { expect, test } from 'vitest'
import { testApi } from '../testing/api.ts'

test('users are listed newest first, for anybody', async () => {
  const { call, signUp } = testApi()
  await signUp('ada')
  const { status, data } = await call('GET /api/users')
  expect(status).toBe(200)
  expect(data.users.map((user) => user.username)).toEqual([
    'ada',
    'guest',
    'kenji',
    'juno',
    'theo',
    'mira',
  ])
})

test('one user is found by _id and by id', async () => {
  const { call } = testApi()
  const byId = await call('GET /api/users/:id', { params: { id: '1' } })
  const { _id } = byId.data.user
  const byUuid = await call('GET /api/users/:id', { params: { id: _id } })
  expect([byId.status, byUuid.status]).toEqual([200, 200])
  expect(byUuid.data).toEqual(byId.data)
  expect(byId.data.user).toMatchObject({ id: '1', username: 'mira', firstName: 'Mira Okafor' })
})

test('a username in the place of an id finds nobody', async () => {
  const { call } = testApi()
  const { status, error } = await call('GET /api/users/:id', { params: { id: 'mira' } })
  expect([status, error]).toEqual([404, ['There is no such user.']])
})

test('a user shows their liked and bookmarked posts without the people behind them', async () => {
  const { call, logIn, readUser } = testApi()
  const { user, token } = await logIn()
  await call('POST /api/posts/like/:postId', { params: { postId: '5' }, token })
  await call('POST /api/users/bookmark/:postId', { params: { postId: '4' }, token })
  const { liked, bookmarks } = await readUser(user._id)
  expect(liked).toMatchObject([{ id: '5', username: 'mira', likes: { likeCount: 1 } }])
  expect(bookmarks).toMatchObject([{ id: '4', username: 'kenji', likes: { likeCount: 0 } }])
  expect(Object.keys(liked[0]?.likes ?? {})).toEqual(['likeCount'])
  expect(liked[0]).not.toHaveProperty('comments')
})

test('ids count on from the seeds, one at a time', async () => {
  const { signUp } = testApi()
  const ada = await signUp('ada')
  const grace = await signUp('grace')
  expect([ada.user.id, grace.user.id]).toEqual(['6', '7'])
  expect(ada.user._id < grace.user._id).toBe(true)
})
