import { expect, test } from 'vitest'
import { memoryStore } from '../store/adapters/memory.ts'
import { testApi } from '../testing/api.ts'
import { valuesUnder } from '../testing/stores.ts'

const failure = { id: 'f', method: 'GET', path: '/api/users', status: 503 }
const override = { method: 'GET', path: '/api/garage', status: 200, body: 1 }

test('a reset sets data, settings and viewer at once (R13.6)', async () => {
  const { call, signUp } = testApi()
  await signUp('ada')
  await call('POST /api/mock/settings', { body: { delay: 9, overrides: [override] } })
  const settings = { now: '2026-05-01T12:00:00Z', failures: [failure] }
  const body = { seed: { users: 3, posts: 4 }, settings, viewer: 'guest' }
  const { data } = await call('POST /api/mock/reset', { body })
  expect(data.settings).toEqual({ delay: 0, overrides: [], defects: [], ...settings })
  expect(data.counts).toMatchObject({ users: 3, posts: 4 })
  const verified = await call('POST /api/auth/verify', {
    body: { encodedToken: data.encodedToken ?? '' },
  })
  expect(verified.data.user.username).toBe('guest')
})

test('a reset restores a snapshot', async () => {
  const { call, signUp } = testApi()
  await signUp('ada')
  const { data: snapshot } = await call('GET /api/mock/snapshot')
  await call('POST /api/mock/reset', { body: { seed: 'empty' } })
  const { data } = await call('POST /api/mock/reset', { body: { snapshot, viewer: 'ada' } })
  expect(data.counts.users).toBe(6)
  expect(data.encodedToken).toEqual(expect.any(String))
  expect((await call('GET /api/mock/snapshot')).data).toEqual(snapshot)
})

test.each([
  ['seed', {}],
  ['seed', { seed: 'empty', snapshot: 'theirs' }],
  ['snapshot.version', { snapshot: {} }],
  ['version', { snapshot: 'old' }],
  ['viewer', { seed: 'default', viewer: 'ada' }],
  ['viewer', { seed: 'empty', viewer: 'guest' }],
  // Replaces nothing, so it would be a log-in without a password.
  ['viewer', { seed: 'guest', viewer: 'mira' }],
  ['settings.delya', { seed: 'empty', settings: { delya: 1 } }],
  ['settings.now', { seed: 'empty', settings: { now: 'soon' } }],
  [
    'settings.failures.0.path',
    { seed: 'empty', settings: { failures: [{ ...failure, path: '/api/:x' }] } },
  ],
])('a reset with an invalid %s in %j changes nothing', async (field, given) => {
  const store = memoryStore()
  const { call, signUp } = testApi(store)
  await signUp('ada')
  const { data: theirs } = await call('GET /api/mock/snapshot')
  const snapshots: Record<string, object> = { theirs, old: { ...theirs, version: 1 } }
  const { snapshot } = given as { snapshot?: string | object }
  const filled = typeof snapshot === 'string' ? { ...given, snapshot: snapshots[snapshot] } : given
  const before = await valuesUnder(store)
  const { status, error } = await call('POST /api/mock/reset', { text: JSON.stringify(filled) })
  expect([status, error?.[0]?.split(': ')[0]]).toEqual([400, field])
  expect(await valuesUnder(store)).toEqual(before)
})
