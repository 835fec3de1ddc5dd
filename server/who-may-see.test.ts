import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { decodeJwt } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { newUuid } from '../mocks/store/ids.ts'
import { fileOf, picture, starts } from '../mocks/testing/picture.ts'
import { TOKENS_HEADER } from '../sync/protocol.ts'
import { QUOTAS } from './quotas.ts'
import { organiser } from './testing/commands.ts'
import { club } from './testing/http-api.ts'
import { newFolder } from './testing/run-api.ts'

type Audience = 'everybody' | 'owner' | 'nobody'
/** A line of the table: the kinds of rows, and who may see what of them. */
type Line = { kinds: string[]; see: Record<(typeof columns)[number], Audience> }
const columns = ['rows', 'names', 'counts', 'existence', 'time'] as const

/** The table "Who may see what" of SECURITY.md. */
function readTable(): Line[] {
  const text = readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8')
  const [, section = ''] = /\n## Who may see what\n(.*?)\n## /s.exec(text) ?? []
  const lines = section.split('\n').filter((line) => line.startsWith('| `'))
  return lines.map((line) => {
    const [, first = '', ...cells] = line.split('|')
    const kinds = [...first.matchAll(/`([^`]+)`/g)].map(([, kind = '']) => kind)
    const words = cells.map((cell) => cell.trim() as Audience)
    const see = Object.fromEntries(columns.map((column, index) => [column, words[index]]))
    return { kinds, see: see as Line['see'] }
  })
}

const table = readTable()

/** The first line with a kind that a stored key has. */
function lineOf(key: string): Line | undefined {
  const matches = (kind: string) =>
    new RegExp(`^${kind.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}`).test(key)
  return table.find(({ kinds }) => kinds.some(matches))
}

type Reader = { name: string; token?: string }

/** A club with a file, its member vera, and mika, whom she mutes, and nothing yet that they have written. */
async function scene(changed: Parameters<typeof club>[0] = {}) {
  const { data, remove } = newFolder()
  onTestFinished(remove)
  const unlimited = { burst: 1e6, perSecond: 1e6 }
  const limits = { requests: unlimited, logIns: unlimited, copies: unlimited, signUps: unlimited }
  const imageHost = 'https://img.example.com/'
  const api = await club({ account: 'anna', data, limits, imageHost, ...changed })
  const join = async (username: string) => {
    const body = { username, password: 'Torque#1', name: username }
    const { encodedToken, createdUser } = await (await api.post('/api/auth/signup', body)).json()
    return { token: encodedToken as string, _id: createdUser._id as string, body }
  }
  const [vera, mika] = [await join('vera'), await join('mika')]
  /** Writes like a device: with a key that names the write. */
  const named: string[] = []
  const write = async (path: string, { token }: { token: string }, body?: object) => {
    const name = newUuid()
    named.push(name)
    const headers = { authorization: token, 'Idempotency-Key': name }
    const method = body ? 'POST' : 'DELETE'
    const sent = body instanceof FormData ? body : body && JSON.stringify(body)
    const response = await api.send(path, { method, headers, body: sent })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }
  const upload = async (by: { token: string }, file = picture()): Promise<string> => {
    const form = new FormData()
    form.set('file', file)
    return (await write('/api/uploads', by, form)).secure_url
  }
  /** @param names of the writes that the device awaits */
  const sync = async (since: string, { token }: Reader, names: readonly string[] = []) => {
    const tokens = token ? [token] : []
    const body = { since, writes: [], viewers: [vera._id, mika._id], tokens, names }
    return (await api.post('/api/changes', body)).json()
  }
  const copy = async ({ token }: Reader) => {
    const headers: HeadersInit = token ? { [TOKENS_HEADER]: token } : {}
    const path = `/api/replica?viewer=${vera._id}&viewer=${mika._id}`
    return (await api.send(path, { headers })).json()
  }
  return { ...api, data, vera, mika, named, write, upload, sync, copy, run: organiser(data) }
}

type Scene = Awaited<ReturnType<typeof scene>>

/** Everything that a reader can observe of the club, without what differs each time. */
async function observe({ send, post, copy, sync, vera }: Scene, reader: Reader, since: string) {
  const headers: HeadersInit = reader.token ? { authorization: reader.token } : {}
  const paths = ['/api/posts', '/api/users', `/api/users/${vera._id}`, '/api/posts/user/vera']
  const others = ['/api/users/muted', '/api/notifications', '/api/uploads/1', '/api/uploads/2']
  const replies = await Promise.all(
    [...paths, ...others, '/healthz', '/api/push', '/api/auth/keys'].map(async (path) => {
      const response = await send(path, { headers })
      const shown = [...response.headers].filter(
        ([name]) => !['date', 'server-timing', 'set-cookie'].includes(name),
      )
      return [path, response.status, shown, await response.text()]
    }),
  )
  const failed = await post('/api/auth/login', { username: 'vera', password: 'Wrong#123' })
  const steady = ({ now: _, ...reply }: { now: number }, cursor: object) =>
    JSON.stringify({ ...reply, ...cursor })
  const copied = await copy(reader)
  const changed = await sync(since, reader)
  const length = copied.first.cursor.length
  expect([copied.first.cursor, changed.changes.cursor]).not.toContain(since)
  return {
    replies,
    failed: [failed.status, await failed.text(), failed.headers.get('Retry-After')],
    copied: steady(copied, { first: { ...copied.first, cursor: length } }),
    changed: steady(changed, {
      changes: { ...changed.changes, cursor: changed.changes.cursor.length },
    }),
  }
}

/** The text of an event stream so far. `until` resolves when it has a text. */
async function listen({ send }: Scene, { token }: Reader) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const headers: HeadersInit = token ? { authorization: token } : {}
  const response = await send('/api/changes', { headers, signal: stop.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return async (part: string) => {
    while (!text.includes(part)) text += (await reader?.read())?.value ?? ''
    return text
  }
}

const POINT = async () => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const { publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign'])
  const { x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  return { x, y, name: 'Phone' }
}

test('who may see rows, names, counts, existence and time is as SECURITY.md says, for each kind of row in each channel (R17.11, R18.3)', async () => {
  const club = await scene()
  const { write, named, upload, copy, sync, vera, mika, post, send, run, data, close } = club
  const stranger: Reader = { name: 'a stranger' }
  const member: Reader = { name: 'another member', token: mika.token }
  const owner: Reader = { name: 'the owner', token: vera.token }

  // Rows that everybody may see, and notifications of vera's.
  const imageUrl = await upload(vera)
  const [first] = (await write('/api/posts', vera, { content: 'Old quarry', imageUrl })).posts
  const [other] = (await write('/api/posts', mika, { content: 'Rude' })).posts
  const about = { content: '@vera look' }
  const { comments } = await write(`/api/comments/add/${first._id}`, mika, about)
  await write(`/api/comments/upvote/${first._id}/${comments[0]._id}`, vera, {})
  for (const path of [`users/follow/${vera._id}`, `posts/like/${first._id}`])
    await write(`/api/${path}`, mika, {})
  await write(`/api/users/bookmark/${first._id}`, vera, {})
  await post('/api/devices', await POINT(), { authorization: vera.token })
  const since = (await copy(stranger)).first.cursor

  const streams = [stranger, member].map((reader) => listen(club, reader))
  const [strangers, members] = await Promise.all(streams)
  const own = await listen(club, owner)
  const before = await Promise.all([stranger, member].map((one) => observe(club, one, since)))

  // What concerns one person only.
  const { notifications } = await (
    await send('/api/notifications', { headers: { authorization: vera.token } })
  ).json()
  await write('/api/notifications/seen', vera, { _id: notifications[0]._id })
  const reason = { reason: 'insult', text: 'He means me' }
  await write(`/api/posts/report/${other._id}`, vera, reason)
  await write(`/api/users/report/${mika._id}`, vera, reason)
  await write(`/api/users/mute/${mika._id}`, vera, {})
  const draft = await upload(vera, fileOf(starts['image/png']))
  const movedUrl = await upload(vera, fileOf(starts['image/gif']))
  await write(`${movedUrl}/moved`, vera, { secure_url: 'https://img.example.com/ride.gif' })
  await post('/api/auth/login', vera.body)
  await send('/api/account/export', { headers: { authorization: vera.token } })
  await post('/api/push', SUBSCRIPTION, { authorization: vera.token, Origin: 'http://localhost:1' })
  await run('invite')
  await run('reports', '--json')

  const after = await Promise.all([stranger, member].map((one) => observe(club, one, since)))
  expect(after).toEqual(before)
  await write('/api/posts', mika, { content: 'Barrier' })
  const events = await Promise.all([strangers, members].map((read) => read?.('"added"')))
  for (const text of events) {
    expect(text?.match(/^data:.+$/gm)).toHaveLength(1)
    expect(text).not.toMatch(/heartbeat|notifications|isOwn/)
    expect(text?.match(/^id: .*-(\d+)$/gm)?.map((id) => Number(id.split('-').at(-1)))).toEqual(
      expect.arrayContaining([expect.any(Number)]),
    )
  }
  const ids = events.map((text) => text?.match(/-\d+$/gm)?.map((id) => -Number(id)) ?? [])
  for (const [from = 0, to = 0] of ids) expect(to - from).toBe(1)
  expect(await own('"added"')).toMatch(/"notifications".*"users"/s)

  // Rows by rows: nobody gets a kind that the table does not give them, and the owner gets each of hers.
  const given = async (reader: Reader) => {
    const changes = (await sync(since, reader)).changes
    const entries: [string, unknown][] = [...(await copy(reader)).entries, ...changes.entries]
    return { keys: entries.flatMap(([key, value]) => (value ? [key] : [])), changes }
  }
  const ownKinds = table.filter(({ see }) => see.rows === 'owner')
  for (const reader of [stranger, member]) {
    const { keys, changes } = await given(reader)
    expect(
      keys.filter((key) => isHers(key, vera._id) || lineOf(key)?.see.rows === 'nobody'),
    ).toEqual([])
    expect(changes.names, `${reader.name} awaits no write`).toEqual([])
  }
  const hers = await given(owner)
  for (const line of ownKinds)
    expect(
      hers.keys.some((key) => lineOf(key) === line),
      line.kinds.join(),
    ).toBe(true)
  expect(hers.changes.names, 'nor does the owner').toEqual([])
  const [name = '', unknown] = [named[0], newUuid()]
  expect((await sync(since, owner, [name, unknown])).changes.names).toEqual([[name, vera._id]])
  expect(hers.keys.filter((key) => lineOf(key)?.see.rows === 'nobody')).toEqual([])
  // Of a row that everybody sees, the sessions are hers alone.
  const { jti } = decodeJwt(vera.token)
  const hasSession = async (reader: Reader) => JSON.stringify(await copy(reader)).includes(`${jti}`)
  expect(await Promise.all([stranger, member, owner].map(hasSession))).toEqual([false, false, true])
  for (const headers of [new Headers(), new Headers({ authorization: mika.token })])
    expect((await send(draft, { headers })).status).toBe(404)

  // The table has all kinds of rows that a club stores, and no other.
  await close()
  const stored = new DatabaseSync(data, { readOnly: true })
  const keys = stored.prepare('SELECT CAST(key AS TEXT) AS key FROM rows').all() as {
    key: string
  }[]
  stored.close()
  expect(keys.flatMap(({ key }) => (lineOf(key) ? [] : [key]))).toEqual([])
  const used = new Set(keys.map(({ key }) => lineOf(key)))
  expect(table.filter((line) => !used.has(line)).map(({ kinds }) => kinds)).toEqual([])
}, 60_000)

/** Whether only vera may see an entry. */
function isHers(key: string, _id: string): boolean {
  return lineOf(key)?.see.rows === 'owner' && key.includes(_id)
}

const SUBSCRIPTION = {
  endpoint: 'https://push.example.com/a',
  keys: {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

test('reports count towards the quota of their author only', async () => {
  const quotas = { ...QUOTAS, writesPerMinute: 2 }
  const { post, vera, mika } = await scene({ quotas })
  const statusesOf = async (path: string, { token }: { token: string }) => {
    const replies: [number, string][] = []
    for (let n = 0; n < 12; n += 1) {
      const reply = await post(path, { reason: 'insult' }, { authorization: token })
      replies.push([reply.status, reply.status === 429 ? await reply.text() : ''])
    }
    return replies
  }
  const hers = await statusesOf(`/api/users/report/${mika._id}`, vera)
  const his = await statusesOf(`/api/users/report/${vera._id}`, mika)
  expect(hers.at(-1)?.[0]).toBe(429)
  expect(his).toEqual(hers)
})

test('a picture is shown to everybody while a row shows it, then and before to its owner, and evidence only to the organiser (R10.24)', async () => {
  const { send, upload, write, vera, mika, post, run } = await scene()
  const url = await upload(vera)
  const reply = await send(url, { headers: { authorization: vera.token } })
  const [cookie = ''] = reply.headers.get('Set-Cookie')?.split(';') ?? []
  const readers: [string, HeadersInit][] = [
    ['a stranger', {}],
    ['a member', { authorization: mika.token }],
    ['her element', { Cookie: cookie }],
    ['her token', { authorization: vera.token }],
  ]
  const statuses = () =>
    Promise.all(readers.map(async ([, headers]) => (await send(url, { headers })).status))
  expect(await statuses()).toEqual([404, 404, 200, 200])
  expect(reply.headers.get('Cache-Control')).toBe('no-store')
  const [{ _id }] = (await write('/api/posts', vera, { content: 'Rude', imageUrl: url })).posts
  expect(await statuses()).toEqual([200, 200, 200, 200])
  await write(`/api/posts/report/${_id}`, mika, { reason: 'insult' })
  await write(`/api/posts/${_id}`, vera)
  expect(await statuses()).toEqual([404, 404, 404, 404])
  const { password } = vera.body
  await post('/api/account/delete', { password }, { authorization: vera.token })
  expect(await statuses()).toEqual([404, 404, 404, 404])

  const { folder, remove } = newFolder()
  onTestFinished(remove)
  await run('report', '1', join(folder, 'evidence.zip'))
  expect(readFileSync(join(folder, 'evidence.zip')).includes('.webp')).toBe(true)
}, 30_000)
