import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../client/call.ts'
import { token } from '../../../client/session.ts'
import { seedPasswords } from '../../../contract/seed-passwords.ts'
import { controlsQuery } from '../../../data/controls.ts'
import { authorizationFor, isOwnApi } from '../request/address.ts'
import { type AuthChoice, type Sendable, usernameOf } from '../request/request-model.ts'
import { type Exchange, sendRequest } from './exchange.ts'

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

  /**
   * @param file sent in a form, in place of the body
   * @param saved the id of the saved request that this is
   * @returns undefined if another request has replaced it
   */
  async function send(
    request: Sendable,
    { file, saved }: { file?: File; saved?: string } = {},
  ): Promise<Exchange | undefined> {
    const text = JSON.stringify([request, file?.name, file?.lastModified])
    if (running.current?.text === text) return undefined
    running.current?.abort.abort()
    const own = { abort: new AbortController(), text }
    running.current = own
    setIsPending(true)
    const choice = authorizationFor(request.endpoint, request.auth)
    const sent = await authorizationOf(choice, client).then(
      (authorization) => sendRequest(request, { authorization, signal: own.abort.signal, file }),
      () => loginFailed(request),
    )
    // A late response must not replace a newer one.
    if (running.current !== own) return undefined
    const done = saved ? { ...sent, saved } : sent
    running.current = undefined
    setIsPending(false)
    setLast(done)
    onDone(done)
    if (!isOwnApi(request.endpoint)) return done
    // Every call can use up a failure or override of the mock. A write also changes data of the app.
    client.invalidateQueries(
      request.method === 'GET'
        ? { queryKey: controlsQuery.queryKey }
        : { predicate: ({ queryKey }) => queryKey[0] !== 'tester' },
    )
    return done
  }

  return {
    last,
    isPending,
    send,
    cancel: () => running.current?.abort.abort(),
    show: setLast,
    /** Shows why a request is not sent. */
    refuse: (request: Sendable, reason: string) => {
      running.current?.abort.abort()
      running.current = undefined
      setIsPending(false)
      setLast({ ...notSent(request, 'Not sent'), reason })
    },
    /** Marks the shown exchange as that of a saved request. */
    mark: (saved: string) => setLast((old) => old && { ...old, saved }),
    /** Replaces the shown response with an edited one (R14.10). */
    edit: (response: unknown) => setLast((old) => old && { ...old, response }),
  }
}

const loginFailed = (request: Sendable) =>
  notSent(request, 'Log-in for the authorization header failed. Nothing was sent.')

function notSent(request: Sendable, failure: string): Exchange {
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
