import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { controlsQuery } from '../../../data/controls.ts'
import { authorizationOf } from '../request/authorization.ts'
import type { TesterRequest } from '../request/tester-request.ts'
import { isOwnApi } from './answer-source.ts'
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

  async function send(request: TesterRequest): Promise<void> {
    const text = JSON.stringify(request)
    if (running.current?.text === text) return
    running.current?.abort.abort()
    const own = { abort: new AbortController(), text }
    running.current = own
    setIsPending(true)
    const done = await authorizationOf(request.auth, client).then(
      (authorization) => sendRequest(request, { authorization, signal: own.abort.signal }),
      () => loginFailed(request),
    )
    // A late answer must not replace a newer one.
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
  const failure = 'The log-in for the authorization failed, so nothing was sent.'
  return { request, at: Date.now(), timeMs: 0, response: undefined, failure }
}
