import { expect, inject, test } from 'vitest'
import { migrations } from '../../mocks/migrations.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { guest } from '../../src/contract/guest.ts'
import { httpApi } from '../testing/http-api.ts'
import { openPostgresAt } from '../testing/pg-store.ts'
import { createSchema } from '../testing/processes.ts'

test('a process that another one has overtaken says so, fails its check, and shows no data that it does not understand', async () => {
  const data = await createSchema(inject('postgres') ?? '')
  const { send, post } = await httpApi({ data })
  const { encodedToken: authorization } = await (await post('/api/auth/login', guest)).json()
  expect((await send('/healthz')).status).toBe(200)
  const store = openPostgresAt(async () => data)
  await store.write(new Map([['meta/version', migrations.length + 1]]))

  // Also to a process that has not tried to write since.
  for (const path of ['/api/posts?limit=1', '/api/replica', '/api/users/1', '/api/auth/keys']) {
    expect([path, (await send(path)).status]).toEqual([path, 503])
    await store.write(new Map([['meta/version', migrations.length]]))
    expect((await send(path)).status).toBeLessThan(500)
    await store.write(new Map([['meta/version', migrations.length + 1]]))
  }
  const refused = await post('/api/posts', { content: 'x' }, { authorization })
  expect(refused.status).toBe(503)
  expect(refused.headers.get('Retry-After')).toBe('20')
  expect(await refused.json()).toEqual({ error: [apiErrors.olderServer.text] })
  const sync = { since: '', viewers: [], tokens: [], nonce: '1', writes: [] }
  for (const reply of [
    await send('/api/posts?limit=1'),
    await send('/api/replica'),
    await post('/api/changes', sync),
  ]) {
    expect([reply.url, reply.status]).toEqual([reply.url, 503])
    // Of the club: the phone does not take it for a proxy.
    expect(reply.headers.has('Gearheads-Club')).toBe(true)
  }
  await expect.poll(async () => (await send('/healthz')).status, { timeout: 10_000 }).toBe(503)

  // The update was rolled back.
  await store.write(new Map([['meta/version', migrations.length]]))
  expect((await send('/api/posts?limit=1')).status).toBe(200)
})
