import type { Context, MiddlewareHandler } from 'hono'
import { ApiError } from '../mocks/api-error.ts'
import type { Env } from './access.ts'
import { alreadySent } from './http.ts'

/** How many requests run, in all and for one address; and how many wait for that, half of them for one address. */
export type ParallelLimits = { all: number; own: number; waiting: number }

/** For log-ins and sign-ups: two passwords are hashed at a time, for half a second each, so all these take 13 s. */
export const LOG_INS: ParallelLimits = { all: 12, own: 4, waiting: 40 }
/** For every other call: an address must not have all connections to the database. */
export const CALLS: ParallelLimits = { all: 1_000, own: 6, waiting: 5_000 }
/** For replies with all rows of a table. */
export const LONG_LISTS: ParallelLimits = { all: 8, own: 4, waiting: 500 }
/** Each can read all texts. */
export const SEARCHES: ParallelLimits = { all: 2, own: 1, waiting: 500 }

type Waiting = { client: string; start: () => void }

/**
 * Runs few requests at the same time, until their replies are made. The others wait; those of another address come first
 * when one address has all that it may have.
 */
export function inParallel(
  addressOf: (c: Context<Env>) => string,
  limits: ParallelLimits,
): (c: Context<Env>, work: () => Promise<Response>) => Promise<Response> {
  const running: string[] = []
  const waiting = new Set<Waiting>()
  const mayStart = (client: string) =>
    running.length < limits.all && running.filter((one) => one === client).length < limits.own
  const startNext = () => {
    for (const one of waiting) {
      if (!mayStart(one.client)) continue
      waiting.delete(one)
      running.push(one.client)
      one.start()
    }
  }

  return async (c, work) => {
    const { outgoing } = c.env
    const client = addressOf(c)
    const own = [...waiting].filter((one) => one.client === client).length
    const isFull = waiting.size >= limits.waiting || own >= limits.waiting / 2
    if (isFull) throw new ApiError({ status: 503, text: BUSY }, 5)
    const isStarted = await new Promise<boolean>((resolve) => {
      const own = { client, start: () => resolve(true) }
      outgoing.once('close', () => {
        // It has not started when its client has given up.
        if (waiting.delete(own)) resolve(false)
      })
      waiting.add(own)
      startNext()
    })
    if (!isStarted) return alreadySent(499)
    try {
      return await work()
    } finally {
      running.splice(running.indexOf(client), 1)
      startNext()
    }
  }
}

/** {@link inParallel} for the handlers after it. */
export function limitParallel(...given: Parameters<typeof inParallel>): MiddlewareHandler<Env> {
  const limit = inParallel(...given)
  return (c, next) =>
    limit(c, async () => {
      await next()
      return c.res
    })
}

const BUSY = 'Too many requests run at the same time, so nothing was done. Try again.'
