import { beforeEach, expect, it, vi } from 'vitest'
import { pageStore } from '../../../pwa/page-store.ts'
import { decodeSaved, encodeSaved } from '../formats/own-file.ts'
import { openHistory } from '../history/history.ts'
import { withoutSecrets } from '../redact.ts'
import { DEFAULT_REQUEST, type Sendable } from '../request/request-model.ts'
import type { Check } from './checks.ts'
import { MAX_SAVED } from './names.ts'
import {
  moved,
  nameProblem,
  openRow,
  type SavedRequest,
  sentRequests,
  withCopy,
  withName,
  withRequest,
  withRequests,
} from './saved.ts'

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  return () => vi.unstubAllGlobals()
})

let count = 0
const newList = () => openRow<SavedRequest>(`saved-${count++}`)
const request = (changes: Partial<Sendable> = {}) => ({ ...DEFAULT_REQUEST, ...changes })
const names = async (saved: ReturnType<typeof newList>) =>
  (await saved.list()).map(({ name }) => name)

it('keeps requests in their order, and replaces one of the same name (R14.22)', async () => {
  const saved = newList()
  expect(await saved.list()).toEqual([])
  await saved.update(withRequest('One', request()))
  const [, two] = await saved.update(withRequest('Two', request()))
  await saved.update(withRequest('one', request({ endpoint: '/x' })))
  expect(await names(saved)).toEqual(['One', 'Two'])
  expect((await saved.list())[0]?.request.endpoint).toBe('/x')
  await saved.update(moved(two?.id ?? '', -1))
  expect(await names(saved)).toEqual(['Two', 'One'])
  await saved.update(moved(two?.id ?? '', -1))
  expect(await names(saved)).toEqual(['Two', 'One'])
})

it('opens, runs and shares requests that an earlier version has stored', async () => {
  const name = `old-${count++}`
  const old = {
    id: 'a',
    name: 'Log in',
    request: {
      ...{ method: 'POST', endpoint: '/api/auth/login', auth: 'none' },
      ...{ headers: [], body: '{"username":"mira","password":"Boxer#1976"}' },
    },
    checks: [{ path: ['status'], kind: 'equals', value: 200 }],
  }
  const rows = pageStore(name, 'exchanges')
  await rows('readwrite', (store) => store.put([old], 'saved'))
  const list = await openRow<SavedRequest>(name).list()
  expect(list).toEqual([old])
  expect(sentRequests(list).get('a')).toEqual({ request: old.request })
  const { id: _, ...shared } = old
  expect(await decodeSaved(await encodeSaved(list))).toEqual([shared])
})

it('shares a store with the history, whose limit and clearing do not touch it', async () => {
  const name = `shared-${count++}`
  const history = openHistory(name)
  await openRow<SavedRequest>(name).update(withRequest('One', request()))
  const exchange = { request: request(), timeMs: 1, response: {} }
  await Promise.all(Array.from({ length: 60 }, (_, at) => history.add({ ...exchange, at })))
  expect(await history.list()).toHaveLength(50)
  await history.clear()
  expect(await history.list()).toEqual([])
  expect(await openRow<SavedRequest>(name).list()).toHaveLength(1)
})

it('loses nothing when two tabs save at the same time', async () => {
  const saved = newList()
  await Promise.all(['a', 'b', 'c'].map((name) => saved.update(withRequest(name, request()))))
  expect(await saved.list()).toHaveLength(3)
})

it('stores no secrets, but sends them until the page is reloaded (R14.22)', async () => {
  const saved = newList()
  const logIn = request({
    endpoint: '/api/auth/login',
    body: '{"username":"ada","password":"Torque#1"}',
  })
  const [stored] = await saved.update(withRequest('Log in', logIn))
  expect(JSON.stringify(await saved.list())).not.toContain('Torque')
  const sent = (list: readonly (SavedRequest | undefined)[]) => [
    ...sentRequests(list.filter((one) => one !== undefined)).values(),
  ]
  expect(sent([stored])).toEqual([{ request: logIn }])
  const renamed = await saved.update(withName(stored?.id ?? '', 'Other'))
  expect(sent(renamed)).toEqual([{ request: logIn }])
  const [later] = sent([stored && { ...stored, id: 'after a reload' }])
  expect(later?.request.body).not.toContain('Torque')
  expect(later?.note).toBe('Its password is not stored: open it and type it.')
})

