import {
  mutationOptions,
  type QueryClient,
  type QueryFunctionContext,
  queryOptions,
} from '@tanstack/react-query'
import { createContext, use } from 'react'
import { call } from '../client/call.ts'
import { HttpError } from '../client/http.ts'
import { token, unlessLoggedOut } from '../client/session.ts'
import type { Body } from '../contract/calls.ts'
import { INVITATION_HEADER } from '../contract/invitation.ts'
import type { ViewedUser } from '../contract/viewed.ts'
import { forgetInvitation, invitation } from '../pwa/invitation.ts'
import { keepData } from '../pwa/offline.ts'
import { scoped } from '../pwa/scoped.ts'
import { sessionStore } from '../pwa/web-storage.ts'
import { toast } from '../ui/toast.ts'
import { errorText, report } from './query-client.ts'
import { VIEWER } from './query-keys.ts'

/** The signed-in user, or `null`. Calls the API only if there is a token (R3.12). */
export const viewerQuery = queryOptions({
  queryKey: VIEWER,
  queryFn: verify,
  staleTime: Number.POSITIVE_INFINITY,
})

/** In session storage, until the user sets a password. */
const ONE_TIME_KEY = scoped('gearheads-one-time')

/** Whether the log-in used a password that soon stops working for log-ins (R3.24). */
export const usesOneTimePassword = () => sessionStore.get(ONE_TIME_KEY) !== undefined
export const forgetOneTimePassword = () => sessionStore.remove(ONE_TIME_KEY)

const SESSION_ENDED = 'Your session has ended.'
/** In session storage, so that the log-in form still shows it after a reload. */
const ENDED_KEY = scoped('gearheads-ended')

/** Why the visitor has to log in again; `undefined` unless a session ended in this tab. */
export const sessionEndedText = () => sessionStore.get(ENDED_KEY)
export const setSessionEndedText = (text: string) => sessionStore.set(ENDED_KEY, text)

/** In local storage for a moment, so that other tabs learn that the account is gone, not only its session. */
export const DELETED_KEY = scoped('gearheads-deleted')

async function verify(context: QueryFunctionContext): Promise<ViewedUser | null> {
  await unlessLoggedOut()
  const { client, signal } = context
  const encodedToken = token.read()
  const wasSignedIn = Boolean(client.getQueryData(context.queryKey))
  if (!encodedToken) {
    if (wasSignedIn) {
      sessionStore.set(ENDED_KEY, SESSION_ENDED)
      toast('error', SESSION_ENDED)
    }
    return null
  }
  try {
    const { user } = await call('POST /api/auth/verify', { body: { encodedToken }, signal })
    sessionStore.remove(ENDED_KEY)
    return user
  } catch (error) {
    // An invalid token means signed out. The caller shows any other error.
    if (!(error instanceof HttpError) || error.response?.status !== 401) throw error
    // Another tab may have signed in meanwhile.
    if (token.read() !== encodedToken) return verify(context)
    token.forget()
    sessionStore.set(ENDED_KEY, SESSION_ENDED)
    report(error as HttpError, SESSION_ENDED)
    return null
  }
}

export const logIn = mutationOptions({
  mutationFn: (body: Body<'POST /api/auth/login'>) =>
    unlessOvertaken(() => call('POST /api/auth/login', { body })),
  onSuccess: (reply, _body, _result, { client }) => {
    if (!reply) return
    if (reply.mustSetPassword) sessionStore.set(ONE_TIME_KEY, 'true')
    startSession(client, reply.foundUser, reply.encodedToken)
  },
  meta: { done: 'User logged in', corrects: true },
})

export const signUp = mutationOptions({
  /** @param account.key the same for the same account, so that a sign-up whose reply was lost can be repeated */
  mutationFn: ({ key, ...body }: Body<'POST /api/auth/signup'> & { key: string }) =>
    unlessOvertaken(() =>
      call('POST /api/auth/signup', { body, key, headers: invitationHeader() }),
    ),
  onSuccess: (reply, _body, _result, { client }) => {
    if (!reply) return
    startSession(client, reply.createdUser, reply.encodedToken)
    // From now on there are data to lose.
    keepData()
  },
  onError(error) {
    const isRefused = error instanceof HttpError && error.response?.status === 403
    if (isRefused) forgetInvitation(errorText(error))
  },
  meta: { corrects: true },
})

/**
 * The reply to a log-in or sign-up; `undefined` if a session has begun meanwhile, by another one here or in another tab: that one
 * counts, and this one ends.
 */
async function unlessOvertaken<Reply extends { encodedToken: string }>(
  ask: () => Promise<Reply>,
): Promise<Reply | undefined> {
  const before = token.read()
  try {
    const reply = await ask()
    if (token.read() === before) return reply
    const body = { encodedToken: reply.encodedToken }
    await call('POST /api/auth/logout', { body })
  } catch (error) {
    if (token.read() === before) throw error
  }
  return undefined
}

function invitationHeader(): Record<string, string> {
  const { token } = invitation.get()
  return token ? { [INVITATION_HEADER]: token } : {}
}

function startSession(client: QueryClient, user: ViewedUser, encodedToken: string): void {
  token.save(encodedToken)
  forgetInvitation()
  sessionStore.remove(ENDED_KEY)
  // The lists that the landing screen has loaded may be old by now.
  client.invalidateQueries({ refetchType: 'none' })
  client.setQueryData(viewerQuery.queryKey, user)
}

/**
 * Remove the cached data of an earlier session. Queries in use stay: they have no data of a session, and a
 * mounted observer would not notice that its query is replaced.
 */
export function forgetScreens(client: QueryClient): void {
  client.removeQueries({
    predicate: (query) =>
      query.queryKey[0] !== viewerQuery.queryKey[0] && query.getObserversCount() === 0,
  })
}

/**
 * The signed-in user with their pending writes. The guard provides it to the screens behind it. A context
 * and not the query: when the session ends, no screen renders without a viewer before the guard removes it.
 */
export const ViewerContext = createContext<ViewedUser | undefined>(undefined)

/** The signed-in user with their pending writes, on screens behind the guard. */
export function useViewer(): ViewedUser {
  const viewer = use(ViewerContext)
  if (!viewer) throw new Error('This screen needs a signed-in user')
  return viewer
}
