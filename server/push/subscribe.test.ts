import { expect, test } from 'vitest'
import { httpApi } from '../testing/http-api.ts'
import { pushCalls, pushScene, startPushService } from '../testing/push-scene.ts'
import { isPublic, publicLookup } from './public-address.ts'

const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const ENDPOINT = 'https://push.example.com/a'
const NOT_HTTPS = 'endpoint: must be the https address of a push service'

async function club() {
  const api = await httpApi()
  const calls = pushCalls(api.send)
  return { api, ...calls, token: (await calls.logIn('mira')).token }
}

test('a subscription needs a session', async () => {
  const { subscribe } = await club()
  const response = await subscribe({ endpoint: ENDPOINT, keys: KEYS })
  expect(response.status).toBe(404)
  expect((await subscribe({ endpoint: ENDPOINT, keys: KEYS }, 'x.y.z')).status).toBe(404)
})

test.each([
  ['http://push.example.com/a', NOT_HTTPS],
  ['http://localhost:4000/a', NOT_HTTPS],
  ['https://localhost/a', NOT_HTTPS],
  ['https://127.0.0.1/a', NOT_HTTPS],
  ['https://2130706433/a', NOT_HTTPS],
  ['https://[::1]/a', NOT_HTTPS],
  ['https://169.254.169.254/latest/meta-data', NOT_HTTPS],
  ['https://intranet/a', NOT_HTTPS],
  ['https://push.example.com:8443/a', NOT_HTTPS],
  ['https://me:secret@push.example.com/a', NOT_HTTPS],
  ['file:///etc/passwd', NOT_HTTPS],
  ['push.example.com', NOT_HTTPS],
  [`https://push.example.com/${'x'.repeat(2_000)}`, 'endpoint: is too long'],
])('the endpoint %s is refused', async (endpoint, text) => {
  const { subscribe, token } = await club()
  const response = await subscribe({ endpoint, keys: KEYS }, token)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: [text] })
})

test.each([
  [{ ...KEYS, auth: 'AAAA' }, 'keys.auth: must be 16 bytes as base64url'],
  [{ ...KEYS, p256dh: 'AAAA' }, 'keys.p256dh: must be 65 bytes as base64url'],
  [{ auth: KEYS.auth }, 'keys.p256dh: This field is missing.'],
  [
    { ...KEYS, p256dh: Buffer.alloc(65, 4).toString('base64url') },
    'keys.p256dh: must be a point of the curve P-256',
  ],
])('the keys %j are refused', async (keys, text) => {
  const { subscribe, token } = await club()
  const response = await subscribe({ endpoint: ENDPOINT, keys }, token)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: [text] })
})

test('the endpoint of a real service is accepted; its reply tells nothing', async () => {
  const { subscribe, unsubscribe, token } = await club()
  const response = await subscribe({ endpoint: ENDPOINT, keys: KEYS, expirationTime: null }, token)
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({ subscribed: true })
  // As for one that was never there.
  for (const endpoint of [ENDPOINT, `${ENDPOINT}b`]) {
    const removed = await unsubscribe(endpoint)
    expect(removed.status).toBe(200)
    expect(await removed.json()).toEqual({ subscribed: false })
  }
})

test('a club without the option sends nothing to this machine', async () => {
  const service = await startPushService()
  const { subscribe, token } = await club()
  expect((await subscribe(await service.newBrowser(), token)).status).toBe(400)
})

test('subscriptions count for the quota of writes', async () => {
  const { subscribe, service, logIn } = await pushScene()
  expect((await subscribe(await service.newBrowser(), (await logIn('mira')).token)).status).toBe(
    201,
  )
  const api = await httpApi({
    controls: false,
    account: 'anna',
    quotas: {
      writesPerMinute: 1,
      megabytesPerHour: 1,
      reportsPerHour: 1,
      allWritesPerMinute: 100,
      allMegabytesPerHour: 100,
    },
  })
  const calls = pushCalls(api.send)
  const body = { username: 'anna', password: api.password ?? '' }
  const { data } = await calls.call('POST /api/auth/login', { body })
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) {
    const subscription = { endpoint: `${ENDPOINT}${n}`, keys: KEYS }
    const headers = { authorization: data.encodedToken }
    statuses.push((await api.post('/api/push', subscription, headers)).status)
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
})

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
])('%s is not an address of the internet', (address) => {
  expect(isPublic(address)).toBe(false)
})

test.each(['8.8.8.8', '142.250.1.1', '172.32.0.1', '2a00:1450:4001::1', '2600:1901::1'])(
  '%s is an address of the internet',
  (address) => {
    expect(isPublic(address)).toBe(true)
  },
)

test('a name is connected to by the addresses that were checked, and only if all are public', async () => {
  const look = (...addresses: string[]) =>
    new Promise((resolve) => {
      const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      const lookup = publicLookup(async () => found)
      lookup('push.example.com', { all: true }, (error, list) => resolve(error?.message ?? list))
    })
  expect(await look('8.8.8.8', '2600:1901::1')).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2600:1901::1', family: 6 },
  ])
  expect(await look('8.8.8.8', '127.0.0.1')).toBe('push.example.com is not public')
  expect(await look()).toBe('push.example.com has no address')
})
