import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notRegistered } from '../contract/page-errors.ts'
import { recordTimers } from './testing/draft-tabs.ts'

let page: EventTarget
let drafts: typeof import('./drafts/draft-store.ts')
let reload: () => void
let reloaded: Promise<void>

/** A tab in which Mira is signed in and has begun to write. */
let clearTimers: () => void
let client: QueryClient

beforeEach(async () => {
  clearTimers = recordTimers()
  vi.resetModules()
  page = Object.assign(new EventTarget(), { cookie: '' })
  reloaded = new Promise((resolve) => {
    reload = resolve
  })
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('location', { reload, replace: reload })
  drafts = await import('./drafts/draft-store.ts')
  const { followSession } = await import('./session.ts')
  const { viewerQuery } = await import('./auth.ts')
  client = new QueryClient()
  client.setQueryData(viewerQuery.queryKey as readonly unknown[], { _id: 'mira' })
  followSession(client)
  drafts.writeDraft('mira/post', { text: 'Half a tho' })
})
afterEach(() => {
  clearTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function anotherTab(changes: Partial<StorageEvent>): Promise<void> {
  page.dispatchEvent(Object.assign(new Event('storage'), changes))
  await reloaded
}

test('when another tab logs out, the drafts of this one are removed too (R3.16)', async () => {
  await anotherTab({ key: null, oldValue: null, newValue: null })
  expect(drafts.readDraft('mira/post')).toBeUndefined()
})

test('when a user logs in again in another tab, this one reloads and keeps its drafts', async () => {
  await anotherTab({ key: 'gearheads-token', oldValue: 'a token', newValue: 'another token' })
  expect(drafts.readDraft('mira/post')?.text).toBe('Half a tho')
})

test.each([
  ['stores something else', { key: 'gearheads-theme', oldValue: 'light', newValue: 'dark' }],
  ['stores the same token', { key: 'gearheads-token', oldValue: 'a token', newValue: 'a token' }],
])('when another tab %s, this one stays', async (_, change) => {
  const leave = vi.fn()
  vi.stubGlobal('location', { reload: leave, replace: leave })
  page.dispatchEvent(Object.assign(new Event('storage'), change))
  expect(leave).not.toHaveBeenCalled()
})

test('text typed after another tab has logged out is not stored', async () => {
  const left = anotherTab({ key: null, oldValue: null, newValue: null })
  drafts.writeDraft('mira/post', { text: 'Half a thought' })
  expect(drafts.readDraft('mira/post')?.text).toBe('Half a tho')
  await left
})

const DELETED = 'Your account has been deleted.'

/** What the landing screen says when the page has left. */
async function farewell(): Promise<string | undefined> {
  await reloaded
  page.dispatchEvent(new Event('pagehide'))
  return (await import('./auth.ts')).sessionEndedText()
}

test.each([
  ['is deleted, every tab says so', true],
  ['logs out, no tab says that the account is deleted', false],
])('when a user %s (R3.30)', async (_, isDeleted) => {
  const setItem = vi.fn()
  vi.stubGlobal('localStorage', { setItem, clear: () => undefined })
  const { logOut } = await import('./log-out.ts')
  const { DELETED_KEY } = await import('./auth.ts')
  await logOut('mira', isDeleted)
  expect(await farewell()).toBe(isDeleted ? DELETED : undefined)
  expect(setItem.mock.calls.some(([key]) => key === DELETED_KEY)).toBe(isDeleted)
})

test('a log-out leaves nothing in storage, also of what the page stores at the end, and no cookie of pictures (R3.16, R3.26)', async () => {
  const { localStore, sessionStore } = await import('../pwa/web-storage.ts')
  const cookies: string[] = []
  vi.stubGlobal('document', {
    get cookie() {
      return 'a=1; gearheads-pictures-club=2'
    },
    set cookie(text: string) {
      cookies.push(text)
    },
  })
  localStore.set('gearheads-token', '')
  sessionStore.set('gearheads-before', 'yes')
  const { logOut } = await import('./log-out.ts')
  await logOut('mira')
  await reloaded
  expect([localStore.keys(''), sessionStore.keys('')]).toEqual([[], []])
  expect(cookies).toEqual(['gearheads-pictures-club=; Path=/; Max-Age=0'])
  sessionStore.set('gearheads-scroll', '/search?q=secret')
  page.dispatchEvent(new Event('pagehide'))
  expect(sessionStore.keys('')).toEqual([])
})

test.each([
  [['gearheads-deleted', null], DELETED],
  [['gearheads-token', null], undefined],
  [[null], undefined],
])('a tab that hears of the keys %j from another one says %j (R3.30)', async (keys, text) => {
  for (const key of keys) anotherTab({ key, oldValue: null, newValue: null })
  expect(await farewell()).toBe(text)
})

/** A session whose token has a part that ends it. */
async function signIn(): Promise<void> {
  const claims = { _id: 'mira', jti: 'id', exp: 1, end: 'end' }
  const { token } = await import('../client/session.ts')
  token.save(`head.${btoa(JSON.stringify(claims))}.signature`)
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
}

/** @returns the bodies of the requests that get these replies */
function replying(...replies: (() => Promise<Response>)[]): unknown[] {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', (_url: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(String(body)))
    return replies[bodies.length - 1]?.()
  })
  return bodies
}
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const status = (code: number) => async () => Response.json({}, { status: code })