it('sends placeholders for passwords after a reload, and says so (R14.29)', () => {
  const isRefused: Check = { path: ['status'], kind: 'equals', value: 401 }
  const auth = (id: string, call: string, fields: object, ...checks: Check[]): SavedRequest => ({
    ...{ id, name: id, checks },
    request: request({ endpoint: `/api/auth/${call}`, body: JSON.stringify(fields) }),
  })
  const list = [
    auth('sign up', 'signup', { username: 'Ada', name: 'Ada', password: '' }),
    auth('log in', 'login', { username: 'ada', password: '' }),
    auth('refused', 'login', { username: 'ada', password: '' }, isRefused),
    auth('seeded', 'login', { username: 'mira', password: 'Boxer#1976' }),
    auth('invalid', 'signup', { username: 'x', password: '' }, { ...isRefused, value: 400 }),
  ]
  const sent = [...sentRequests(list).values()]
  expect(sent.map(({ request, note }) => [JSON.parse(request.body).password, note])).toEqual([
    ['Copied#1', 'Its password is a placeholder.'],
    ['Copied#1', 'Its password is a placeholder.'],
    ['Not-it#1', 'Its password is a placeholder.'],
    ['Boxer#1976', undefined],
    ['', undefined],
  ])
})

it('keeps the public passwords of seeded users, and references to secrets (R14.22)', () => {
  const mira = request({ body: '{"username":"mira","password":"Boxer#1976"}' })
  expect(withoutSecrets(mira)).toEqual(mira)
  const chained = request({
    endpoint: '/api/x?token={{log-in.encodedToken}}',
    headers: [{ isUsed: true, header: 'Authorization', value: 'Bearer {{log-in.encodedToken}}' }],
    body: '{"encodedToken":"{{log-in.encodedToken}}"}',
  })
  expect(withoutSecrets(chained)).toEqual(chained)
  const mixed = request({ endpoint: '/api/x?token={{a.b}}c', body: '{"token":"{{a.b}}c"}' })
  expect(JSON.stringify(withoutSecrets(mixed))).not.toContain('}}c')
})

it('duplicates behind the original, under another name', async () => {
  const saved = newList()
  const [one] = await saved.update(withRequest('One', request()))
  await saved.update(withRequest('Two', request()))
  await saved.update(withCopy(one?.id ?? ''))
  expect(await names(saved)).toEqual(['One', 'One copy', 'Two'])
})

it('renames references with the request that they name', async () => {
  const saved = newList()
  const [post] = await saved.update(withRequest('Post', request()))
  await saved.update(withRequest('Like', request({ endpoint: '/{{post._id}}' })))
  const list = await saved.update(withName(post?.id ?? '', 'New post'))
  expect(list[1]?.request.endpoint).toBe('/{{new-post._id}}')
})

it('adds requests of a file under free names, up to a limit (R14.22)', async () => {
  const saved = newList()
  const added = { name: 'Post', request: request(), checks: [] }
  await saved.update(withRequests(Array.from({ length: MAX_SAVED + 1 }, () => added)))
  const all = await names(saved)
  expect(all).toHaveLength(MAX_SAVED)
  expect(all.slice(0, 2)).toEqual(['Post', 'Post 2'])
})

it('renames the references of requests of a file whose names are taken', async () => {
  const saved = newList()
  await saved.update(withRequest('Post', request()))
  const added = [
    { name: 'Post', request: request(), checks: [] },
    { name: 'Post 2', request: request({ endpoint: '/{{post.a}}/{{post-2.b}}' }), checks: [] },
  ]
  const list = await saved.update(withRequests(added))
  expect(list.map(({ name }) => name)).toEqual(['Post', 'Post 2', 'Post 2 2'])
  expect(list[2]?.request.endpoint).toBe('/{{post-2.a}}/{{post-2-2.b}}')
})

it('refuses names that references could not use', () => {
  const list = [{ id: 'a', name: 'Log in', request: request(), checks: [] }]
  expect(nameProblem('!', list)).toMatch(/letter/)
  expect(nameProblem('log IN', list)).toMatch(/Log in/)
  expect(nameProblem('log IN', list, 'a')).toBeUndefined()
})
