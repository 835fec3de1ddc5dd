import { expect, inject, onTestFinished, test } from 'vitest'
import { callThrough } from '../../src/client/call-through.ts'
import { guest } from '../../src/contract/guest.ts'
import { createSchema } from '../testing/processes.ts'
import { runApi } from '../testing/run-api.ts'
import { tcpProxy } from '../testing/tcp-proxy.ts'

/** A process whose connections to the database can be swallowed, as by a firewall that forgot them. */
async function swallowable() {
  const data = new URL(await createSchema(inject('postgres') ?? ''))
  const proxy = await tcpProxy(Number(data.port))
  onTestFinished(proxy.stop)
  data.port = String(proxy.port)
  const { url, end } = await runApi(data.href)
  onTestFinished(() => void end('SIGKILL'))
  const call = callThrough((path, init) => fetch(url + path, init))
  const { encodedToken: token } = (
    await call('POST /api/auth/login', {
      body: guest,
    })
  ).data
  const like = async (key: string) =>
    (await call('POST /api/posts/like/:postId', { params: { postId: '1' }, token, key })).status
  const read = async () => (await call('GET /api/posts')).status
  expect([await read(), await like('first')]).toEqual([200, 201])
  return { proxy, read, like, end }
}

test('while the line to the database swallows everything, requests get 503, and are well again after its return', async () => {
  const { proxy, read, like } = await swallowable()
  proxy.blackHole()
  const waiting = [...Array.from({ length: 6 }, read), ...['a', 'b', 'c'].map(like)]
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([503]))
  proxy.open()
  await expect.poll(read, { timeout: 20_000 }).toBe(200)
  // Each name is known, or is done now.
  await expect.poll(() => like('first'), { timeout: 20_000 }).toBe(201)
}, 90_000)

test('a process whose database does not reply ends on SIGTERM', async () => {
  const { proxy, read, end } = await swallowable()
  proxy.blackHole()
  const reading = read().catch(() => 0)
  expect(await end()).toEqual([0, null])
  await reading
}, 60_000)
