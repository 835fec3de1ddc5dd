import { expect, test } from 'vitest'
import { decrypt } from '../testing/push-service.ts'
import { encrypt } from './encrypt.ts'

/** RFC 8291, appendix A. */
const TEXT = 'When I grow up, I want to be a watermelon'
const AUTH = 'BTBZMqHH6r4Tts7J_aSIgg'
const SALT = 'DGv6ra1nlYgDCS1FRnbzlw'
const SENDER = {
  point: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  d: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
}
const BROWSER = {
  point: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  d: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
}
const MESSAGE =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'

const bytes = (text: string) => Buffer.from(text, 'base64url')

async function pairOf({ point, d }: typeof SENDER): Promise<CryptoKeyPair> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const [x, y] = [bytes(point).subarray(1, 33), bytes(point).subarray(33)]
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: x.toString('base64url'),
    y: y.toString('base64url'),
    d,
  }
  return {
    publicKey: await crypto.subtle.importKey('raw', bytes(point), curve, true, []),
    privateKey: await crypto.subtle.importKey('jwk', jwk, curve, true, ['deriveBits']),
  }
}

test('a message is encrypted as in the example of RFC 8291', async () => {
  const using = { salt: bytes(SALT), pair: await pairOf(SENDER) }
  const encrypted = await encrypt(TEXT, { p256dh: BROWSER.point, auth: AUTH }, using)
  expect(Buffer.from(encrypted).toString('base64url')).toBe(MESSAGE)
})

test('the local push service decrypts the example of RFC 8291', async () => {
  const browser = { pair: await pairOf(BROWSER), auth: bytes(AUTH) }
  expect(await decrypt(bytes(MESSAGE), browser)).toBe(TEXT)
})

test('each message has its own salt and key', async () => {
  const keys = { p256dh: BROWSER.point, auth: AUTH }
  const both = [await encrypt(TEXT, keys), await encrypt(TEXT, keys)]
  const [first, second] = both.map((one) => Buffer.from(one).toString('hex'))
  expect(first?.slice(0, 32)).not.toBe(second?.slice(0, 32))
  expect(first?.slice(42, 172)).not.toBe(second?.slice(42, 172))
})
