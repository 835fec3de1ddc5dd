import { expect, test } from 'vitest'
import { apiErrors } from '../../src/contract/errors.ts'
import { testApi } from '../testing/api.ts'

async function adaApi() {
  const api = testApi()
  const { user, token } = await api.signUp('ada')
  const edit = (userData: Record<string, unknown>) =>
    api.call('POST /api/users/edit', { body: { userData }, token })
  return { ...api, user, token, edit }
}

test('an edit merges fields into the profile and returns the whole user (R9.5)', async () => {
  const { edit, user, readUser } = await adaApi()
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

test('a second edit keeps the fields of the first', async () => {
  const { edit } = await adaApi()
  await edit({ bio: 'Now with a sidecar', club: 'Night Riders' })
  const { data } = await edit({ firstName: 'Gus', name: 'Gus Driver' })
  expect(data.user).toMatchObject({
    bio: 'Now with a sidecar',
    club: 'Night Riders',
    firstName: 'Gus',
    name: 'Gus Driver',
  })
})

test('the description of a photo lasts as long as the photo (R10.11)', async () => {
  const { edit } = await adaApi()
  const chosen = 'https://pictures.test/ada.webp'
  const photo = async (profilePhoto: object) =>
    (await edit({ profilePhoto })).data.user.profilePhoto.alt
  expect(await photo({ chosen, alt: ' Ada on her bike ' })).toBe('Ada on her bike')
  expect(await photo({ chosen })).toBe('Ada on her bike')
  expect(await photo({ chosen: 'https://pictures.test/new.webp' })).toBeUndefined()
  expect(await photo({ alt: 'Ada, laughing' })).toBe('Ada, laughing')
  expect(await photo({ alt: ' ' })).toBeUndefined()
  expect(await photo({ chosen: '', alt: 'Nobody' })).toBeUndefined()
})

test('a new username frees the old one', async () => {
  const { edit, logIn, signUp, call } = await adaApi()
  await edit({ username: 'visitor' })
  expect((await logIn({ username: 'visitor', password: 'Torque#1' })).user.id).toBe('6')
  const { user } = await signUp('ada')
  expect(user.id).toBe('7')
  const posts = await call('GET /api/posts/user/:username', { params: { username: 'visitor' } })
  expect(posts.status).toBe(200)
})

test('an edit may contain the unchanged username', async () => {
  const { edit } = await adaApi()
  const { status, data } = await edit({ username: 'ada', bio: 'Still me' })
  expect(status).toBe(201)
  expect(data.user).toMatchObject({ username: 'ada', bio: 'Still me' })
})

test('a username with special characters finds its posts', async () => {
  const { edit, call, token, writePost } = await adaApi()
  const username = 'a/b %é?#%25@garage.example'
  await edit({ username })
  await writePost(token, 'Signed')
  const { data } = await call('GET /api/posts/user/:username', { params: { username } })
  expect(data.posts.map((post) => post.username)).toEqual([username])
})

test('an empty password leaves the password unchanged (R9.2)', async () => {
  const { edit, call } = await adaApi()
  expect((await edit({ password: '', bio: 'Same key' })).data.user.bio).toBe('Same key')
  const login = (password: string) =>
    call('POST /api/auth/login', { body: { username: 'ada', password } })
  expect((await login('Torque#1')).status).toBe(200)
  expect((await login('')).status).toBe(401)
})

test('a user can change the case of the username, and names are trimmed', async () => {
  const { edit } = await adaApi()
  const { status, data } = await edit({ username: ' Ada ', firstName: ' Ada L. ' })
  expect(status).toBe(201)
  expect(data.user).toMatchObject({ username: 'Ada', firstName: 'Ada L.' })
})

test('a username that differs from a taken one only by its spelling is taken (R3.4)', async () => {
  const { edit } = await adaApi()
  expect((await edit({ username: ' MIRA' })).status).toBe(422)
})

test.each([{ username: 'visitor' }, { username: 'Guest' }, { password: 'Sidecar#3' }])(
  'the guest cannot change %j (R1.11, R9.4)',
  async (userData) => {
    const { call, logIn } = testApi()
    const { user, token } = await logIn()
    const options = { body: { userData: { ...userData, bio: 'Mine now' } }, token }
    const { status, error } = await call('POST /api/users/edit', options)
    expect([status, error]).toEqual([400, [apiErrors.guestIsFixed.text]])
    expect((await logIn()).user).toEqual(user)
  },
)

test('the guest can change the rest of the profile, as the settings form sends it (R1.11)', async () => {
  const { call, logIn } = testApi()
  const { token } = await logIn()
  const userData = { username: 'guest', password: '', bio: 'Passing through', firstName: 'Gus' }
  const { status, data } = await call('POST /api/users/edit', { body: { userData }, token })
  expect(status).toBe(201)
  expect(data.user).toMatchObject({ username: 'guest', bio: 'Passing through', firstName: 'Gus' })
  expect((await logIn()).user.bio).toBe('Passing through')
})
