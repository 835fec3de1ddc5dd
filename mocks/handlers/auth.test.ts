import { expect, test } from 'vitest'
import { guest } from '../../src/contract/guest.ts'
import { testApi } from '../testing/api.ts'

test('login answers the user and a token', async () => {
  const { status, data } = await testApi().call('POST /api/auth/login', { body: guest })
  expect(status).toBe(200)
  expect(data.foundUser.username).toBe('guest')
  expect(data.encodedToken.split('.')).toHaveLength(3)
})

test('login refuses an unknown username', async () => {
  const body = { username: 'nobody', password: 'Torque#1' }
  const { status, error } = await testApi().call('POST /api/auth/login', { body })
  expect(status).toBe(404)
  expect(error).toEqual(['The username you entered is not Registered. Not Found error'])
})

test('login refuses a wrong password, seeded or set by a person', async () => {
  const { call, signUp } = testApi()
  await signUp('ada')
  for (const username of ['guest', 'ada']) {
    const body = { username, password: 'Torque#2' }
    const { status, error } = await call('POST /api/auth/login', { body })
    expect(status).toBe(401)
    expect(error).toEqual(['The credentials you entered are invalid. Unauthorized access error.'])
  }
})

test('signup creates a user with the defaults of the spec', async () => {
  const body = { username: 'ada@garage.example', password: 'Torque#1', name: 'Ada' }
  const { status, data } = await testApi().call('POST /api/auth/signup', { body })
  expect(status).toBe(201)
  expect(data.createdUser).toMatchObject({
    username: 'ada@garage.example',
    firstName: 'Ada',
    name: 'Ada',
    id: '6',
    bio: '',
    profilePhoto: { chosen: '' },
    coverPhoto: { chosen: '' },
    followers: [],
    following: [],
    bookmarks: [],
    liked: [],
  })
  expect(data.createdUser.profilePhoto.default).not.toBe('')
  expect(data.createdUser.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
})

test('signup refuses a username that is taken and changes nothing', async () => {
  const { call } = testApi()
  const body = { username: 'mira', password: 'Torque#1', name: 'Another Mira' }
  const { status, error } = await call('POST /api/auth/signup', { body })
  expect(status).toBe(422)
  expect(error).toEqual(['Unprocessable Entity. Username Already Exists.'])
  expect((await call('GET /api/users')).data.users).toHaveLength(5)
})

test('signup stores extra fields but none that the server owns', async () => {
  const { call } = testApi()
  const body = {
    username: 'ada',
    password: 'Torque#1',
    name: 'Ada',
    bio: 'Two strokes only',
    garage: ['RD350'],
    _id: 'mine',
    followers: ['everybody'],
    createdAt: '1999',
  }
  const { data } = await call('POST /api/auth/signup', { body })
  const user = data.createdUser
  expect(user).toMatchObject({ bio: 'Two strokes only', garage: ['RD350'], followers: [] })
  expect(user._id).not.toBe('mine')
  expect(user.createdAt).not.toBe('1999')
})

test('a new user logs in with the password they chose', async () => {
  const { signUp, logIn } = testApi()
  const { user } = await signUp('ada')
  const again = await logIn({ username: 'ada', password: 'Torque#1' })
  expect(again.user._id).toBe(user._id)
})

test('verify answers the user of a token', async () => {
  const { call, logIn } = testApi()
  const { token } = await logIn()
  const body = { encodedToken: token }
  const { status, data } = await call('POST /api/auth/verify', { body })
  expect(status).toBe(200)
  expect(data.user.username).toBe('guest')
})

test('verify refuses what is no token', async () => {
  const body = { encodedToken: 'nonsense' }
  const { status, error } = await testApi().call('POST /api/auth/verify', { body })
  expect(status).toBe(401)
  expect(error).toEqual(['The token is invalid. Unauthorized access error.'])
})

test.each(['dee ', ' DEE', 'Ｄｅｅ', 'd\u200bee'])('"dee" logs in as "%s"', async (username) => {
  const { signUp, logIn } = testApi()
  const { user } = await signUp('dee')
  expect((await logIn({ username, password: 'Torque#1' })).user).toEqual(user)
})

test('a username is kept as it was typed, without the space around it, and so are names', async () => {
  const { call } = testApi()
  const body = { username: ' Dee Dee ', password: 'Torque#1', name: '\tDee Driver ' }
  const { createdUser } = (await call('POST /api/auth/signup', { body })).data
  expect(createdUser).toMatchObject({
    username: 'Dee Dee',
    name: 'Dee Driver',
    firstName: 'Dee Driver',
  })
})

test.each(['Mira', 'mira ', 'ｍｉｒａ', 'mi\u200dra'])(
  '"%s" is taken by mira',
  async (username) => {
    const { call } = testApi()
    const body = { username, password: 'Torque#1', name: 'Another Mira' }
    const { status, error } = await call('POST /api/auth/signup', { body })
    expect([status, error]).toEqual([422, ['Unprocessable Entity. Username Already Exists.']])
  },
)

// Whoever could would have an account whose password is in the app, or would be the guest to others.
test('nobody signs up or is renamed as the guest, not even while there is none', async () => {
  const { call, signUp } = testApi()
  await call('POST /api/mock/reset', { body: { seed: 'empty' } })
  const { token } = await signUp('ada')
  const body = { username: 'Guest ', password: 'Torque#1', name: 'Me' }
  expect((await call('POST /api/auth/signup', { body })).status).toBe(422)
  const userData = { username: 'guest' }
  expect((await call('POST /api/users/edit', { body: { userData }, token })).status).toBe(422)
})
