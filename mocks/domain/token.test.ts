import { base64url, CompactSign, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { memoryStore } from '../store/adapters/memory.ts'
import { testApi } from '../testing/api.ts'
import { valuesUnder } from '../testing/stores.ts'

const DAY = 86_400_000

async function guestApi() {
  const api = testApi()
  const { user, token } = await api.logIn()
  const verify = (encodedToken: string) =>
    api.call('POST /api/auth/verify', { body: { encodedToken } })
  return { ...api, user, token, verify }
}

test('a token contains _id and username and expires after 30 days (R3.13)', async () => {
  const { user, token } = await guestApi()
  const claims = JSON.parse(new TextDecoder().decode(base64url.decode(token.split('.')[1] ?? '')))
  expect(claims).toMatchObject({ _id: user._id, username: 'guest' })
  expect(claims.exp - claims.iat).toBe(30 * 24 * 3600)
})

test('a token with changed claims is rejected', async () => {
  const { call, token, verify } = await guestApi()
  const [mira] = (await call('GET /api/users')).data.users.filter((u) => u.username === 'mira')
  const [header, , signature] = token.split('.')
  const claims = base64url.encode(JSON.stringify({ _id: mira?._id, username: 'mira' }))
  expect((await verify([header, claims, signature].join('.'))).status).toBe(401)
})

test('a token without a signature is rejected', async () => {
  const { user, verify } = await guestApi()
  const none = new UnsecuredJWT({ _id: user._id, username: 'guest' }).encode()
  expect((await verify(none)).status).toBe(401)
})

test('a token of another device is rejected, even after that device has accepted it', async () => {
  const { token, verify: verifyThere } = await guestApi()
  const { verify } = await guestApi()
  expect((await verifyThere(token)).status).toBe(200)
  expect((await verify(token)).status).toBe(401)
})

test('a token signed with an unknown key is rejected', async () => {
  const { user, verify } = await guestApi()
  const forged = await new SignJWT({ _id: user._id })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new Uint8Array(32))
  expect((await verify(forged)).status).toBe(401)
})

test('a token is valid for exactly 30 days (R3.13, R15.9)', async () => {
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

test('a call without a valid token returns 404 with the text of the catalogue', async () => {
  const { call } = await guestApi()
  for (const token of [undefined, 'nonsense']) {
    const { status, error } = await call('POST /api/posts', { body: { content: 'Hi' }, token })
    expect(status).toBe(404)
    expect(error).toEqual(['The username you entered is not Registered. Not Found error'])
  }
})

test('a token is accepted with or without the prefix Bearer', async () => {
  const { call, token } = await guestApi()
  const plain = await call('GET /api/users/bookmark', { token })
  const bearer = await call('GET /api/users/bookmark', { token: `Bearer ${token}` })
  expect([plain.status, bearer.status]).toEqual([200, 200])
})

test('a rename keeps the session (R3.13)', async () => {
  const { call, signUp, verify } = await guestApi()
  const { token } = await signUp('ada')
  const body = { userData: { username: 'visitor' } }
  await call('POST /api/users/edit', { body, token })
  expect((await verify(token)).data.user.username).toBe('visitor')
})

const text = (claims: object) => new TextEncoder().encode(JSON.stringify(claims))

/** The mock, its signing key, and the claims of a valid token of the guest. */
async function forger() {
  const store = memoryStore()
  const { call, logIn } = testApi(store)
  const { user, token } = await logIn()
  const [key] = (await store.read(['meta/token-key'])) as [Uint8Array]
  const iat = Math.floor(Date.now() / 1000)
  const claims = { _id: user._id, username: 'guest', iat, exp: iat + 3600 }
  const statuses = async (forged: string) => {
    const body = { encodedToken: forged }
    const options = { body: { content: 'Hi' }, token: forged }
    return [
      (await call('POST /api/auth/verify', { body })).status,
      (await call('POST /api/posts', options)).status,
    ]
  }
  const sign = (
    alg: string,
    by: Parameters<CompactSign['sign']>[0] = key,
    payload: object = claims,
  ) => new CompactSign(text(payload)).setProtectedHeader({ alg }).sign(by)
  return { store, key, token, claims, statuses, sign }
}

test("a token signed with the device's key and algorithm is valid", async () => {
  const { statuses, sign } = await forger()
  expect(await statuses(await sign('HS256'))).toEqual([200, 201])
})

test.each(['HS384', 'HS512'])(
  "a token with the algorithm %s is rejected, even if signed with the device's key",
  async (alg) => {
    const { store, key, statuses, sign } = await forger()
    const before = await valuesUnder(store)
    // jose accepts a key of 32 bytes for these too: only the algorithm is wrong.
    expect(await statuses(await sign(alg, key))).toEqual([401, 404])
    expect(await valuesUnder(store)).toEqual(before)
  },
)

test.each(['RS256', 'ES256', 'PS256'])('a token with the algorithm %s is rejected', async (alg) => {
  const { statuses, sign } = await forger()
  const { privateKey } = await generateKeyPair(alg)
  expect(await statuses(await sign(alg, privateKey))).toEqual([401, 404])
})

test.each(['none', 'None', 'NONE', '', 'HS256'])(
  'a token with the algorithm %j and no signature is rejected',
  async (alg) => {
    const { statuses, claims } = await forger()
    const unsigned = [base64url.encode(JSON.stringify({ alg })), base64url.encode(text(claims))]
    expect(await statuses(`${unsigned.join('.')}.`)).toEqual([401, 404])
    expect(await statuses(unsigned.join('.'))).toEqual([401, 404])
  },
)

test('a token with any changed part is rejected', async () => {
  const { statuses, token } = await forger()
  const parts = token.split('.')
  for (const [index, part] of parts.entries()) {
    const [first = '', rest = ''] = [part[0], part.slice(1)]
    const changed = parts.with(index, (first === 'A' ? 'B' : 'A') + rest)
    expect(await statuses(changed.join('.'))).toEqual([401, 404])
  }
})

test.each([
  ['has ended', { exp: 1 }],
  ['has no end', { exp: undefined }],
  ['ends in words', { exp: 'never' }],
  ['names nobody', { _id: undefined }],
  ['names a user who does not exist', { _id: '019a0000-0000-7001-8000-0000000fffff' }],
  ['names the prototype', { _id: '__proto__' }],
])("a token that %s is rejected, even if signed with the device's key", async (_what, change) => {
  const { statuses, sign, claims } = await forger()
  expect(await statuses(await sign('HS256', undefined, { ...claims, ...change }))).toEqual([
    401, 404,
  ])
})

test('no reply contains the key of the device', async () => {
  const { store, key } = await forger()
  const { send } = testApi(store)
  const secrets = [base64url.encode(key), [...key].join(',')]
  for (const path of ['/api/mock', '/api/mock/snapshot', '/api/users', '/api/posts']) {
    const reply = await (await send(path)).text()
    for (const secret of secrets) expect(reply).not.toContain(secret)
  }
})

test('a place sets the clock, and how long a token is valid', async () => {
  let now = Date.UTC(2030, 0, 1)
  const { call, logIn, writePost } = testApi(undefined, {}, { now: () => now, tokenSeconds: 60 })
  const { token } = await logIn()
  const verify = { body: { encodedToken: token } }
  expect((await call('POST /api/auth/verify', verify)).status).toBe(200)
  expect(Date.parse((await writePost(token, 'Hello')).createdAt)).toBe(now)
  now += 60_000
  expect((await call('POST /api/auth/verify', verify)).status).toBe(401)
})
