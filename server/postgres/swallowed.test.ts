import dns from 'node:dns'
import pg from 'pg'
import { expect, inject, type MockInstance, onTestFinished, test, vi } from 'vitest'
import { callThrough } from '../../src/client/call-through.ts'
import { serverErrors } from '../../src/contract/errors.ts'
import { guest } from '../../src/contract/guest.ts'
import { lockData } from '../adapters/pg-lock.ts'
import { openPool, PATIENCE } from '../adapters/pg-pool.ts'
import { createSchema } from '../testing/processes.ts'
import { runApi } from '../testing/run-api.ts'
import { tcpProxy } from '../testing/tcp-proxy.ts'

/** A line to the database that can be swallowed, as by a firewall that forgot its connections. */
async function swallowableLine() {
  const data = new URL(await createSchema(inject('postgres') ?? ''))
  const proxy = await tcpProxy(Number(data.port))
  onTestFinished(proxy.stop)
  data.port = String(proxy.port)
  return { proxy, data: data.href }
}

async function swallowable() {
  const { proxy, data } = await swallowableLine()
  const { url, end } = await runApi(data)
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

test('a start and a command do not wait without end for the lock of the data', async () => {
  const { proxy, data } = await swallowableLine()
  const client = new pg.Client(data)
  client.on('error', () => undefined)
  await client.connect()
  proxy.blackHole()
  await expect(lockData(client)).rejects.toThrow('timeout')
}, 30_000)

test('a connection that is swallowed while it is set up is closed, and the statement runs over another', async () => {
  const { proxy, data } = await swallowableLine()
  const pool = openPool(data)
  onTestFinished(pool.close)
  const send = pg.Client.prototype.query as (...given: unknown[]) => Promise<unknown>
  const query = vi.spyOn(pg.Client.prototype, 'query') as unknown as MockInstance<typeof send>
  onTestFinished(() => query.mockRestore())
  query.mockImplementationOnce(async function (this: pg.Client, ...given) {
    proxy.blackHole()
    return send.apply(this, given)
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const found = pool.query('SELECT 1 AS n')
  await vi.waitFor(() => expect(query).toHaveBeenCalled())
  await vi.advanceTimersByTimeAsync(PATIENCE)
  proxy.open()
  expect(await found).toEqual([{ n: 1 }])
})

test('a request does not wait without end for a name server that says nothing', async () => {
  const lookup = vi.spyOn(dns, 'lookup').mockReturnValue(undefined as never)
  onTestFinished(() => lookup.mockRestore())
  const pool = openPool('postgres://club@database.example/club')
  onTestFinished(pool.close)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let error: unknown
  void pool.query('SELECT 1').catch((thrown) => {
    error = thrown
  })
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    expect(error).toMatchObject({ message: serverErrors.noDatabase.text })
  }, 30_000)
  expect(lookup).toHaveBeenCalled()
})
