import { expect, inject, onTestFinished, test } from 'vitest'
import { callThrough } from '../../src/client/call-through.ts'
import { guest } from '../../src/contract/guest.ts'
import { localDevice } from '../../sync/lab/devices.ts'
import { createSchema, startProcess } from '../testing/processes.ts'

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

test('devices of two processes miss no write, in whatever order the writes commit', async () => {
  const data = await createSchema(inject('postgres') ?? '')
  const processes = await Promise.all([startProcess(data), startProcess(data)])
  onTestFinished(async () => {
    await Promise.all(processes.map(({ kill }) => kill()))
  })
  const urls = processes.map(({ url }) => url)
  const devices = urls.map((url) =>
    localDevice({
      fetch: (request, init) =>
        typeof request === 'string'
          ? fetch(url + request, init)
          : fetch(url + pathOf(request), request),
    }),
  )
  const calls = urls.map((url) => callThrough((path, init) => fetch(url + path, init)))
  const [call = expect.fail()] = calls
  const { data: session } = await call('POST /api/auth/login', { body: guest })
  const token = session.encodedToken
  for (const device of devices) await device.logIn(token)

  let open = 8
  const writing = Array.from({ length: open }, async (_, writer) => {
    for (let n = 0; n < 6; n++) {
      const body = { content: `${writer}/${n}` }
      const { status } = await (calls[writer % 2] ?? call)('POST /api/posts', { body, token })
      expect(status).toBe(201)
    }
    open -= 1
  })
  // Each device reads while the others write, and writes as well.
  const reading = devices.map(async (device, index) => {
    for (let n = 0; open > 0; n++) {
      const body = { content: `device ${index}/${n}` }
      await device.call('POST /api/posts', { body, token })
      // With so many writers, a transaction may have to be tried again too often. The device then waits, too.
      await device.sync().catch(({ message }) => expect(message).toBe('busy'))
    }
  })
  await Promise.all([...writing, ...reading])
  for (const device of [...devices, ...devices]) await device.sync()
  const { posts } = (await call('GET /api/posts', { token, prefer: 'people=own' })).data
  const texts = posts.map(({ content }) => content)
  expect(new Set(texts).size).toBe(texts.length)
  for (const device of devices) {
    expect(await device.pending()).toEqual([])
    expect((await device.call('GET /api/posts', { token })).data.posts).toEqual(posts)
  }
}, 60_000)
