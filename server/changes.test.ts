import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { newUuid } from '../mocks/store/ids.ts'
import { ChangesSchema } from '../scripts/api-description/club-operations.ts'
import { CHANGES_PATH, type Change, type Changes, CURSOR_HEADER } from '../src/contract/changes.ts'
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
      const [event = '', data = '', id = ''] = /data: (.*)\nid: (.*)\n\n/.exec(text) ?? []
      if (id) {
        text = text.slice(text.indexOf(event) + event.length)
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
  return { ...api, encodedToken, write, cursor }
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
  const { url, write, send, encodedToken: authorization } = await scene()
  const { next } = await listen(url)
  await write('Own', 'secret')
  const { by } = (await next()).changes
  expect(by).toMatch(/^[\w-]{43}$/)
  await write('Foreign', by)
  const foreign = await next()
  expect(foreign.changes.by).not.toBe(by)
  // A page knows its name before it writes, also one of another origin.
  const read = await send('/api/posts', {
    headers: { authorization, 'App-Tab': 'secret', Origin: 'http://localhost:5173' },
  })
  expect(read.headers.get('App-Tab')).toBe(by)
  expect(read.headers.get('Access-Control-Expose-Headers')).toContain('App-Tab')
})

test('the events of two accounts of one tab do not show that it is the same', async () => {
  const { url, write, post } = await scene()
  const other = { username: 'newcomer', password: 'Torque#1', name: 'New' }
  const { encodedToken } = await (await post('/api/auth/signup', other)).json()
  const { next } = await listen(url)
  await write('As the guest', 'shared')
  const first = (await next()).changes.by
  const headers = { authorization: encodedToken, 'App-Tab': 'shared' }
  const reply = await post('/api/posts', { content: 'As another member' }, headers)
  const second = (await next()).changes.by
  expect(second).not.toBe(first)
  expect(second).toBe(reply.headers.get('App-Tab'))
  await write('As the guest again', 'shared')
  expect((await next()).changes.by).toBe(first)
})

test('a log-out ends the streams of its session at once, and no other (R3.32)', async () => {
  const { url, post, write } = await scene()
  const own = { username: 'newcomer', password: 'Torque#1', name: 'New' }
  const { encodedToken: first } = await (await post('/api/auth/signup', own)).json()
  const { encodedToken: second } = await (await post('/api/auth/login', own)).json()
  const [ended, open] = await Promise.all(
    [first, second].map((authorization) => listen(url, '', { authorization })),
  )
  expect((await post('/api/auth/logout', { encodedToken: first })).status).toBe(200)
  await expect(ended?.next()).rejects.toThrow('The stream ended')
  // Its user has another session.
  const reply = await write('Live')
  let by: string | undefined = ''
  while (by === '') by = (await open?.next())?.changes.by
  expect(by).toBe(reply.headers.get('App-Tab'))
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
  const since = (cursor: string) => log.from(log.find(cursor) ?? -1)
  const publish = (count: number) => {
    for (let n = 0; n < count; n++) log.publish({ by: `${n}`, changes: undefined })
  }
  publish(10)
  const { cursor } = log
  publish(1_000)
  expect(since(cursor)).toHaveLength(1_000)
  expect(since(cursor)?.at(-1)?.cursor).toBe(log.cursor)
  publish(5_000)
  expect(since(cursor)).toBeUndefined()
  expect(since(log.cursor)).toEqual([])
})

test('a write of which only one user learns is an event for nobody else, also when it is repeated', async () => {
  const { url, post, write, encodedToken: authorization } = await scene()
  const other = { username: 'newcomer', password: 'Torque#1', name: 'New' }
  const { createdUser } = await (await post('/api/auth/signup', other)).json()
  const strange = await listen(url)
  const own = await listen(url, '', { authorization })
  /** Sends a write twice with one key. */
  const repeat = async (path: string, body: object, then?: () => Promise<void>) => {
    const headers = { authorization, 'App-Tab': 'tab', 'Idempotency-Key': newUuid() }
    for (const _ of ['first', 'repeated']) {
      expect((await post(path, body, headers)).status).toBeLessThan(300)
      await then?.()
    }
  }
  await repeat(`/api/users/report/${createdUser._id}`, { reason: 'spam' })
  await repeat(`/api/users/mute/${createdUser._id}`, {}, async () => {
    const { changes } = (await own.next()).changes
    expect(changes).toEqual([expect.objectContaining({ table: 'users', kind: 'changed' })])
  })
  await repeat('/api/posts', { content: 'Live' })
  await write('After it')
  const kind = async ({ next }: typeof own) => (await next()).changes.changes?.[0]?.kind
  for (const stream of [own, strange])
    for (const next of ['added', undefined, 'added']) expect(await kind(stream)).toBe(next)
})

test('how long a cursor is known shows nothing of the changes of one user, who misses none', () => {
  const post = { table: 'posts', kind: 'changed', _id: 'a' } as const
  const own = { table: 'notifications', kind: 'changed', _id: 'vera', isOwn: true } as const
  /** The numbers of changes for everybody after which the first cursor is known. */
  const knownWith = (owned: Change[]) => {
    const log = new ChangeLog()
    const { cursor } = log
    return Array.from({ length: 2_100 }, () => {
      log.publish({ by: 'tab', changes: [post, ...owned] })
      return log.find(cursor) !== undefined
    }).lastIndexOf(true)
  }
  const without = knownWith([])
  expect(knownWith([own])).toBe(without)
  expect(knownWith([own, { ...own, _id: 'mika' }, { ...own, table: 'users' }])).toBe(without)

  const log = new ChangeLog()
  const place = log.end
  for (let n = 0; n < 5_000; n += 1) {
    log.publish({ by: n === 0 ? 'first tab' : 'tab', changes: [{ ...own, _id: `${n % 2}` }] })
  }
  expect(log.from(place)).toEqual([])
  const changes = (by: string, _id: string) => [
    { cursor: log.cursor, changes: { by, changes: [{ ...own, _id }] } },
  ]
  expect(log.from(place, '0'), 'no tab has made all of them').toEqual(changes('', '0'))
  expect(log.from(place, '1')).toEqual(changes('tab', '1'))
  log.publish({ by: 'tab', changes: [post] })
  const tables = log.from(place, '1')?.map(({ changes: { changes } }) => changes?.[0]?.table)
  expect(tables).toEqual(['notifications', 'posts'])
})

test.each(['', ' ', '-x', '\n\ndata: {}', '.0', '-0\nevent: x'])(
  'a cursor with %j after it is unknown, because it would be written into the stream',
  (text) => {
    const log = new ChangeLog()
    expect(log.find(log.cursor + text)).toBe(text ? undefined : 0)
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
  await expect.poll(async () => (await from('192.0.2.1')).response.status).toBe(200)
})

test('the server closes while clients listen', async () => {
  const { url, close } = await scene()
  const { next } = await listen(url)
  const ended = expect(next()).rejects.toThrow()
  await vi.waitFor(() => close(), 2_000)
  await ended
})
