import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Body } from '../contract/calls.ts'
import type { User } from '../contract/entities.ts'
import { keepData } from '../pwa/device-report.ts'
import { call } from './call.ts'
import { HttpError } from './http.ts'
import { report } from './query-client.ts'
import { token } from './token.ts'
import { VIEWER } from './user-cache.ts'

/** The signed-in user, or nobody. Asks the API only if there is a token (spec §4). */
export const viewerQuery = queryOptions({
  queryKey: VIEWER,
  queryFn: verify,
  staleTime: Number.POSITIVE_INFINITY,
})

async function verify({ signal }: { signal: AbortSignal }): Promise<User | null> {
  const encodedToken = token.read()
  if (!encodedToken) return null
  try {
    return (await call('POST /api/auth/verify', { body: { encodedToken }, signal })).user
  } catch (error) {
    // A token that is no longer good means signed out; anything else is for the caller to show.
    if (!(error instanceof HttpError) || error.response?.status !== 401) throw error
    token.forget()
    report(error)
    return null
  }
}

export const logIn = mutationOptions({
  mutationFn: (body: Body<'POST /api/auth/login'>) => call('POST /api/auth/login', { body }),
  onSuccess: ({ foundUser, encodedToken }, _body, _result, { client }) =>
    startSession(client, foundUser, encodedToken),
  meta: { done: 'User logged in' },
})

export const signUp = mutationOptions({
  mutationFn: (body: Body<'POST /api/auth/signup'>) => call('POST /api/auth/signup', { body }),
  onSuccess: ({ createdUser, encodedToken }, _body, _result, { client }) => {
    startSession(client, createdUser, encodedToken)
    // From here on there is something to lose.
    keepData()
  },
})

function startSession(client: QueryClient, user: User, encodedToken: string): void {
  token.save(encodedToken)
  // Nothing of an earlier session may show; what both see is asked for again.
  client.getQueryCache().clear()
  client.setQueryData(viewerQuery.queryKey, user)
}
