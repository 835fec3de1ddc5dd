import { expect, test } from 'vitest'
import { endingOf } from '../../src/contract/ending.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { claimsIn } from '../domain/token.ts'
import { testApi } from '../testing/api.ts'

/** Ada with three sessions. */
async function adaApi() {
  const api = testApi()
  const { call, logIn, signUp } = api
  const { user, token } = await signUp('ada')
  const credentials = { username: 'ada', password: 'Torque#1' }
  // The tokens of one second are equal.
  const logInAt = async (now: string) => {
    await call('POST /api/mock/settings', { body: { now } })
    return (await logIn(credentials)).token
  }
  const [second, third] = [await logInAt('+1s'), await logInAt('+2s')]
  const edit = (sessionToken: string, userData: Record<string, string>) =>
    call('POST /api/users/edit', { body: { userData }, token: sessionToken })
  const logOutOthers = (sessionToken: string) =>
    call('POST /api/auth/logout-others', { token: sessionToken })
  const statuses = async (...tokens: string[]) => {
    const all = tokens.map((encodedToken) =>
      call('POST /api/auth/verify', { body: { encodedToken } }),
    )
    return (await Promise.all(all)).map(({ status }) => status)
  }
  return { ...api, user, first: token, second, third, edit, logOutOthers, statuses, logInAt }
}

test('a new password ends all other sessions, and the one that made the change stays (R3.14, R3.18)', async () => {
  const { first, second, third, edit, statuses, call, user } = await adaApi()
  const { status, data } = await edit(`Bearer ${second}`, { password: 'Torque#2' })
  expect([status, Object.keys(data)]).toEqual([201, ['user']])
  expect(Object.keys(data.user).sort()).toEqual(Object.keys(user).sort())
  expect(await statuses(first, second, third)).toEqual([401, 200, 401])
  const write = (token: string) => call('POST /api/posts', { body: { content: 'Hi' }, token })
  expect((await write(second)).status).toBe(201)
  const refused = await write(first)
  expect([refused.status, refused.error]).toEqual([404, [apiErrors.notRegistered.text]])
})

test('an edit without a new password ends no session', async () => {
  const { first, second, third, edit, statuses } = await adaApi()
  await edit(second, { password: '', bio: 'Still me', username: 'ada.l' })
  expect(await statuses(first, second, third)).toEqual([200, 200, 200])
})

test('sessions that begin after the change are valid until the next one', async () => {
  const { first, edit, statuses, logIn, call, logOutOthers } = await adaApi()
  await edit(first, { password: 'Torque#2' })
  await call('POST /api/mock/settings', { body: { now: '+9s' } })
  const { token: later } = await logIn({ username: 'ada', password: 'Torque#2' })
  expect(await statuses(first, later)).toEqual([200, 200])
  await logOutOthers(later)
  expect(await statuses(first, later)).toEqual([401, 200])
})

test('a user can log out everywhere else, which changes nothing but the sessions (R3.18)', async () => {
  const { first, second, third, logOutOthers, statuses, user, edit } = await adaApi()
  const { status, data } = await logOutOthers(third)
  expect([status, data]).toEqual([200, { user }])
  expect(await statuses(first, second, third)).toEqual([401, 401, 200])
  expect((await logOutOthers(third)).status).toBe(200)
  expect(await statuses(third)).toEqual([200])
  expect((await edit(first, { bio: 'Mine now' })).status).toBe(404)
})

test('a log-out ends its own session only, and for ever', async () => {
  const { call, logIn, statuses, first, user } = await adaApi()
  const credentials = { username: 'ada', password: 'Torque#1' }
  // Of the same second.
  const [one, two] = [(await logIn(credentials)).token, (await logIn(credentials)).token]
  const logOut = (encodedToken: string) => call('POST /api/auth/logout', { body: { encodedToken } })
  const { status, data } = await logOut(one)
  expect([status, data]).toEqual([200, { loggedOutUser: user._id }])
  expect(await statuses(first, one, two)).toEqual([200, 401, 200])
  expect((await call('POST /api/posts', { body: { content: 'Hi' }, token: one })).status).toBe(404)
  expect((await logOut(one)).status).toBe(401)
  // Later log-outs forget only sessions that have expired.
  expect((await logOut(two)).status).toBe(200)
  await call('POST /api/mock/settings', { body: { now: '+29d' } })
  await logOut(first)
  expect(await statuses(first, one, two)).toEqual([401, 401, 401])
})

test('a part of a token ends its session, and allows nothing else', async () => {
  const { call, first, second, statuses, edit } = await adaApi()
  const ending = endingOf(claimsIn(first)) ?? ''
  const end = (encodedToken: string) => call('POST /api/auth/logout', { body: { encodedToken } })
  expect((await call('POST /api/auth/verify', { body: { encodedToken: ending } })).status).toBe(401)
  expect((await edit(ending, { bio: 'Mine now' })).status).toBe(404)
  for (const other of [endingOf(claimsIn(second)) ?? '', 'a.b.c'])
    expect((await end(ending.slice(0, -43) + other.slice(-43))).status).toBe(401)
  expect(await statuses(first, second)).toEqual([200, 200])
  expect((await end(ending)).status).toBe(200)
  expect(await statuses(first, second)).toEqual([401, 200])
})

test('the guest account is shared, so nobody can end its other sessions (R3.18)', async () => {
  const { logIn, logOutOthers, statuses } = await adaApi()
  const { token } = await logIn()
  const { status, error } = await logOutOthers(token)
  expect([status, error]).toEqual([400, [apiErrors.guestIsShared.text]])
  expect(await statuses(token)).toEqual([200])
})

test('no reply but a snapshot says that sessions were ended', async () => {
  const { first, logOutOthers, send } = await adaApi()
  await logOutOthers(first)
  for (const path of ['/api/users', '/api/posts']) {
    expect(await (await send(path)).text()).not.toContain('sessions')
  }
  expect(await (await send('/api/mock/snapshot')).text()).toContain('sessions')
})
