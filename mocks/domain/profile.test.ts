import { expect, test } from 'vitest'
import { testApi } from '../testing/api.ts'

const SERVER_OWNED = {
  _id: '019a0000-0000-7001-8000-000000000001',
  id: '1',
  followers: ['019a0000-0000-7001-8000-000000000001'],
  following: [{ _id: 'everybody' }],
  bookmarks: ['019a0005-0000-7001-8000-000000000015'],
  liked: 'all',
  createdAt: '1999-12-31T23:59:59+00:00',
  updatedAt: '1999-12-31T23:59:59+00:00',
}

// As text, because in an object literal __proto__ would set the prototype.
const PROTOTYPE_KEYS = '"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}'

test.each(Object.entries(SERVER_OWNED))(
  'an edit does not change %s (R3.2, R9.5)',
  async (field, value) => {
    const { call, logIn, readUser } = testApi()
    const { user, token } = await logIn()
    const body = { userData: { [field]: value, bio: 'Edited' } }
    const { status, data } = await call('POST /api/users/edit', { body, token })
    expect(status).toBe(201)
    expect(data.user).toEqual({ ...user, bio: 'Edited', updatedAt: data.user.updatedAt })
    expect(data.user.updatedAt).not.toContain('1999')
    expect(await readUser(user._id)).toEqual(data.user)
    expect((await readUser('1')).bio).not.toBe('Edited')
  },
)

test.each(Object.entries(SERVER_OWNED))('sign-up ignores %s (R3.2)', async (field, value) => {
  const { call, readUser } = testApi()
  const body = { username: 'ada', password: 'Torque#1', name: 'Ada', [field]: value }
  const { createdUser } = (await call('POST /api/auth/signup', { body })).data
  expect(createdUser[field]).not.toEqual(value)
  expect(createdUser).toMatchObject({ id: '6', followers: [], following: [] })
  expect(createdUser).toMatchObject({ bookmarks: [], liked: [] })
  expect((await readUser('1')).username).toBe('mira')
})

test('fields that a merge ignores are not stored as extra fields either', async () => {
  const { call, logIn, database } = testApi()
  const { user, token } = await logIn()
  const body = { userData: { ...SERVER_OWNED, club: 'Night Riders' } }
  await call('POST /api/users/edit', { body, token })
  const row = await database.read((tx) => tx.get('users', user._id))
  expect(row?.extra).toEqual({ club: 'Night Riders' })
})

test('a field is stored under any other name, also that of a field of the stored row', async () => {
  const { call, readUser } = testApi()
  const fields = { extra: { club: 'Riders' }, sessions: [1], lastSeen: 'now', takenLikes: -1 }
  const body = { username: 'ada', password: 'Torque#1', name: 'Ada', ...fields }
  const { data } = await call('POST /api/auth/signup', { body })
  expect(data.createdUser).toMatchObject(fields)
  expect(await readUser(data.createdUser._id)).toMatchObject(fields)
  const { data: snapshot } = await call('GET /api/mock/snapshot')
  expect((await call('POST /api/mock/snapshot', { body: snapshot })).status).toBe(200)
})

test('fields that are too long together are refused by the name of the longest (R15.12)', async () => {
  const { call } = testApi()
  const motto = 'x'.repeat(10_001)
  const body = { username: 'ada', password: 'Torque#1', name: 'Ada', club: 'Riders', motto }
  const { status, error } = await call('POST /api/auth/signup', { body })
  const text = 'motto: must be at most 10,000 characters with all other fields'
  expect([status, error]).toEqual([400, [text]])
  const short = { ...body, motto: motto.slice(0, 9_900) }
  expect((await call('POST /api/auth/signup', { body: short })).data.createdUser).toMatchObject({
    club: 'Riders',
    motto: short.motto,
  })
})

test('prototype keys in an edit are harmless', async () => {
  const { call, logIn } = testApi()
  const { user, token } = await logIn()
  const text = `{"userData":{"bio":"Edited",${PROTOTYPE_KEYS}}}`
  const { status, data } = await call('POST /api/users/edit', { text, token })
  expect(status).toBe(201)
  expect(data.user).toEqual({ ...user, bio: 'Edited', updatedAt: data.user.updatedAt })
  expect({}).not.toHaveProperty('isAdmin')
})

test('prototype keys deep inside an extra field are harmless', async () => {
  const { call, logIn, readUser } = testApi()
  const { user, token } = await logIn()
  const text = `{"userData":{"garage":{"wheels":2,${PROTOTYPE_KEYS}}}}`
  expect((await call('POST /api/users/edit', { text, token })).status).toBe(201)
  expect((await readUser(user._id)).garage).toMatchObject({ wheels: 2 })
  expect({}).not.toHaveProperty('isAdmin')
})

test('prototype keys at sign-up are harmless (R3.2)', async () => {
  const { call } = testApi()
  const text = `{"username":"ada","password":"Torque#1","name":"Ada",${PROTOTYPE_KEYS}}`
  const { status, data } = await call('POST /api/auth/signup', { text })
  expect(status).toBe(201)
  expect(data.createdUser).not.toHaveProperty('isAdmin')
  expect({}).not.toHaveProperty('isAdmin')
})

