import { exportJWK } from 'jose'
import { expect, test } from 'vitest'
import { type DeviceKey, thumbprint } from '../mocks/domain/device-keys.ts'
import { uuidAt } from '../mocks/store/ids.ts'
import type { UserRow } from '../mocks/store/tables.ts'
import { fileOf, starts } from '../mocks/testing/picture.ts'
import { CARRIED_PICTURES_PATH, CHANGES_PATH, CLUB_HEADER } from '../src/contract/changes.ts'
import { DEVICES_PATH, type Device } from '../src/contract/devices.ts'
import { hashWrite, signClaims } from '../sync/courier/proof.ts'
import { PROOF_HEADER, type SentWrite, TOKENS_HEADER } from '../sync/protocol.ts'
import { QUOTAS } from './quotas.ts'
import { club } from './testing/http-api.ts'

/** What a member who reads the source can try with signed writes, over HTTP (docs/sync.md#courier). */

const DAY = 24 * 3_600_000
const PASSWORD = 'Torque#1'

const nameAt = (time: number) => uuidAt(`${time.toString(16).padStart(12, '0')}000`)

async function scene(changed: Parameters<typeof club>[0] = {}) {
  const api = await club({ quotas: { ...QUOTAS, ...changed.quotas }, ...changed })
  const clubId = (await api.send('/api/posts')).headers.get(CLUB_HEADER) ?? ''

  async function member(username: string) {
    const account = { username, password: PASSWORD, name: username }
    const { createdUser, encodedToken } = await (await api.post('/api/auth/signup', account)).json()
    return { _id: createdUser._id as string, token: encodedToken as string }
  }
  /** A device with a key that is registered with a token. */
  async function device(token: string, name = 'Chrome on Android') {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    const pair = await crypto.subtle.generateKey(algorithm, false, ['sign'])
    const { x = '', y = '' } = await exportJWK(pair.publicKey)
    const reply = await devices('POST', token, { x, y, name })
    return { key: pair.privateKey, kid: await thumbprint(x, y), status: reply.status }
  }
  const devices = (method: string, authorization: string, body?: object) =>
    api.send(DEVICES_PATH, {
      method,
      headers: { authorization },
      body: body && JSON.stringify(body),
    })
  const list = async (token: string): Promise<Device[]> =>
    (await (await devices('GET', token)).json()).devices
  const send = async (writes: SentWrite[], authorization = '') => {
    const reply = await api.post(CHANGES_PATH, { since: '', writes }, { authorization })
    return (await reply.json()).outcomes as { name: string; status: number; error?: string }[]
  }
  const statuses = async (...writes: SentWrite[]) =>
    (await send(writes)).map(({ status }) => status)
  const posts = async () =>
    (await (await api.send('/api/posts')).json()).posts as { content: string; username: string }[]
  return {
    ...api,
    clubId,
    member,
    newDevice: device,
    devices,
    list,
    sendWrites: send,
    statuses,
    posts,
  }
}

type Signer = { key: CryptoKey; kid: string }

/** Posts under one signature. */
async function sign(
  { key, kid }: Signer,
  claims: { club: string; author: string },
  contents: readonly string[],
  time = Date.now() - 1_000,
): Promise<SentWrite[]> {
  const call = 'POST /api/posts' as const
  const writes = contents.map((content) => ({
    name: nameAt(time),
    call,
    params: {},
    body: { content },
  }))
  const hashes = await Promise.all(writes.map(hashWrite))
  const listed = writes.map(({ name }, index): [string, string] => [name, hashes[index] ?? ''])
  const proof = await signClaims(key, kid, { ...claims, writes: listed })
  return writes.map((write) => ({ ...write, authorization: '', proof }))
}

async function signed(content = 'From the field', time?: number, writesPerMinute?: number) {
  const all = await scene({ quotas: { ...QUOTAS, ...(writesPerMinute && { writesPerMinute }) } })
  const anna = await all.member('anna')
  const ben = await all.member('ben')
  const device = await all.newDevice(anna.token)
  const claims = { club: all.clubId, author: anna._id }
  const [write] = await sign(device, claims, [content], time)
  return { ...all, anna, ben, device, claims, write: write ?? expect.fail() }
}

test('a signed write is done once, however often and by however many it is delivered (R16.20)', async () => {
  const { statuses, posts, write } = await signed()
  expect(await statuses(write, write)).toEqual([201, 201])
  expect(await statuses(write)).toEqual([201])
  expect(await posts()).toMatchObject([{ content: 'From the field', username: 'anna' }])
})

