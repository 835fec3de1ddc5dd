import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { token } from '../client/session.ts'
import { INVITATION_HEADER } from '../contract/invitation.ts'
import { invitation, keepInvitation } from '../pwa/invitation.ts'
import { localStore, sessionStore } from '../pwa/web-storage.ts'
import { toastsAreLoaded } from '../ui/toast.ts'
import {
  forgetScreens,
  logIn,
  sessionEndedText,
  setSessionEndedText,
  signUp,
  usesOneTimePassword,
  viewerQuery,
} from './auth.ts'
import { createQueryClient } from './query-client.ts'

const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const refusal = (status: number) => Response.json({ error: ['No.'] }, { status })
const account = { username: 'ada', password: 'p', name: 'Ada' }
const toasts = { show: vi.fn(), closeErrors: () => undefined }
toastsAreLoaded(toasts)
let client: QueryClient

beforeEach(() => {
  fetch.mockReset()
  toasts.show.mockReset()
  localStore.clear()
  sessionStore.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', new URL('http://gearheads.test/'))
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
afterEach(() => {
  client.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([
  ['the connection is lost', () => Promise.reject(new TypeError('Failed to fetch')), false],
  ['the username is taken', async () => refusal(422), false],
  ['the server fails', async () => refusal(500), false],
  ['the club refuses it', async () => refusal(403), true],
])('an invitation is kept until the club refuses it: %s (R3.25)', async (_, reply, isForgotten) => {
  keepInvitation('invitation=ey.1.2')
  fetch.mockImplementation(reply)
  const signingUp = new MutationObserver(client, signUp).mutate({ key: 'key', ...account })
  await expect(signingUp).rejects.toThrow()
  expect(new Headers(fetch.mock.calls[0]?.[1].headers).get(INVITATION_HEADER)).toBe('ey.1.2')
  expect(invitation.get()).toEqual(isForgotten ? { refusal: 'No.' } : { token: 'ey.1.2' })
})

test.each([
  ['log-in', undefined, () => new MutationObserver(client, logIn).mutate(account)],
  [
    'log-in with a one-time password',
    true,
    () => new MutationObserver(client, logIn).mutate(account),
  ],
  [
    'sign-up',
    undefined,
    () => new MutationObserver(client, signUp).mutate({ key: 'key', ...account }),
  ],
])(
  'a %s begins the session, and ends what was before it (R3.24, R3.25)',
  async (_, mustSetPassword, begin) => {
    const user = { _id: 'ada' }
    keepInvitation('invitation=ey.1.2')
    setSessionEndedText('Your session has ended.')
    client.setQueryData(['feed'], 'of a visitor')
    fetch.mockImplementation(async () =>
      Response.json({ foundUser: user, createdUser: user, encodedToken: 'token', mustSetPassword }),
    )
    await begin()
    expect([token.read(), client.getQueryData(viewerQuery.queryKey)]).toMatchObject(['token', user])
    expect([invitation.get().token, sessionEndedText()]).toEqual([undefined, undefined])
    expect(client.getQueryState(['feed'])?.isInvalidated).toBe(true)
    expect(usesOneTimePassword()).toBe(mustSetPassword ?? false)
  },
)

const reply = { createdUser: { _id: 'ada' }, encodedToken: 'late' }
test.each([
  ['the reply', () => Response.json(reply), ['/api/auth/signup', '/api/auth/logout']],
  ['a refusal', () => refusal(422), ['/api/auth/signup']],
])(
  'a session that has begun meanwhile stays when %s to a sign-up comes (R3.10)',
  async (_, answer, paths) => {
    fetch.mockImplementation(async (url) => {
      if (url !== '/api/auth/signup') return Response.json({})
      token.save('of a later log-in')
      return answer()
    })
    client = new QueryClient({ mutationCache: createQueryClient().getMutationCache() })
    client.setQueryData<unknown>(viewerQuery.queryKey, { _id: 'guest' })
    await new MutationObserver(client, signUp).mutate({ key: 'key', ...account })
    expect([token.read(), client.getQueryData(viewerQuery.queryKey)]).toEqual([
      'of a later log-in',
      { _id: 'guest' },
    ])
    expect(fetch.mock.calls.map(([url]) => url)).toEqual(paths)
    expect(toasts.show).not.toHaveBeenCalled()
  },
)

const readViewer = () => client.fetchQuery({ ...viewerQuery, staleTime: 0 })

test('only a token that the API rejects ends the session (R3.15)', async () => {
  token.save('token')
  fetch.mockImplementation(async () => refusal(500))
  await expect(readViewer()).rejects.toThrow('500')
  expect([token.read(), sessionEndedText()]).toEqual(['token', undefined])
  fetch.mockImplementation(async () => refusal(401))
  expect(await readViewer()).toBe(null)
  expect([token.read(), sessionEndedText()]).toEqual(['', 'Your session has ended.'])
  expect(toasts.show.mock.calls).toEqual([['error', 'No.', 'Your session has ended.']])
})

test('without a token, only a user who was signed in hears that the session has ended (R3.15)', async () => {
  expect(await readViewer()).toBe(null)
  expect([sessionEndedText(), toasts.show.mock.calls]).toEqual([undefined, []])
  client.setQueryData<unknown>(viewerQuery.queryKey, { _id: 'mira' })
  expect(await readViewer()).toBe(null)
  expect(sessionEndedText()).toBe('Your session has ended.')
  expect(toasts.show.mock.calls).toEqual([['error', 'Your session has ended.', undefined]])
})

test('a session that another tab has begun meanwhile is not ended with the old one', async () => {
  token.save('old')
  setSessionEndedText('Your session has ended.')
  fetch.mockImplementationOnce(async () => {
    token.save('new')
    return refusal(401)
  })
  fetch.mockImplementation(async () => Response.json({ user: { _id: 'mira' } }))
  expect(await readViewer()).toMatchObject({ _id: 'mira' })
  expect([token.read(), sessionEndedText()]).toEqual(['new', undefined])
})

test('of an earlier session, nothing stays in memory but the viewer and what is on the screen', () => {
  const left = { queryKey: ['left'] }
  const shown = { queryKey: ['shown'], enabled: false }
  for (const { queryKey } of [viewerQuery, left, shown])
    client.setQueryData<unknown>(queryKey, queryKey[0])
  const stop = new QueryObserver(client, shown).subscribe(() => undefined)
  forgetScreens(client)
  const keys = client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey)
  expect(keys).toEqual([viewerQuery.queryKey, shown.queryKey])
  stop()
})