test.each([
  ['has no reply', lost, 1],
  ['gets an error of the server', status(500), 1],
  ['succeeds', status(200), 0],
  ['says that the session is over', status(401), 0],
])('a log-out that %s is sent again at %j of the next starts (R3.32)', async (_, reply, again) => {
  await signIn()
  const bodies = replying(reply, status(200))
  const { endKeptSessions, logOut } = await import('./log-out.ts')
  await logOut('mira')
  expect(bodies).toHaveLength(1)
  await endKeptSessions()
  await endKeptSessions()
  expect(bodies).toEqual(Array(1 + again).fill({ encodedToken: 'mira.id.1.end' }))
})

test('a log-out that is on its way in one tab is not sent by another, which starts meanwhile (R3.32)', async () => {
  await signIn()
  let isHeld = false
  const request = (
    _name: string,
    { ifAvailable }: LockOptions,
    work: LockGrantedCallback<unknown>,
  ) => {
    const lock = ifAvailable && isHeld ? null : ({} as Lock)
    isHeld ||= lock !== null
    return work(lock)
  }
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} }, locks: { request } })
  const { promise: reply, resolve } = Promise.withResolvers<Response>()
  const bodies = replying(() => reply)
  const { endKeptSessions, logOut } = await import('./log-out.ts')
  const leaving = logOut('mira')
  await expect.poll(() => bodies).toHaveLength(1)
  const starting = endKeptSessions()
  resolve(Response.json({}))
  await Promise.all([leaving, starting])
  expect(bodies).toHaveLength(1)
})

test.each([
  ['the account is deleted', async () => (await import('./log-out.ts')).logOut('mira', true)],
  ['another tab does it', async () => anotherTab({ key: null, oldValue: null, newValue: null })],
])('a session is not ended when %s', async (_, leave) => {
  await signIn()
  const bodies = replying()
  await leave()
  expect(bodies).toEqual([])
})

test.each([
  ['is sent before', 0],
  ['is sent after', 1],
])(
  'a read that %s a log-out is not taken for a session that has ended (R2.2)',
  async (_, order) => {
    await signIn()
    vi.stubGlobal('location', Object.assign(new URL('http://gearheads.test/'), { replace: reload }))
    const asked: string[] = []
    const { promise: replied, resolve: reply } = Promise.withResolvers<void>()
    vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
      asked.push(url)
      await replied
      signal?.throwIfAborted()
      return Response.json({ error: [notRegistered.text] }, { status: notRegistered.status })
    })
    const { call } = await import('../client/call.ts')
    const { viewerQuery } = await import('./auth.ts')
    const { logOut } = await import('./log-out.ts')
    const ended = vi.fn()
    const { checkSessionWith } = await import('../client/session.ts')
    checkSessionWith(ended)
    const settled = vi.fn()
    const read = async () => {
      call('GET /api/notifications', {}).finally(settled)
      if (order === 1) client.fetchQuery({ ...viewerQuery, staleTime: 0 }).finally(settled)
      if (order === 0) await expect.poll(() => asked).toEqual(['/api/notifications'])
    }
    if (order === 0) await read()
    void logOut('mira')
    if (order === 1) await read()
    await expect.poll(() => asked).toContain('/api/auth/logout')
    reply()
    await reloaded
    expect(asked.filter((url) => url !== '/api/auth/logout')).toHaveLength(1 - order)
    expect([ended, settled].map(({ mock }) => mock.calls)).toEqual([[], []])
  },
)

test.each([
  [401, 'SessionOverError'],
  [500, 'HttpError'],
])(
  'a refused call means that the session is over only if its token is refused too: %i (R3.15)',
  async (code, error) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await signIn()
    vi.stubGlobal('location', new URL('http://gearheads.test/'))
    const refused = async () =>
      Response.json({ error: [notRegistered.text] }, { status: notRegistered.status })
    vi.stubGlobal('fetch', vi.fn(status(code)).mockImplementationOnce(refused))
    const { call } = await import('../client/call.ts')
    const reading = call('GET /api/users/bookmark', {}).catch((thrown) => thrown.constructor.name)
    expect(await reading).toBe(error)
  },
)