test('the author who sends the same write with a token gets the same result', async () => {
  const { sendWrites, statuses, posts, write, anna } = await signed()
  expect(await statuses(write)).toEqual([201])
  const own = { ...write, proof: undefined, authorization: anna.token }
  expect(await sendWrites([own])).toMatchObject([{ status: 201 }])
  expect(await posts()).toHaveLength(1)
})

test('a signature is worth exactly its writes', async () => {
  const { statuses, posts, write, ben, claims, device } = await signed()
  const edited = { ...write, body: { content: 'Forged' } }
  const renamed = { ...write, name: nameAt(Date.now() - 2_000) }
  const empty = { ...write, body: null }
  const other = {
    ...write,
    call: 'POST /api/comments/add/:postId' as const,
    params: { postId: '1' },
  }
  expect(await statuses(edited, renamed, empty, other)).toEqual([403, 403, 403, 403])
  const ofBen = await sign(device, { ...claims, author: ben._id }, ['Ben says'])
  const elsewhere = await sign(device, { ...claims, club: 'elsewhere' }, ['Copied'])
  expect(await statuses(...ofBen, ...elsewhere)).toEqual([403, 403])
  const [header, , signature] = (write.proof ?? '').split('.')
  const payload = Buffer.from(JSON.stringify({ ...claims, author: ben._id, writes: [] }))
  const swapped = [header, payload.toString('base64url'), signature].join('.')
  const unsigned = [...(write.proof ?? '').split('.').slice(0, 2), ''].join('.')
  for (const proof of [swapped, unsigned, '', 'x', 'a.b.c'])
    expect(await statuses({ ...write, proof })).toEqual([403])
  expect(await posts()).toEqual([])
})

test('a token beside a signature does not count, and a signature opens nothing else', async () => {
  const { statuses, send, posts, write, ben, anna } = await signed()
  expect(
    await statuses({ ...write, body: { content: 'Forged' }, authorization: ben.token }),
  ).toEqual([403])
  const headers = { [PROOF_HEADER]: write.proof ?? '', 'Idempotency-Key': write.name }
  const body = JSON.stringify(write.body)
  expect((await send('/api/posts', { method: 'POST', headers, body })).status).toBe(404)
  const authorization = write.proof ?? ''
  expect(
    (await send('/api/posts', { method: 'POST', headers: { authorization }, body })).status,
  ).toBe(404)
  expect((await send(DEVICES_PATH, { headers: { authorization } })).status).toBe(404)
  expect(await posts()).toEqual([])
  expect(anna.token).not.toBe('')
})

test('profiles, passwords and muted people cannot be changed by a signature (R16.19)', async () => {
  const { statuses, device, claims, ben } = await signed()
  const writes: Omit<SentWrite, 'name' | 'authorization'>[] = [
    { call: 'POST /api/users/edit' as const, params: {}, body: { userData: { bio: 'Mine' } } },
    { call: 'POST /api/users/mute/:id' as const, params: { id: ben._id }, body: undefined },
  ]
  for (const one of writes) {
    const write = { ...one, name: nameAt(Date.now() - 1_000) }
    const list: [string, string][] = [[write.name, await hashWrite(write)]]
    const proof = await signClaims(device.key, device.kid, { ...claims, writes: list })
    expect(await statuses({ ...write, authorization: '', proof })).toEqual([403])
  }
})

test('a signature is worth a week, and nothing before its time (R16.20)', async () => {
  const { statuses, device, claims } = await signed()
  const week = 7 * DAY
  const old = await sign(device, claims, ['Old'], Date.now() - week - 60_000)
  const young = await sign(device, claims, ['Young'], Date.now() - week + 60_000)
  const early = await sign(device, claims, ['Early'], Date.now() + DAY)
  expect(await statuses(...old, ...young, ...early)).toEqual([403, 201, 403])
})

test('a revoked device signs nothing more, and its session registers no other (R3.28)', async () => {
  const { statuses, devices, newDevice, list, device, claims, anna, write } = await signed()
  const [other] = await sign(device, claims, ['Seen'])
  expect(await statuses(other ?? write)).toEqual([201])
  expect(await list(anna.token)).toMatchObject([{ kid: device.kid, isThis: true }])
  expect((await devices('DELETE', anna.token, { kid: device.kid })).status).toBe(200)
  expect(await statuses(write)).toEqual([403])
  expect((await newDevice(anna.token)).status).toBe(403)
  expect(await list(anna.token)).toEqual([])
})

