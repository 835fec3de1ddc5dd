import { expect, test } from 'vitest'
import { testApi } from '../testing/api.ts'

async function guestApi() {
  const api = testApi()
  const { user, token } = await api.logIn()
  const edit = (userData: Record<string, unknown>) =>
    api.call('POST /api/users/edit', { body: { userData }, token })
  return { ...api, user, token, edit }
}

test('an edit merges fields into the profile and answers the whole user', async () => {
  const { edit, user, readUser } = await guestApi()
  const { status, data } = await edit({ bio: 'Now with a sidecar', club: 'Night Riders' })
  expect(status).toBe(201)
  expect(data.user).toEqual({
    ...user,
    bio: 'Now with a sidecar',
    club: 'Night Riders',
    updatedAt: data.user.updatedAt,
  })
  expect(await readUser(user._id)).toEqual(data.user)
})

test('a second edit keeps what the first one set', async () => {
  const { edit } = await guestApi()
  await edit({ bio: 'Now with a sidecar', club: 'Night Riders' })
  const { data } = await edit({ firstName: 'Gus', name: 'Gus Driver' })
  expect(data.user).toMatchObject({
    bio: 'Now with a sidecar',
    club: 'Night Riders',
    firstName: 'Gus',
    name: 'Gus Driver',
  })
})

test('a new username frees the old one', async () => {
  const { edit, logIn, signUp, call } = await guestApi()
  await edit({ username: 'visitor' })
  expect((await logIn({ username: 'visitor', password: 'Pitlane#66' })).user.id).toBe('5')
  const { user } = await signUp('guest')
  expect(user.id).toBe('6')
  const posts = await call('GET /api/posts/user/:username', { params: { username: 'visitor' } })
  expect(posts.status).toBe(200)
})

test('a username that is taken is refused and nothing is changed', async () => {
  const { edit, user, readUser } = await guestApi()
  const { status, error } = await edit({ username: 'mira', bio: 'The real Mira' })
  expect(status).toBe(422)
  expect(error).toEqual(['Unprocessable Entity. Username Already Exists.'])
  expect(await readUser(user._id)).toEqual(user)
})

test("the user's own username is not taken", async () => {
  const { edit } = await guestApi()
  const { status, data } = await edit({ username: 'guest', bio: 'Still me' })
  expect(status).toBe(201)
  expect(data.user).toMatchObject({ username: 'guest', bio: 'Still me' })
})

test('a username with every kind of sign finds its posts', async () => {
  const { edit, call, token, writePost } = await guestApi()
  const username = 'a/b %é?#%25@garage.example'
  await edit({ username })
  await writePost(token, 'Signed')
  const { data } = await call('GET /api/posts/user/:username', { params: { username } })
  expect(data.posts.map((post) => post.username)).toEqual([username])
})

test('a new password logs in and the old one does not', async () => {
  const { edit, call } = await guestApi()
  await edit({ password: 'Sidecar#3' })
  const login = (password: string) =>
    call('POST /api/auth/login', { body: { username: 'guest', password } })
  expect((await login('Sidecar#3')).status).toBe(200)
  expect((await login('Pitlane#66')).status).toBe(401)
})

test('an empty password leaves the password as it is', async () => {
  const { edit, call } = await guestApi()
  expect((await edit({ password: '', bio: 'Same key' })).data.user.bio).toBe('Same key')
  const login = (password: string) =>
    call('POST /api/auth/login', { body: { username: 'guest', password } })
  expect((await login('Pitlane#66')).status).toBe(200)
  expect((await login('')).status).toBe(401)
})
