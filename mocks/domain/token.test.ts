import { base64url, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { testApi } from '../testing/api.ts'

const DAY = 86_400_000

async function guestApi() {
  const api = testApi()
  const { user, token } = await api.logIn()
  const verify = (encodedToken: string) =>
    api.call('POST /api/auth/verify', { body: { encodedToken } })
  return { ...api, user, token, verify }
}

test('a token carries _id and username and ends after 30 days', async () => {
  const { user, token } = await guestApi()
  const claims = JSON.parse(new TextDecoder().decode(base64url.decode(token.split('.')[1] ?? '')))
  expect(claims).toMatchObject({ _id: user._id, username: 'guest' })
  expect(claims.exp - claims.iat).toBe(30 * 24 * 3600)
})

test('a token whose claims were changed is refused', async () => {
  const { call, token, verify } = await guestApi()
  const [mira] = (await call('GET /api/users')).data.users.filter((u) => u.username === 'mira')
  const [header, , signature] = token.split('.')
  const claims = base64url.encode(JSON.stringify({ _id: mira?._id, username: 'mira' }))
  expect((await verify([header, claims, signature].join('.'))).status).toBe(401)
})

test('a token without a signature is refused', async () => {
  const { user, verify } = await guestApi()
  const none = new UnsecuredJWT({ _id: user._id, username: 'guest' }).encode()
  expect((await verify(none)).status).toBe(401)
})

test('a token signed on another device is refused', async () => {
  const { token } = await guestApi()
  const { verify } = await guestApi()
  expect((await verify(token)).status).toBe(401)
})

test('a token signed with a key of its own choice is refused', async () => {
  const { user, verify } = await guestApi()
  const forged = await new SignJWT({ _id: user._id })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new Uint8Array(32))
  expect((await verify(forged)).status).toBe(401)
})

test('a token is good for 30 days and not longer', async () => {
  const { token, verify } = await guestApi()
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
  vi.useFakeTimers({ toFake: ['Date'], now: now + 29 * DAY })
  expect((await verify(token)).status).toBe(200)
  vi.setSystemTime(now + 31 * DAY)
  expect((await verify(token)).status).toBe(401)
  vi.useRealTimers()
  clock.mockRestore()
})

test('an auth call without a token, or with a bad one, answers 404 with the text of the spec', async () => {
  const { call } = await guestApi()
  for (const token of [undefined, 'nonsense']) {
    const { status, error } = await call('POST /api/posts', { body: { content: 'Hi' }, token })
    expect(status).toBe(404)
    expect(error).toEqual(['The username you entered is not Registered. Not Found error'])
  }
})

test('a token is taken with or without the word Bearer', async () => {
  const { call, token } = await guestApi()
  const plain = await call('GET /api/users/bookmark', { token })
  const bearer = await call('GET /api/users/bookmark', { token: `Bearer ${token}` })
  expect([plain.status, bearer.status]).toEqual([200, 200])
})

test('a rename keeps the session', async () => {
  const { call, signUp, verify } = await guestApi()
  const { token } = await signUp('ada')
  const body = { userData: { username: 'visitor' } }
  await call('POST /api/users/edit', { body, token })
  expect((await verify(token)).data.user.username).toBe('visitor')
})