test('nobody removes the device of another', async () => {
  const { devices, list, device, anna, ben } = await signed()
  expect((await devices('DELETE', ben.token, { kid: device.kid })).status).toBe(404)
  expect((await devices('DELETE', '', { kid: device.kid })).status).toBe(404)
  expect(await list(anna.token)).toHaveLength(1)
})

test('the devices of other sessions end with them', async () => {
  const { statuses, post, list, write, anna } = await signed()
  const logIn = { username: 'anna', password: PASSWORD }
  const second = (await (await post('/api/auth/login', logIn)).json()).encodedToken
  const headers = { authorization: second }
  expect((await post('/api/auth/logout-others', {}, headers)).status).toBe(200)
  expect(await statuses(write)).toEqual([403])
  expect(await list(second)).toEqual([])
  expect((await list(anna.token)) ?? 'the session has ended').toBe('the session has ended')
})

test('the device of a session ends with its log-out, for everybody (R3.32)', async () => {
  const { statuses, post, send, write, anna } = await signed()
  expect((await post('/api/auth/logout', { encodedToken: anna.token })).status).toBe(200)
  expect(await statuses(write)).toEqual([403])
  const { entries } = await (await send(`/api/replica?viewer=${anna._id}`)).json()
  expect(entries.filter(([key]: [string]) => key.startsWith('devices/'))).toEqual([])
})

test('only devices of a user have something of their sessions; others get the keys that can sign', async () => {
  const { send, post, device, anna, ben } = await signed()
  const seenBy = async (token?: string) => {
    const headers: HeadersInit = token ? { [TOKENS_HEADER]: token } : {}
    const reply = await send(`/api/replica?viewer=${anna._id}`, { headers })
    const entries: [string, unknown][] = (await reply.json()).entries
    const valuesOf = (prefix: string) =>
      entries.filter(([key]) => key.startsWith(prefix)).map(([, value]) => value)
    const [user] = (valuesOf('users/') as UserRow[]).filter(({ _id }) => _id === anna._id)
    const keys = (valuesOf('devices/') as DeviceKey[][]).flat()
    return {
      sessions: user?.sessions,
      keys: keys.filter(({ session }) => session.userId === anna._id),
    }
  }
  const hidden = { sessions: { id: '', kept: '' } }
  const none = { userId: anna._id, id: '', hash: '', exp: 253_402_300_799 }
  for (const token of [undefined, ben.token]) {
    const { kid, x, y } = (await seenBy(token)).keys[0] ?? expect.fail()
    expect(await seenBy(token)).toEqual({ ...hidden, keys: [{ kid, x, y, session: none }] })
    expect(kid).toBe(device.kid)
  }
  const own = await seenBy(anna.token)
  const { exp, hash } = own.keys[0]?.session ?? expect.fail()
  // A day, and of the token an id without a time.
  expect([own.sessions, exp % (24 * 3_600), hash]).toEqual([
    undefined,
    0,
    expect.stringMatching(/^[\w-]{22}$/),
  ])

  const logIn = { username: 'anna', password: PASSWORD }
  const second = (await (await post('/api/auth/login', logIn)).json()).encodedToken
  await post('/api/auth/logout-others', {}, { authorization: second })
  expect(await seenBy(ben.token)).toEqual({ ...hidden, keys: [] })
  expect((await seenBy(second)).sessions).toMatchObject({ kept: expect.stringMatching(/./) })
  // Its session is over, so it is a device of anybody.
  expect(await seenBy(anna.token)).toEqual({ ...hidden, keys: [] })
})

test('a session has one key, and a user ten (R3.28)', async () => {
  const { post, newDevice, list, anna } = await signed()
  await newDevice(anna.token, 'Again')
  expect(await list(anna.token)).toMatchObject([{ name: 'Again' }])
  const logIn = { username: 'anna', password: PASSWORD }
  for (let n = 0; n < 11; n++) {
    const { encodedToken } = await (await post('/api/auth/login', logIn)).json()
    await newDevice(encodedToken, `Phone ${n}`)
  }
  const names = (await list(anna.token)).map(({ name }) => name)
  expect(names).toHaveLength(10)
  expect(names[0]).toBe('Phone 10')
})

