import { pauseAfter } from '../../src/contract/back-off.ts'
import type { SyncCause, SyncProblem, SyncWait } from '../../src/contract/sync.ts'

/**
 * When a device may synchronize again, as plain data: it is stored, because the browser stops the worker. Times are in ms
 * since 1970, by a clock that may jump.
 */
export type Schedule = {
  /** The failed tries in a row. */
  failures: number
  /** `from`: when the wait began. `isAsked`: the club has asked for this pause. */
  wait?: SyncWait & { from: number; isAsked: boolean }
  /** When the requests of failed tries were sent, in the last minute. */
  requests: number[]
}

export const READY: Schedule = { failures: 0, requests: [] }

const MINUTE = 60_000
/** The requests that a device whose line fails may send in a minute. */
const MAX_REQUESTS = 8
/** The requests of a try that fails: most have one; a pull, a picture that is refused on the way, and a pull are three. */
const REQUESTS_OF_TRY = 3
const SPREAD_MS = 15_000

/** Whether the device may try now. */
export function isDue({ wait, requests }: Schedule, cause: SyncCause, now: number): boolean {
  if (cause === 'person' || !wait) return true
  // After a jump of the clock, the end of the wait means nothing.
  if (now >= wait.nextTry || now < wait.from) return true
  if (cause !== 'opportunity' || wait.isAsked) return false
  return recent(requests, now).length <= MAX_REQUESTS - REQUESTS_OF_TRY
}

/** Whether the device may read the news of the club, although its writes wait: the club's stream works. */
export function mayPull({ wait, requests }: Schedule, now: number): boolean {
  return !wait?.isAsked && recent(requests, now).length < MAX_REQUESTS
}

type Failure = {
  problem: SyncProblem
  /** The pause that the club asks for, in ms. */
  retryAfter?: number
  /** The number of requests of the try. Without a network, none counts. */
  requests: number
}

/** @param random from 0 to 1 */
export function afterFailure(
  before: Schedule,
  { problem, retryAfter = 0, requests: sent }: Failure,
  now: number,
  random: number,
): Schedule {
  const failures = before.failures + 1
  const counted = problem === 'offline' ? 0 : sent
  const requests = [...recent(before.requests, now), ...Array<number>(counted).fill(now)]
  const nextTry = Math.max(
    now + pauseAfter(failures, random),
    now + retryAfter,
    // Devices that lost the club together reach the limit together, too.
    whenAllowed(requests) + (1 - random) * SPREAD_MS,
  )
  const since = before.wait?.problem === problem ? before.wait.since : now
  const wait = { problem, since, from: now, nextTry, isAsked: retryAfter > 0 }
  return { failures, wait, requests }
}

/** A person looks at the app, or the network is back: the pauses start again. */
export function withoutFailures(schedule: Schedule): Schedule {
  return { ...schedule, failures: 0 }
}

/** When there is room for another try. */
function whenAllowed(requests: readonly number[]): number {
  const excess = requests.length + REQUESTS_OF_TRY - MAX_REQUESTS
  return excess > 0 ? (requests[excess - 1] ?? 0) + MINUTE : 0
}

/** Without those of the future: the clock was set back. */
function recent(requests: readonly number[], now: number): number[] {
  return requests.filter((time) => time > now - MINUTE && time <= now)
}