test('prototype keys in a post are harmless', async () => {
  const { call, logIn } = testApi()
  const { token } = await logIn()
  const text = `{"content":"Hi",${PROTOTYPE_KEYS}}`
  const { status, data } = await call('POST /api/posts', { text, token })
  expect(status).toBe(201)
  expect(data.posts[0]).not.toHaveProperty('isAdmin')
  expect({}).not.toHaveProperty('isAdmin')
})

test.each(['__proto__', 'constructor', 'toString'])('%s is a valid username', async (username) => {
  const { call, signUp, writePost } = testApi()
  expect((await call('GET /api/posts/user/:username', { params: { username } })).status).toBe(404)
  const { token } = await signUp(username)
  await writePost(token, 'Hello')
  const { data } = await call('GET /api/posts/user/:username', { params: { username } })
  expect(data.posts.map((post) => post.username)).toEqual([username])
})

test('a post stores only the text and the picture of the body (R1.4)', async () => {
  const { call, logIn } = testApi()
  const { user, token } = await logIn()
  const text = JSON.stringify({
    content: 'Hi',
    ...SERVER_OWNED,
    userId: '1',
    likes: 9,
    comments: 9,
  })
  const [post] = (await call('POST /api/posts', { text, token })).data.posts
  expect(post).toMatchObject({ id: '6', userId: user._id, likes: { likeCount: 0 }, comments: [] })
})

test('a name of 100 code points is short enough, and one that grows when it is folded is not (R15.12)', async () => {
  const { call } = testApi()
  const signUp = (username: string) =>
    call('POST /api/auth/signup', { body: { username, password: 'Torque#1', name: 'Ada' } })
  expect((await signUp('🏍'.repeat(100))).status).toBe(201)
  const { status, error } = await signUp('\ufdfa'.repeat(6))
  expect([status, error]).toEqual([400, ['username: must be at most 100 characters']])
})

test('longer names that were stored before stay readable, also after a snapshot (R15.12)', async () => {
  const { call, signUp, writePost, logIn } = testApi()
  const { token } = await signUp('ada')
  await writePost(token, 'Hi')
  const snapshot = (await call('GET /api/mock/snapshot')).data
  const username = `ada-${'\ufdfa'.repeat(100)}`
  const bio = 'x'.repeat(10_001)
  const users = snapshot.users.map((user) =>
    user.username === 'ada' ? { ...user, username, bio, extra: { club: bio } } : user,
  )
  await call('POST /api/mock/snapshot', { body: { ...snapshot, users } })
  const { data } = await call('GET /api/posts/user/:username', { params: { username } })
  expect(data.posts.map((post) => post.username)).toEqual([username])
  // It can get shorter again, but not longer.
  const edit = (userData: Record<string, string>) =>
    call('POST /api/users/edit', { body: { userData }, token })
  expect((await edit({ firstName: 'Ada' })).status).toBe(201)
  expect((await edit({ club: bio.slice(1) })).status).toBe(201)
  expect((await edit({ town: 'Turin' })).error).toEqual([
    'userData.town: must be at most 10,000 characters with all other fields',
  ])
  expect((await logIn()).user.username).toBe('guest')
})

const SECRETS = {
  currentPassword: 'Torque#1',
  confirmPassword: 'Torque#1',
  encodedToken: 'ey.ey.ey',
}

test('secrets in the wrong place are never stored as extra fields (R3.2)', async () => {
  const { call, logIn, database } = testApi()
  const { user, token } = await logIn()
  const { data } = await call('POST /api/users/edit', { body: { userData: SECRETS }, token })
  expect(data.user).not.toHaveProperty('currentPassword')
  const body = { username: 'ada', password: 'Torque#1', name: 'Ada', ...SECRETS }
  const { createdUser } = (await call('POST /api/auth/signup', { body })).data
  for (const { _id } of [user, createdUser]) {
    const row = await database.read((tx) => tx.get('users', _id))
    expect(row?.extra).toEqual({})
  }
})

test('secrets that an earlier version stored are in no reply, and go with the next edit', async () => {
  const { call, logIn, database, readUser } = testApi()
  const { user, token } = await logIn()
  await database.write(async (tx) => {
    const row = await tx.get('users', user._id)
    if (row) tx.put('users', { ...row, extra: { ...SECRETS, club: 'Night Riders' } })
  })
  const shown = [
    await readUser(user._id),
    (await call('GET /api/account/export', { token })).data.profile,
  ]
  for (const profile of shown) {
    expect(profile).toMatchObject({ club: 'Night Riders' })
    expect(JSON.stringify(profile)).not.toContain('Torque#1')
  }
  await call('POST /api/users/edit', { body: { userData: { bio: 'Edited' } }, token })
  const row = await database.read((tx) => tx.get('users', user._id))
  expect(row?.extra).toEqual({ club: 'Night Riders' })
})
