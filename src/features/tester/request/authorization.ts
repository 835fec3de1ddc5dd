import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../client/call.ts'
import { token } from '../../../client/token.ts'
import { seedPasswords } from '../../../contract/seed-passwords.ts'
import { type AuthChoice, usernameOf } from './auth-choice.ts'

/** Long enough for a series of requests, short enough to notice that the data were reset. */
const KEEP_TOKEN_MS = 60_000

const tokenQuery = (username: string) =>
  queryOptions({
    queryKey: ['tester', 'token', username],
    queryFn: async () => {
      const password = (seedPasswords as Record<string, string>)[username] ?? ''
      return (await call('POST /api/auth/login', { body: { username, password } })).encodedToken
    },
    staleTime: KEEP_TOKEN_MS,
    gcTime: KEEP_TOKEN_MS,
  })

/**
 * The header that the choice stands for; a seeded user is logged in through the API first.
 * @throws HttpError when that log-in fails
 */
export async function authorizationOf(
  choice: AuthChoice,
  client: QueryClient,
): Promise<Record<string, string>> {
  const username = usernameOf(choice)
  const encodedToken = username ? await client.fetchQuery(tokenQuery(username)) : token.read()
  return choice === 'none' || !encodedToken ? {} : { authorization: encodedToken }
}
