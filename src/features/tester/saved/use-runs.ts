import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { inWorker } from '../in-worker.ts'
import { withoutSecrets } from '../redact.ts'
import { isSendable, methodProblem, type Sendable } from '../request/request-model.ts'
import type { Exchange } from '../response/exchange.ts'
import type { useExchange } from '../response/use-exchange.ts'
import { type Check, type CheckResult, evaluateAll } from './checks.ts'
import type { Known } from './copied.ts'
import { lookUp } from './look-up.ts'
import { resolveRequest } from './references.ts'
import { type SavedRequest, savedQuery, sentRequests } from './saved.ts'
import { variablesQuery } from './variables.ts'

/** The outcome of the latest run of a saved request (R14.23). */
export type Outcome = {
  exchange?: Exchange
  results: readonly CheckResult[]
  problem?: string
  /** It was sent before it was saved: no run counts it. */
  isAdopted?: boolean
}

/** Whether a step counts as failed: without a check of its status, one from 400 does. */
export function hasFailed({ exchange, results, problem }: Outcome): boolean {
  const { status } = exchange?.answer ?? {}
  if (problem || status === undefined) return true
  const checksStatus = results.some(({ check }) => check.path.join() === 'status')
  return results.some(({ passed }) => !passed) || (status >= 400 && !checksStatus)
}

type Options = Pick<ReturnType<typeof useExchange>, 'send' | 'refuse' | 'cancel'>

const evaluateInTime = (checks: readonly Check[], exchange: Exchange) =>
  evaluateAll(checks, exchange, (given) => inWorker('matches', given, 1))

/** Sends requests after their references are replaced, and keeps the latest reply of each saved request in memory. */
export function useRuns({ send, refuse, cancel }: Options) {
  const client = useQueryClient()
  const { data: list = [] } = useQuery(savedQuery)
  useQuery(variablesQuery)
  const latestList = useRef(list)
  useLayoutEffect(() => {
    latestList.current = list
  })
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isRunning, setIsRunning] = useState(false)
  const isStopped = useRef(false)
  // Not state: the next step of a run needs them before the next render.
  const replies = useRef<Map<string, Exchange>>(new Map())
  const lastSent = useRef<{ template: Sendable; done: Exchange }>(undefined)

  function record(id: string, outcome: Outcome): Outcome {
    if (outcome.exchange?.answer) replies.current.set(id, outcome.exchange)
    setOutcomes((old) => new Map(old).set(id, outcome))
    return outcome
  }

  /** What references stand for now. */
  function known(): Known {
    const variables = client.getQueryData(variablesQuery.queryKey)
    return { list: latestList.current, replies: replies.current, variables }
  }

  /** @returns undefined if another request has replaced it */
  async function execute(
    template: Sendable,
    saved: SavedRequest | undefined,
    file?: File,
  ): Promise<Outcome | undefined> {
    // Without a wait if they are loaded: the form shows at once that the request is pending.
    const variables =
      client.getQueryData(variablesQuery.queryKey) ??
      (await client.fetchQuery(variablesQuery).catch(() => []))
    const values = { ...known(), variables }
    const resolved = resolveRequest(template, (inside) => lookUp(inside, values))
    if (typeof resolved === 'string') {
      refuse(template, resolved)
      return saved && record(saved.id, { results: [], problem: resolved })
    }
    const done = await send(resolved, { file, saved: saved?.id })
    if (!done) return undefined
    lastSent.current = { template, done }
    const results = done.answer ? await evaluateInTime(saved?.checks ?? [], done) : []
    const problem = done.answer ? undefined : done.failure
    const outcome = { exchange: done, results, problem }
    return saved ? record(saved.id, outcome) : outcome
  }

  async function run(id: string): Promise<Outcome | undefined> {
    const saved = latestList.current.find((one) => one.id === id)
    const { request } = sentRequests(latestList.current).get(id) ?? {}
    if (!saved || !request) return undefined
    if (isSendable(request)) return execute(request, saved)
    return record(id, { results: [], problem: methodProblem(request.method) })
  }

  async function runAll(stopsAtFailure: boolean): Promise<void> {
    setIsRunning(true)
    setOutcomes(new Map())
    // As elsewhere and after a reload: a value of an earlier run would hide that a step comes too early.
    replies.current = new Map()
    isStopped.current = false
    for (const { id } of latestList.current) {
      const outcome = await run(id)
      if (!outcome || isStopped.current || outcome.problem === 'Request aborted') break
      if (stopsAtFailure && hasFailed(outcome)) break
    }
    setIsRunning(false)
  }

  return {
    list,
    outcomes,
    isRunning,
    known,
    run,
    runAll,
    stop: () => {
      isStopped.current = true
      cancel()
    },
    /** Sends the request of the form. If it is a saved one, this is its run. */
    submit: (template: Sendable, file?: File) => {
      const text = textOf(template)
      return execute(
        template,
        latestList.current.find((one) => JSON.stringify(one.request) === text),
        file,
      )
    },
    /** Takes the last reply for that of a request that was saved after it was sent. */
    adopt: ({ id, checks }: SavedRequest, request: Sendable): boolean => {
      const { template, done } = lastSent.current ?? {}
      if (!template || !done || textOf(template) !== textOf(request)) return false
      const exchange = { ...done, saved: id }
      evaluateInTime(done.answer ? checks : [], done).then((results) =>
        record(id, { exchange, results, isAdopted: true }),
      )
      return true
    },
    /** Removes the outcome and the reply of a request that another has replaced. */
    forget: (id: string) => {
      replies.current.delete(id)
      setOutcomes((old) => new Map([...old].filter(([key]) => key !== id)))
    },
    /** The request with its references whose exchange is shown; without them, if it is one of the history. */
    templateOf: ({ at, request }: Exchange): Sendable =>
      lastSent.current?.done.at === at ? lastSent.current.template : request,
    /** Evaluates the checks of a request again, because they have changed. */
    recheck: ({ id, checks }: SavedRequest) => {
      const exchange = replies.current.get(id)
      if (exchange)
        evaluateInTime(checks, exchange).then((results) =>
          setOutcomes((old) => new Map(old).set(id, { ...old.get(id), exchange, results })),
        )
    },
  }
}

const textOf = (request: Sendable) => JSON.stringify(withoutSecrets(request))
