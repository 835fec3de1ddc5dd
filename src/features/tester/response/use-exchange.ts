import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../client/call.ts'
import { token } from '../../../client/session.ts'
import { seedPasswords } from '../../../contract/seed-passwords.ts'
import { controlsQuery } from '../../../data/controls.ts'
import { type AuthChoice, type TesterRequest, usernameOf } from '../request/tester-request.ts'
import { type Exchange, isOwnApi, sendRequest } from './exchange.ts'

/**
 * The last exchange and the functions to start, cancel and edit one. A new request replaces the pending
 * one; the same request is not sent again while it is pending.
 */
export function useExchange(onDone: (done: Exchange) => void) {
  const client = useQueryClient()
  const [last, setLast] = useState<Exchange>()
  const [isPending, setIsPending] = useState(false)
  const running = useRef<{ abort: AbortController; text: string }>(undefined)
  useEffect(() => () => running.current?.abort.abort(), [])

  /** @param file sent in a form, in place of the body */
  async function send(request: TesterRequest, file?: File): Promise<void> {
    const text = JSON.stringify([request, file?.name, file?.lastModified])
    if (running.current?.text === text) return
    running.current?.abort.abort()
    const own = { abort: new AbortController(), text }
    running.current = own
    setIsPending(true)
    const done = await authorizationOf(request.auth, client).then(
      (authorization) => sendRequest(request, { authorization, signal: own.abort.signal, file }),
      () => loginFailed(request),
    )
    // A late response must not replace a newer one.
    if (running.current !== own) return
    running.current = undefined
    setIsPending(false)
    setLast(done)
    onDone(done)
    if (!isOwnApi(request.endpoint)) return
    // Every call can use up a failure or override of the mock. A write also changes data of the app.
    client.invalidateQueries(
      request.method === 'GET'
        ? { queryKey: controlsQuery.queryKey }
        : { predicate: ({ queryKey }) => queryKey[0] !== 'tester' },
    )
  }

  return {
    last,
    isPending,
    send,
    cancel: () => running.current?.abort.abort(),
    show: setLast,
    /** Replaces the shown response with an edited one (R14.10). */
    edit: (response: unknown) => setLast((old) => old && { ...old, response }),
  }
}

function loginFailed(request: TesterRequest): Exchange {
  const failure = 'Log-in for the authorization header failed. Nothing was sent.'
  return { request, at: Date.now(), timeMs: 0, response: undefined, failure }
}

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
async function authorizationOf(
  choice: AuthChoice,
  client: QueryClient,
): Promise<Record<string, string>> {
  const username = usernameOf(choice)
  const encodedToken = username ? await client.fetchQuery(tokenQuery(username)) : token.read()
  return choice === 'none' || !encodedToken ? {} : { authorization: encodedToken }
}
