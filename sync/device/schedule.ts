import { pauseAfter } from '../back-off.ts'
import type { SyncCause, SyncProblem, SyncWait } from '../messages.ts'

/**
 * When a device may synchronize again, as plain data: it is stored, because the browser stops the worker. Times are in ms
 * since 1970, by a clock that may jump.
 */
export type Schedule = {
  /** The failed tries since the last success. */
  failures: number
  /** `from`: when the wait began. `isAsked`: the club has asked for this pause. */
  wait?: SyncWait & { from: number; isAsked: boolean }
  /** When the requests that count were sent, in the last minute: those of failed tries since the last progress. */
  requestTimes: number[]
}

export const READY: Schedule = { failures: 0, requestTimes: [] }

const MINUTE_MS = 60_000
/** The requests that a device whose line fails may send in a minute. */
const MAX_REQUESTS = 8
/**
 * There must be room for so many requests before a try. Most tries fail at the first one, but when a server on the way refuses
 * a picture, there are three: a pull, the picture, and another pull.
 */
const REQUESTS_OF_TRY = 3
const SPREAD_MS = 15_000

/**
 * What a device may do now: try everything, only read the news of the club, whose stream works although its writes wait, or nothing.
 */
export function allowed(
  { wait, requestTimes }: Schedule,
  cause: SyncCause,
  now: number,
): 'all' | 'news' | 'nothing' {
  // After a jump of the clock, the end of the wait means nothing.
  if (cause === 'person' || !wait || now >= wait.nextTry || now < wait.from) return 'all'
  if (wait.isAsked) return 'nothing'
  if (cause === 'opportunity' && hasRoom(requestTimes, now, REQUESTS_OF_TRY)) return 'all'
  return cause === 'news' && hasRoom(requestTimes, now, 1) ? 'news' : 'nothing'
}

type Failure = {
  problem: SyncProblem
  /** The pause that the club asks for, in ms. */
  retryAfter?: number
  /** The requests of the try, or those after its last progress. */
  requestCount: number
}

/**
 * A try has failed. Without a network, no request counts. When a reply is lost after others have come, the line works at
 * times: the pauses start again, and only that request counts. What answers in the club's place would do so again, so the
 * whole try counts.
 * @param random from 0 to 1
 */
export function afterFailure(
  before: Schedule,
  { problem, retryAfter = 0, requestCount }: Failure,
  now: number,
  random: number,
): Schedule {
  const hasReplied = problem === 'noReply' && requestCount > 1
  const failures = hasReplied ? 1 : before.failures + 1
  const counted = problem === 'offline' ? 0 : hasReplied ? 1 : requestCount
  const requestTimes = [...recent(before.requestTimes, now), ...Array<number>(counted).fill(now)]
  const nextTry = Math.max(
    now + pauseAfter(failures, random),
    now + retryAfter,
    // Devices that lost the club together reach the limit together, too.
    whenAllowed(requestTimes) + (1 - random) * SPREAD_MS,
  )
  const since = before.wait?.problem === problem ? before.wait.since : now
  const wait = { problem, since, from: now, nextTry, isAsked: retryAfter > 0 }
  return { failures, wait, requestTimes }
}

/** A person looks at the app, or the network is back: the pauses start again. */
export function withoutFailures(schedule: Schedule): Schedule {
  return { ...schedule, failures: 0 }
}

/** When there is room for another try. */
function whenAllowed(requestTimes: readonly number[]): number {
  const excess = requestTimes.length + REQUESTS_OF_TRY - MAX_REQUESTS
  return excess > 0 ? (requestTimes[excess - 1] ?? 0) + MINUTE_MS : 0
}

/** Whether the limit of the last minute allows more requests. */
function hasRoom(requestTimes: readonly number[], now: number, requestCount: number): boolean {
  return recent(requestTimes, now).length + requestCount <= MAX_REQUESTS
}

/** Without those of the future: the clock was set back. */
function recent(requestTimes: readonly number[], now: number): number[] {
  return requestTimes.filter((time) => time > now - MINUTE_MS && time <= now)
}
