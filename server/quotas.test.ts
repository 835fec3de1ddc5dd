import { expect, test } from 'vitest'
import { fileOf, starts } from '../mocks/testing/picture.ts'
import { QUOTAS } from './quotas.ts'
import { club } from './testing/http-api.ts'

/** A club with two members, and their tokens. */
async function scene(quotas: Partial<typeof QUOTAS>, changed: Parameters<typeof club>[0] = {}) {
  const api = await club({ quotas: { ...QUOTAS, ...quotas }, ...changed })
  const tokenOf = async (username: string): Promise<string> => {
    const account = { username, password: 'Torque#1', name: username }
    return (await (await api.post('/api/auth/signup', account)).json()).encodedToken
  }
  return { ...api, anna: await tokenOf('anna'), ben: await tokenOf('ben') }
}

const statusesOf = (replies: Response[]) => replies.map(({ status }) => status)

test('an account that writes too much waits, and others do not', async () => {
  const { post, send, anna, ben } = await scene({ writesPerMinute: 1 })
  const write = (authorization: string) =>
    post('/api/posts', { content: 'Spam' }, { authorization, Prefer: 'return=minimal' })
  const replies = [1, 2, 3, 4, 5, 6, 7].map(() => write(anna))
  expect(statusesOf(await Promise.all(replies)).sort()).toEqual([201, 201, 201, 201, 201, 429, 429])
  const refused = await write(anna)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(50)
  expect((await refused.json()).error).toEqual([expect.stringContaining('Try again later.')])
  expect((await write(ben)).status).toBe(201)
  // Reads are no writes.
  expect((await send('/api/posts', { headers: { authorization: anna } })).status).toBe(200)
})

test('an account changes its password five times at once, because each change keeps a thread busy', async () => {
  const { post, anna, ben } = await scene({})
  const edit = { userData: { password: 'Torque#1' }, currentPassword: 'Torque#1' }
  const change = (authorization: string) => post('/api/users/edit', edit, { authorization })
  const replies = [1, 2, 3, 4, 5, 6].map(() => change(anna))
  // Some compare with a stored password that another one has replaced meanwhile.
  const statuses = statusesOf(await Promise.all(replies))
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  expect((await change(ben)).status).toBe(201)
  expect((await post('/api/posts', { content: 'Hi' }, { authorization: anna })).status).toBe(201)
})

test('a new password needs the current one, and guesses of it are limited (R9.13)', async () => {
  const { post, anna } = await scene({})
  const change = async (currentPassword?: string) => {
    const body = { userData: { password: 'Torque#2' }, currentPassword }
    return (await post('/api/users/edit', body, { authorization: anna })).status
  }
  expect(await change()).toBe(401)
  expect(await change('Torque#2')).toBe(401)
  const edit = { userData: { bio: 'Two wheels', password: '' } }
  expect((await post('/api/users/edit', edit, { authorization: anna })).status).toBe(201)
  expect(await change('Torque#1')).toBe(201)
  expect(await change('Torque#1')).toBe(401)
  expect([await change('a'), await change('b')]).toEqual([401, 429])
})

test('an account reports a limited number of times, because one person reads all reports', async () => {
  const { post, anna, ben } = await scene({ reportsPerHour: 2 })
  const accounts = ['cy', 'dot', 'eve'].map((username) => ({
    username,
    password: 'Torque#1',
    name: username,
  }))
  const ids: string[] = []
  for (const account of accounts)
    ids.push((await (await post('/api/auth/signup', account)).json()).createdUser._id)
  const report = (authorization: string) => (id: string) =>
    post(`/api/users/report/${id}`, { reason: 'spam' }, { authorization })
  const replies = await Promise.all(ids.map(report(anna)))
  expect(statusesOf(replies).sort()).toEqual([201, 201, 403])
  expect((await report(ben)(ids[0] ?? '')).status).toBe(201)
  expect((await post('/api/posts', { content: 'Hi' }, { authorization: anna })).status).toBe(201)
})

test('a report above the quota is refused, and does not hold back what its device sends after it (R18.7)', async () => {
  const { post, anna, ben } = await scene({ reportsPerHour: 1 })
  const postOf = async (content: string) => {
    const reply = await post('/api/posts', { content }, { authorization: ben })
    return (await reply.json()).posts[0]._id
  }
  const reports = [await postOf('One'), await postOf('Two')].map((postId) => {
    const params = { postId }
    return { call: 'POST /api/posts/report/:postId', params, body: { reason: 'spam' } }
  })
  const later = { call: 'POST /api/posts', params: {}, body: { content: 'Meet at six' } }
  const writes = [...reports, later].map((write, n) => {
    return { ...write, name: `write-${n}`, authorization: anna }
  })
  const { outcomes } = await (await post('/api/changes', { since: '', writes })).json()
  expect(outcomes).toMatchObject([{ status: 201 }, { status: 403 }, { status: 201 }])
})

test('the writes of a device count too, and those above the quota wait', async () => {
  const { post, anna } = await scene({ writesPerMinute: 1 })
  const writes = Array.from({ length: 8 }, (_, n) => ({
    name: `write-${n}`,
    call: 'POST /api/posts',
    params: {},
    authorization: anna,
    body: { content: 'Spam' },
  }))
  const reply = await (await post('/api/changes', { since: '', writes })).json()
  expect(reply.outcomes).toHaveLength(5)
})

test('all accounts together have a quota', async () => {
  const { post, anna, ben } = await scene({ allWritesPerMinute: 1 })
  const replies = [anna, ben, anna, ben, anna, ben].map((authorization) =>
    post('/api/posts', { content: 'Spam' }, { authorization }),
  )
  expect(statusesOf(await Promise.all(replies)).sort()).toEqual([201, 201, 201, 201, 201, 429])
})

test('the bytes of pictures and texts are limited by account and in all', async () => {
  const { send, anna, ben } = await scene({ megabytesPerHour: 3, allMegabytesPerHour: 5 })
  const upload = async (authorization: string) => {
    const body = new FormData()
    body.set('file', fileOf(starts['image/gif'], { size: 1_400_000 }))
    return (await send('/api/uploads', { method: 'POST', body, headers: { authorization } })).status
  }
  expect([await upload(anna), await upload(anna), await upload(anna)]).toEqual([201, 201, 429])
  expect([await upload(ben), await upload(ben)]).toEqual([201, 429])
})

test('letters that take several bytes count as such', async () => {
  // Those of a text count twenty times.
  const { post, anna } = await scene({ megabytesPerHour: 20 })
  const write = (content: string) => post('/api/posts', { content }, { authorization: anna })
  const replies = Array.from({ length: 18 }, () => write('あ'.repeat(20_000)))
  expect(statusesOf(await Promise.all(replies)).sort()).toEqual([...Array(16).fill(201), 429, 429])
})

test('people at one hotspot can sign up, as many as the operator expects', async () => {
  const signUps = async (peoplePerAddress?: number) => {
    const { post } = await club({ peoplePerAddress })
    const replies = Array.from({ length: 310 }, () => post('/api/auth/signup', {}))
    return statusesOf(await Promise.all(replies)).filter((status) => status === 400).length
  }
  expect(await signUps()).toBeLessThan(70)
  expect(await signUps(300)).toBeGreaterThanOrEqual(300)
})
