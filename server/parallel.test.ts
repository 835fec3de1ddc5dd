import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { errorReply } from '../mocks/error-replies.ts'
import type { Env } from './access.ts'
import { listen } from './http.ts'
import { limitsFor } from './limits.ts'
import { limitParallel } from './parallel.ts'

/** A server whose replies are not sent before `send` is called. */
async function scene(limits: { all: number; own: number; waiting: number }) {
  const { promise: sending, resolve: send } = Promise.withResolvers<void>()
  let arrived = 0
  const started: string[] = []
  const app = new Hono<Env>().onError((error) => errorReply(error))
  app.use((_, next) => {
    arrived++
    return next()
  })
  app.use(limitParallel((c) => c.req.path, limits))
  app.get('*', async (c) => {
    started.push(c.req.path)
    await sending
    return c.text('')
  })
  const { url, close } = await listen(
    app.fetch,
    { host: 'localhost', port: 0 },
    { ...limitsFor(), close: 50 },
  )
  onTestFinished(close)
  const ask = (path: string, init?: RequestInit) => fetch(url + path, init)
  const allArrived = (count: number) => expect.poll(() => arrived).toBe(count)
  return { send, started, ask, allArrived }
}

test('few large replies are made at the same time, and one address leaves room for others', async () => {
  const { send, started, ask, allArrived } = await scene({ all: 5, own: 3, waiting: 100 })
  const first = Array.from({ length: 9 }, () => ask('/a'))
  await allArrived(9)
  const others = [ask('/b'), ask('/b'), ask('/b')]
  await allArrived(12)
  expect(started.sort()).toEqual(['/a', '/a', '/a', '/b', '/b'])
  send()
  const replies = await Promise.all([...first, ...others])
  expect(replies.every(({ status }) => status === 200)).toBe(true)
  expect(started).toHaveLength(12)
})

test('a full queue refuses, and a client that gives up leaves it', async () => {
  const { send, ask, allArrived } = await scene({ all: 1, own: 1, waiting: 1 })
  const first = ask('/a')
  await allArrived(1)
  const client = new AbortController()
  const second = ask('/b', { signal: client.signal }).catch(() => 'gone')
  await allArrived(2)
  expect((await ask('/c')).status).toBe(503)
  client.abort()
  expect(await second).toBe('gone')
  send()
  expect((await first).status).toBe(200)
  expect((await ask('/d')).status).toBe(200)
})

test('one address waits in half of the queue, and the other half is for others', async () => {
  const { send, ask, allArrived } = await scene({ all: 1, own: 1, waiting: 4 })
  const first = [ask('/a'), ask('/a'), ask('/a')]
  await allArrived(3)
  expect((await ask('/a')).status).toBe(503)
  const others = [ask('/b'), ask('/c')]
  await allArrived(6)
  expect((await ask('/d')).status).toBe(503)
  send()
  const replies = await Promise.all([...first, ...others])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})
