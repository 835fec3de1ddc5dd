import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../client/call.ts'
import { token } from '../../../client/session.ts'
import { seedPasswords } from '../../../contract/seed-passwords.ts'
import { type AuthChoice, usernameOf } from './tester-request.ts'

/** Covers a series of requests, but is short enough to detect a reset of the data. */
const TOKEN_LIFETIME_MS = 60_000

const tokenQuery = (username: string) =>
  queryOptions({
    queryKey: ['tester', 'token', username],
    queryFn: async () => {
      const password = (seedPasswords as Record<string, string>)[username] ?? ''
      return (await call('POST /api/auth/login', { body: { username, password } })).encodedToken
    },
    staleTime: TOKEN_LIFETIME_MS,
    gcTime: TOKEN_LIFETIME_MS,
  })

/**
 * The authorization header for a choice. A seed user is logged in through the API first.
 * @throws HttpError if that log-in fails
 */
export async function authorizationOf(
  choice: AuthChoice,
  client: QueryClient,
): Promise<Record<string, string>> {
  const username = usernameOf(choice)
  const encodedToken = username ? await client.fetchQuery(tokenQuery(username)) : token.read()
  return choice === 'none' || !encodedToken ? {} : { authorization: encodedToken }
}
