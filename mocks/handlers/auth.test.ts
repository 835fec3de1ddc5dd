import { afterEach, expect, test, vi } from 'vitest'
import { isFormerMember } from '../../src/contract/former-member.ts'
import { testApi } from '../testing/api.ts'

afterEach(() => void vi.restoreAllMocks())

test('no other request waits while a password is hashed', async () => {
  const { call, signUp, logIn, readUser } = testApi()
  const { user } = await signUp('ada')
  const { token } = await signUp('cleo')
  const guest = await logIn()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { deriveBits } = crypto.subtle
  const hashing = vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation(async (...given) => {
    await released
    return deriveBits.apply(crypto.subtle, given)
  })
  const ada = { username: 'ada', password: 'Torque#1' }
  const ben = { username: 'ben', password: 'Torque#1', name: 'Ben' }
  const hashed = Promise.all([
    call('POST /api/auth/login', { body: ada }),
    call('POST /api/auth/signup', { body: ben, key: 'ben' }),
    call('POST /api/users/edit', { body: { userData: { password: 'Torque#2' } }, token }),
  ])
  // The third waits for one of the other two.
  await expect.poll(() => hashing).toHaveBeenCalledTimes(2)
  const params = { id: user._id }
  await call('POST /api/users/follow/:id', { params, token: guest.token })
  expect((await readUser(user._id)).followers).toHaveLength(1)
  release()
  expect((await hashed).map(({ status }) => status)).toEqual([200, 201, 201])
})

test('log-in rejects a wrong password, seeded or set by a person (R3.6)', async () => {
  const { call, signUp } = testApi()
  await signUp('ada')
  for (const username of ['guest', 'ada']) {
    const body = { username, password: 'Torque#2' }
    const { status, error } = await call('POST /api/auth/login', { body })
    expect(status).toBe(401)
    expect(error).toEqual(['The credentials you entered are invalid. Unauthorized access error.'])
  }
})

test.each(['dee ', ' DEE', 'Ｄｅｅ', 'd\u200bee'])('"dee" logs in as "%s"', async (username) => {
  const { signUp, logIn } = testApi()
  const { user } = await signUp('dee')
  expect((await logIn({ username, password: 'Torque#1' })).user).toEqual(user)
})

test('usernames and names are stored as typed, but trimmed (R3.1, R3.4)', async () => {
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
  '"%s" is taken by mira (R3.4)',
  async (username) => {
    const { call } = testApi()
    const body = { username, password: 'Torque#1', name: 'Another Mira' }
    const { status, error } = await call('POST /api/auth/signup', { body })
    expect([status, error]).toEqual([422, ['Unprocessable Entity. Username Already Exists.']])
  },
)

// That account would have a public password, or could pose as the guest.
test('the username of the guest cannot be taken at sign-up or by a rename, even without a guest (R1.11)', async () => {
  const { call, signUp } = testApi()
  await call('POST /api/mock/reset', { body: { seed: 'empty' } })
  const { token } = await signUp('ada')
  const body = { username: 'Guest ', password: 'Torque#1', name: 'Me' }
  expect((await call('POST /api/auth/signup', { body })).status).toBe(422)
  const userData = { username: 'guest' }
  expect((await call('POST /api/users/edit', { body: { userData }, token })).status).toBe(422)
})

// They would look like those of people who have left.
test.each(['Former member 7', ' former\u00a0 MEMBER 12 ', 'Ｆormer mem\u200bber  7-2'])(
  '%j is reserved at sign-up and for a rename (R3.29)',
  async (username) => {
    const { call, signUp } = testApi()
    const { token } = await signUp('ada')
    const body = { username, password: 'Torque#1', name: 'Me' }
    expect((await call('POST /api/auth/signup', { body })).status).toBe(422)
    const userData = { username }
    expect((await call('POST /api/users/edit', { body: { userData }, token })).status).toBe(422)
  },
)

test.each(['FormerMembership', 'Former member', 'former member #7', 'Former members 7'])(
  '%j, which no removed account gets, is free, and is nobody who has left',
  async (username) => {
    const { call } = testApi()
    const body = { username, password: 'Torque#1', name: 'Former member' }
    const { status, data } = await call('POST /api/auth/signup', { body })
    expect(status).toBe(201)
    expect(isFormerMember(data.createdUser)).toBe(false)
  },
)

test('a removed account does not take the name that another user has had for longer (R3.29)', async () => {
  const { call, signUp, readUser } = testApi()
  const { user, token } = await signUp('ada')
  const { user: other } = await signUp('bea')
  const snapshot = JSON.stringify((await call('GET /api/mock/snapshot')).data)
  const text = snapshot.replaceAll('"bea"', `"Former member ${user.id}"`)
  expect((await call('POST /api/mock/snapshot', { text })).status).toBe(200)
  const body = { password: 'Torque#1', keepPosts: true }
  expect((await call('POST /api/account/delete', { body, token })).status).toBe(200)
  const names = [await readUser(other._id), await readUser(user._id)].map((one) => one.username)
  expect(names).toEqual([`Former member ${user.id}`, `Former member ${user.id}-2`])
})

test.each([
  ...['\u202earim', 'mira\0', 'mira\u0085', 'mi\u0001ra', 'mira\u2800', 'mi\ufff9ra'],
  'mi\nra',
])(
  '%j, which would look like mira, is rejected as a name and as a username (R3.20)',
  async (name) => {
    const { call } = testApi()
    const ada = { username: 'ada', password: 'Torque#1', name: 'Ada' }
    const text =
      'must not contain control characters, or characters that show nothing or reverse the others'
    for (const field of ['name', 'username']) {
      const body = { ...ada, [field]: name }
      const { status, error } = await call('POST /api/auth/signup', { body })
      expect([status, error]).toEqual([400, [`${field}: ${text}`]])
    }
  },
)

test.each([
  [{ username: 'ada', password: 'Torque#1' }, 'name: This field is missing.'],
  [{ username: 'ada', password: 'Torque#1', name: 7 }, 'name: must be a string'],
  [{ name: 'Ada' }, 'username: This field is missing.'],
])('a sign-up of %j is rejected with a sentence', async (body, text) => {
  const { call } = testApi()
  const { status, error } = await call('POST /api/auth/signup', { body: body as never })
  expect(status).toBe(400)
  expect(error).toEqual([text])
})
