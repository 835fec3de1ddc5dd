import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { CHANGES_PATH, type Changes, CURSOR_HEADER } from '../src/contract/changes.ts'
import { ChangesSchema } from '../src/contract/changes-schema.ts'
import { guest } from '../src/contract/guest.ts'
import { ChangeLog } from './change-log.ts'
import { limitsFor } from './limits.ts'
import { httpApi } from './testing/http-api.ts'

type Event = { id: string; changes: Changes }

/** A connection to the event stream of a server. */
async function listen(url: string, query = '', headers: HeadersInit = {}) {
  const stop = new AbortController()
  const response = await fetch(`${url}${CHANGES_PATH}${query}`, { headers, signal: stop.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<Event> => {
    for (;;) {
      const [, data = '', id = ''] = /data: (.*)\nid: (.*)\n\n/.exec(text) ?? []
      if (id) {
        text = text.slice(text.indexOf(`id: ${id}`) + id.length)
        return { id, changes: v.parse(ChangesSchema, JSON.parse(data)) as Changes }
      }
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error('The stream ended')
      text += value
    }
  }
  return { response, next, stop: () => stop.abort() }
}

async function scene() {
  const api = await httpApi()
  const { encodedToken } = await (await api.post('/api/auth/login', guest)).json()
  const write = (content: string, tab = 'tab') =>
    api.post('/api/posts', { content }, { authorization: encodedToken, 'App-Tab': tab })
  const cursor = async () => (await api.send('/api/posts')).headers.get(CURSOR_HEADER) ?? ''
  return { ...api, write, cursor }
}

test('a write is an event for everybody who listens', async () => {
  const { url, write } = await scene()
  const streams = await Promise.all([listen(url), listen(url)])
  const tab = (await write('Live')).headers.get('App-Tab')
  for (const { next, response } of streams) {
    const { changes } = await next()
    expect(response.headers.get('Content-Type')).toContain('text/event-stream')
    expect(changes.by).toBe(tab)
    expect(changes.changes).toContainEqual(
      expect.objectContaining({ table: 'posts', kind: 'added' }),
    )
  }
})

test('with the name of a tab in an event, nobody can make that tab skip other changes', async () => {
  const { url, write, send } = await scene()
  const { next } = await listen(url)
  await write('Own', 'secret')
  const { by } = (await next()).changes
  expect(by).toMatch(/^[\w-]{43}$/)
  await write('Foreign', by)
  const foreign = await next()
  expect(foreign.changes.by).not.toBe(by)
  // A page knows its name before it writes, also one of another origin.
  const read = await send('/api/posts', {
    headers: { 'App-Tab': 'secret', Origin: 'http://localhost:5173' },
  })
  expect(read.headers.get('App-Tab')).toBe(by)
  expect(read.headers.get('Access-Control-Expose-Headers')).toContain('App-Tab')
})

test('a stream continues after the cursor of a reply, or after its last event', async () => {
  const { url, write, cursor } = await scene()
  const before = await cursor()
  await write('One')
  await write('Two')
  const first = await listen(url, `?after=${before}`)
  const { id } = await first.next()
  const second = await first.next()
  const resumed = await listen(url, `?after=${before}`, { 'Last-Event-ID': id })
  expect(await resumed.next()).toEqual(second)
})

test('a client with an unknown cursor, such as that of an earlier run, reads everything again', async () => {
  const { url, write } = await scene()
  const { next } = await listen(url, '', { 'Last-Event-ID': 'earlier-7' })
  const gap = await next()
  expect(gap.changes).toEqual({ by: '' })
  const reply = await write('After the gap')
  expect((await next()).changes.by).toBe(reply.headers.get('App-Tab'))
})

test('a cursor is known for at least 1,000 changes', () => {
  const log = new ChangeLog()
  const publish = (count: number) => {
    for (let n = 0; n < count; n++) log.publish({ by: `${n}`, changes: [] })
  }
  publish(10)
  const { cursor } = log
  publish(1_000)
  expect(log.since(cursor)).toHaveLength(1_000)
  expect(log.since(cursor)?.at(-1)?.cursor).toBe(log.cursor)
  publish(5_000)
  expect(log.since(cursor)).toBeUndefined()
  expect(log.since(log.cursor)).toEqual([])
})

test.each(['', ' ', '-x', '\n\ndata: {}', '.0', '-0\nevent: x'])(
  'a cursor with %j after it is unknown, because it would be written into the stream',
  (text) => {
    const log = new ChangeLog()
    expect(log.since(log.cursor + text)).toEqual(text ? undefined : [])
  },
)

test('an address has a number of streams, also behind a proxy', async () => {
  const limits = { ...limitsFor(), streams: 2 }
  const { url } = await httpApi({ limits, trustProxy: true })
  const from = (address: string) => listen(url, '', { 'X-Forwarded-For': address })
  const streams = [await from('192.0.2.1:1000'), await from('192.0.2.1:1001')]
  expect((await from('192.0.2.1:1002')).response.status).toBe(503)
  expect((await from('192.0.2.2')).response.status).toBe(200)
  streams[0]?.stop()
  await vi.waitFor(async () => expect((await from('192.0.2.1')).response.status).toBe(200))
})

test('the server closes while clients listen', async () => {
  const { url, close } = await scene()
  const { next } = await listen(url)
  const ended = expect(next()).rejects.toThrow()
  await vi.waitFor(() => close(), 2_000)
  await ended
})
