import { expect, test } from 'vitest'
import { newUsername } from './cases/case.ts'
import { call, succeed } from './client.ts'
import {
  newMember,
  PASSWORD,
  people,
  readPost,
  readUser,
  writeComment,
  writePost,
} from './scene.ts'
import { testFullReply } from './server.ts'

const ids = (items: { _id: string }[]) => items.map(({ _id }) => _id)

testFullReply(
  'a new user has the default values and the extra fields (R3.2, R3.3, R9.7, R12.12)',
  async () => {
    const username = newUsername()
    const body = { username, password: PASSWORD, name: 'Grace', club: 'Night Riders' }
    const { createdUser } = await succeed('POST /api/auth/signup', { body })
    const picture = { default: expect.stringMatching(/./), chosen: '' }
    expect(createdUser).toMatchObject({ username, firstName: 'Grace', name: 'Grace', bio: '' })
    expect(createdUser).toMatchObject({ profilePhoto: picture, coverPhoto: picture })
    expect(createdUser).toMatchObject({ followers: [], following: [], bookmarks: [], liked: [] })
    expect(createdUser.club).toBe('Night Riders')
    expect((await succeed('GET /api/users')).users).toContainEqual(createdUser)
  },
)

testFullReply('sign-up ignores fields that the server owns', async () => {
  const { author } = await people()
  const owned = {
    _id: author.user._id,
    id: author.user.id,
    followers: [author.user],
    liked: 'all',
    createdAt: 'x',
    currentPassword: PASSWORD,
  }
  const body = { username: newUsername(), password: PASSWORD, name: 'Grace', ...owned }
  const { createdUser } = await succeed('POST /api/auth/signup', { body })
  expect(createdUser).toMatchObject({ followers: [], liked: [] })
  expect(createdUser).not.toHaveProperty('currentPassword')
  expect(createdUser._id).not.toBe(author.user._id)
  expect((await readUser(author)).username).toBe(author.user.username)
})

test('the tokens of sign-up and log-in name the user (R12.3)', async () => {
  const { user, token } = await newMember()
  const body = { username: user.username, password: PASSWORD }
  const { foundUser, encodedToken } = await succeed('POST /api/auth/login', { body })
  expect(foundUser).toEqual(user)
  for (const one of [token, encodedToken]) {
    const [, claims = ''] = one.split('.')
    const { _id, username } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    expect([_id, username]).toEqual([user._id, user.username])
    const verified = await succeed('POST /api/auth/verify', { body: { encodedToken: one } })
    expect(verified.user).toEqual(user)
  }
})

testFullReply('an edit merges the sent fields, except those that the server owns', async () => {
  const person = await newMember()
  const { user, token } = person
  const userData = { bio: 'Two wheels', _id: 'x', id: 'x', following: 'all', createdAt: 'x' }
  const edited = (await succeed('POST /api/users/edit', { body: { userData }, token })).user
  expect(edited).toEqual({ ...user, bio: 'Two wheels', updatedAt: edited.updatedAt })
  expect(await readUser(person)).toEqual(edited)
})

test('a new name and photo show on earlier posts and comments; the session stays valid', async () => {
  const rider = await newMember()
  const { token } = rider
  const post = await writePost(rider)
  await writeComment(rider, post)
  const username = newUsername()
  const userData = { username, profilePhoto: { chosen: 'https://pictures.test/me.webp' } }
  await succeed('POST /api/users/edit', { body: { userData }, token })
  const { comments, ...shown } = await readPost(post._id)
  for (const item of [shown, ...comments]) {
    expect(item).toMatchObject({ username, userPhoto: 'https://pictures.test/me.webp' })
  }
  const { user } = await succeed('POST /api/auth/verify', { body: { encodedToken: token } })
  expect(user.username).toBe(username)
})

test('a new password applies at once; an empty one means unchanged', async () => {
  const { user, token } = await newMember()
  const logIn = async (password: string) =>
    (await call('POST /api/auth/login', { body: { username: user.username, password } })).status
  await succeed('POST /api/users/edit', { body: { userData: { password: 'Torque#9' } }, token })
  expect([await logIn(PASSWORD), await logIn('Torque#9')]).toEqual([401, 200])
  await succeed('POST /api/users/edit', { body: { userData: { password: '' } }, token })
  expect(await logIn('Torque#9')).toBe(200)
})

testFullReply(
  'a follow is listed on both users until it is undone (R6.1, R6.5, R12.4)',
  async () => {
    const [fan, star] = await Promise.all([newMember(), newMember()])
    const options = { params: { id: star.user._id }, token: fan.token }
    const { user, followUser } = await succeed('POST /api/users/follow/:id', options)
    expect([ids(user.following), ids(followUser.followers)]).toEqual([
      [star.user._id],
      [fan.user._id],
    ])
    expect([await readUser(fan), await readUser(star)]).toEqual([user, followUser])
    const after = await succeed('POST /api/users/unfollow/:id', options)
    expect([after.user.following, after.followUser.followers]).toEqual([[], []])
  },
)
