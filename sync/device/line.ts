import { CLUB_HEADER } from '../../src/contract/changes.ts'
import type { SyncProblem } from '../messages.ts'

export type Fetch = (request: string | Request, init?: RequestInit) => Promise<Response>

/** A request failed because of the line, or of the club as a whole, and may succeed later. */
export class LineError extends Error {
  readonly problem: SyncProblem
  /** Whether anything replied. */
  readonly hasReply: boolean
  /** How long the club wants to be left alone, in ms. */
  readonly retryAfter: number

  constructor(problem: SyncProblem, { hasReply = true, retryAfter = 0 } = {}) {
    super(`The request to the club failed: ${problem}`)
    this.problem = problem
    this.hasReply = hasReply
    this.retryAfter = retryAfter
  }
}

/** How long a reply may take to begin, and to continue, in ms. */
const REPLY_MS = 30_000
/** The slowest line on which a request can be sent, in bytes per ms: 40 kbit/s. */
const SLOWEST = 5
/** No reply takes longer, even if it keeps coming in drops. */
const MAX_MS = 300_000

/**
 * Sends a request to the club, with an end in any case, and reads the whole reply.
 * @param length of the body that is sent, in bytes
 * @returns a reply that comes from the club, whatever its status
 * @throws LineError when no reply came in time, or it does not come from the club
 */
export async function askClub(
  send: Fetch,
  request: string | Request,
  init: RequestInit = {},
  length = 0,
): Promise<Response> {
  const response = await readWithin(length, (signal) =>
    // A redirect would take the body along, to the log-in page of a Wi-Fi.
    send(request, { ...init, redirect: 'manual', signal }),
  )
  if (!response.headers.has(CLUB_HEADER)) throw strangersReply(response)
  return response
}

/** A picture, which the club may keep elsewhere. @throws LineError when no picture came in time */
export async function askForPicture(send: Fetch, request: Request): Promise<Response> {
  const response = await readWithin(0, (signal) => send(request, { signal }))
  // The reply of an image host, to which the club redirects, cannot be read here.
  const isElsewhere = response.type === 'opaque'
  const isPicture = isElsewhere || response.headers.get('Content-Type')?.startsWith('image/')
  if (!isPicture && !response.headers.has(CLUB_HEADER)) throw strangersReply(response)
  return response
}

async function readWithin(
  length: number,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const stop = new AbortController()
  const abort = () => stop.abort()
  const end = setTimeout(abort, MAX_MS)
  let pause = setTimeout(abort, REPLY_MS + length / SLOWEST)
  try {
    const response = await send(stop.signal)
    if (!response.body) return response
    const chunks: Uint8Array<ArrayBuffer>[] = []
    for (const reader = response.body.getReader(); ; ) {
      clearTimeout(pause)
      pause = setTimeout(abort, REPLY_MS)
      const { value, done } = await reader.read()
      if (done) break
      chunks.push(value)
    }
    return new Response(new Blob(chunks), { status: response.status, headers: response.headers })
  } catch {
    throw new LineError(navigator.onLine === false ? 'offline' : 'noReply', { hasReply: false })
  } finally {
    clearTimeout(end)
    clearTimeout(pause)
  }
}

/** A gateway that cannot reach the club says so with one of these (RFC 9110, 15.6). */
const GATEWAY = [502, 503, 504]

function strangersReply(response: Response): LineError {
  if (response.status === 413) return new LineError('tooLarge')
  const problem = GATEWAY.includes(response.status) ? 'noReply' : 'intercepted'
  return new LineError(problem, { retryAfter: retryAfter(response, MAX_STRANGERS_PAUSE_MS) })
}

/** The club works, and asks for patience or fails. */
export function busyClub(response: Response): LineError {
  return new LineError('busy', { retryAfter: retryAfter(response, MAX_PAUSE_MS) })
}

/** A club that asks for a longer pause may have a wrong clock. */
const MAX_PAUSE_MS = 600_000
/** The line may be back long before a proxy expects it. */
const MAX_STRANGERS_PAUSE_MS = 60_000

/** The pause in `Retry-After` (RFC 9110, 10.2.3), which is a number of seconds or a date, in ms. */
function retryAfter({ headers }: Response, limit: number): number {
  const text = headers.get('Retry-After') ?? ''
  const pause = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  // NaN without a valid one.
  return pause > 0 ? Math.min(pause, limit) : 0
}
