import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { controlsQuery } from '../../../data/controls.ts'
import { authorizationOf } from '../request/authorization.ts'
import type { TesterRequest } from '../request/tester-request.ts'
import { isOurApi } from './answer-source.ts'
import { type Exchange, exchange } from './exchange.ts'

/**
 * The last exchange, and how to start the next one. Another request replaces the one in flight; the same
 * request is not sent again before it is answered or cancelled.
 */
export function useExchange(onDone: (done: Exchange) => void) {
  const client = useQueryClient()
  const [last, setLast] = useState<Exchange>()
  const [pending, setPending] = useState(false)
  const running = useRef<{ abort: AbortController; text: string }>(undefined)
  useEffect(() => () => running.current?.abort.abort(), [])

  async function send(request: TesterRequest): Promise<void> {
    const text = JSON.stringify(request)
    if (running.current?.text === text) return
    running.current?.abort.abort()
    const mine = { abort: new AbortController(), text }
    running.current = mine
    setPending(true)
    const done = await authorizationOf(request.auth, client).then(
      (authorization) => exchange(request, { authorization, signal: mine.abort.signal }),
      () => notSent(request),
    )
    // A late answer never replaces a newer one.
    if (running.current !== mine) return
    running.current = undefined
    setPending(false)
    setLast(done)
    onDone(done)
    if (!isOurApi(request.endpoint)) return
    // Any call may use up a rule of the mock; a write changes what the screens of the app show.
    client.invalidateQueries(
      request.method === 'GET'
        ? { queryKey: controlsQuery.queryKey }
        : { predicate: ({ queryKey }) => queryKey[0] !== 'tester' },
    )
  }

  return {
    last,
    pending,
    send,
    cancel: () => running.current?.abort.abort(),
    show: setLast,
    /** Change the response that is shown (spec §2: values can be edited). */
    edit: (response: unknown) => setLast((old) => old && { ...old, response }),
  }
}

function notSent(request: TesterRequest): Exchange {
  const failure = 'The log-in for the authorization failed, so nothing was sent.'
  return { request, at: Date.now(), timeMs: 0, response: undefined, failure }
}