test.each([
  [
    { x: 'A'.repeat(43), y: 'A'.repeat(43), name: '' },
    'x: must be a point of the curve P-256, with y',
  ],
  [{ x: 'A', y: 'A', name: '' }, 'x: must be 32 bytes as base64url'],
  [{ x: 'A'.repeat(43), y: 'A'.repeat(43), name: 'x'.repeat(201) }, 'name: is too long'],
])('the key %j is refused', async (key, text) => {
  const { devices, anna } = await signed()
  const reply = await devices('POST', anna.token, key)
  expect(reply.status).toBe(400)
  expect(await reply.json()).toEqual({ error: [text] })
})

test('a flood counts for its author, and holds up neither the courier nor the others', async () => {
  const all = await scene({ quotas: { ...QUOTAS, writesPerMinute: 2 } })
  const [anna, ben, tove] = [
    await all.member('anna'),
    await all.member('ben'),
    await all.member('tove'),
  ]
  const claims = { club: all.clubId, author: anna._id }
  const device = await all.newDevice(anna.token)
  const flood = await sign(
    device,
    claims,
    Array.from({ length: 15 }, (_, n) => `Spam ${n}`),
  )
  const quiet = await sign(await all.newDevice(ben.token), { club: all.clubId, author: ben._id }, [
    'Hi',
  ])
  const own: SentWrite = {
    name: nameAt(Date.now() - 500),
    call: 'POST /api/posts',
    params: {},
    body: { content: 'Mine' },
    authorization: tove.token,
  }
  const outcomes = await all.sendWrites([...flood, ...quiet, own], tove.token)
  const names = outcomes.map(({ name }) => name)
  expect(names).toContain(quiet[0]?.name)
  expect(names).toContain(own.name)
  // The registration of the device counts, too.
  expect(outcomes).toHaveLength(2 + 9)
})

test('a write that is delivered again and again costs its author nothing', async () => {
  const all = await scene({ quotas: { ...QUOTAS, writesPerMinute: 2 } })
  const anna = await all.member('anna')
  const device = await all.newDevice(anna.token)
  const claims = { club: all.clubId, author: anna._id }
  const writes = await sign(device, claims, ['One', 'Two'])
  for (let round = 0; round < 15; round++) await all.statuses(...writes)
  expect(await all.posts()).toHaveLength(2)
  const own = await all.post('/api/posts', { content: 'Mine' }, { authorization: anna.token })
  expect(own.status).toBe(201)
})

test('a picture is delivered by its signature, and no other picture is, at the cost of one write', async () => {
  const { send, device, claims, anna, ben, post } = await signed(undefined, undefined, 2)
  const file = fileOf(starts['image/png'])
  const name = nameAt(Date.now() - 1_000)
  const bytes = await file.arrayBuffer()
  const upload = { call: 'POST /api/uploads', params: {}, file: { bytes } }
  const list: [string, string][] = [[name, await hashWrite(upload)]]
  const proof = await signClaims(device.key, device.kid, { ...claims, writes: list })
  const deliver = (picture: Blob) => {
    const body = new FormData()
    body.set('file', picture)
    const headers = {
      authorization: ben.token,
      [PROOF_HEADER]: proof,
      'Idempotency-Key': name,
    }
    return send(CARRIED_PICTURES_PATH, { method: 'POST', headers, body })
  }
  expect((await deliver(fileOf(starts['image/gif']))).status).toBe(403)
  expect((await deliver(file)).status).toBe(201)
  const seen = await send(`/api/uploads/${name}`, { headers: { authorization: anna.token } })
  expect(seen.status).toBe(200)
  for (let again = 0; again < 15; again++) await deliver(file)
  const own = await post('/api/posts', { content: 'Mine' }, { authorization: anna.token })
  expect(own.status).toBe(201)
  const show = { content: '', imageUrl: `/api/uploads/${name}` }
  expect((await post('/api/posts', show, { authorization: ben.token })).status).toBe(201)
})

test('an export of an account has its devices, and its removal ends them', async () => {
  const { send, post, list, statuses, anna, write } = await signed()
  const headers = { authorization: anna.token }
  const exported = await (await send('/api/account/export', { headers })).json()
  expect(exported.devices).toEqual([
    { name: 'Chrome on Android', createdAt: expect.any(String), usedAt: expect.any(String) },
  ])
  expect(await list(anna.token)).toHaveLength(1)
  expect((await post('/api/account/delete', { password: PASSWORD }, headers)).status).toBe(200)
  expect(await statuses(write)).toEqual([403])
})
