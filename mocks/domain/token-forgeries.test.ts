import { base64url, CompactSign, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { memoryStore } from '../data/adapters/memory.ts'
import { testApi } from '../testing/api.ts'
import { contentsOf } from '../testing/stores.ts'

const text = (claims: object) => new TextEncoder().encode(JSON.stringify(claims))

/** The mock, its own signing key, and the claims of a good token of the guest. */
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

test("a token that the device's key signs with its algorithm is good", async () => {
  const { statuses, sign } = await forger()
  expect(await statuses(await sign('HS256'))).toEqual([200, 201])
})

test.each(['HS384', 'HS512'])("a token of %s is refused, even by the device's key", async (alg) => {
  const { store, key, statuses, sign } = await forger()
  const before = await contentsOf(store)
  // jose takes a key of 32 bytes for these too: nothing but the algorithm is wrong.
  expect(await statuses(await sign(alg, key))).toEqual([401, 404])
  expect(await contentsOf(store)).toEqual(before)
})

test.each(['RS256', 'ES256', 'PS256'])('a token of %s is refused', async (alg) => {
  const { statuses, sign } = await forger()
  const { privateKey } = await generateKeyPair(alg)
  expect(await statuses(await sign(alg, privateKey))).toEqual([401, 404])
})

test.each(['none', 'None', 'NONE', '', 'HS256'])(
  'a token of alg %j without a signature is refused',
  async (alg) => {
    const { statuses, claims } = await forger()
    const unsigned = [base64url.encode(JSON.stringify({ alg })), base64url.encode(text(claims))]
    expect(await statuses(`${unsigned.join('.')}.`)).toEqual([401, 404])
    expect(await statuses(unsigned.join('.'))).toEqual([401, 404])
  },
)

test('a token of which any part is changed is refused', async () => {
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
  ['names somebody who is not there', { _id: '019a0000-0000-7001-8000-0000000fffff' }],
  ['names the prototype', { _id: '__proto__' }],
])("a token that %s is refused, even by the device's key", async (_what, change) => {
  const { statuses, sign, claims } = await forger()
  expect(await statuses(await sign('HS256', undefined, { ...claims, ...change }))).toEqual([
    401, 404,
  ])
})

test('no answer tells the key of the device', async () => {
  const { store, key } = await forger()
  const { send } = testApi(store)
  const secrets = [base64url.encode(key), [...key].join(',')]
  for (const path of ['/api/mock', '/api/mock/snapshot', '/api/users', '/api/posts']) {
    const reply = await (await send(path)).text()
    for (const secret of secrets) expect(reply).not.toContain(secret)
  }
})
