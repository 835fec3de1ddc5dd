import { type HttpError, type HttpResponse, request } from '../../../client/http.ts'
import { workerControl } from '../../../pwa/register.ts'
import { headersOf } from '../request/header-rows.ts'
import type { TesterRequest } from '../request/tester-request.ts'
import { type AnswerSource, isOurApi, watchSource } from './answer-source.ts'
import { parseServerTiming, type TimingPart } from './server-timing.ts'
import { storedResponse } from './stored-response.ts'

/** What came back, and what is to be known about how it came. */
type Answer = {
  status: number
  statusText: string
  headers: Record<string, string>
  /** The body as it came. */
  text: string
  /** Of the body, in UTF-8. */
  bytes: number
  source?: AnswerSource
  timing: TimingPart[]
}

/** A request that was made, and what became of it. */
export type Exchange = {
  request: TesterRequest
  /** When it started, in ms since 1970. */
  at: number
  timeMs: number
  /** What is shown and stored (spec §4); the user may edit it. */
  response: unknown
  /** Why it failed, in the words of the client (spec §8). */
  failure?: string
  /** None when nothing answered. */
  answer?: Answer
}

type Options = { authorization: Record<string, string>; signal: AbortSignal }

/** Make the request and tell all about it. A failure is logged and told too, never thrown. */
export async function exchange(
  asked: TesterRequest,
  { authorization, signal }: Options,
): Promise<Exchange> {
  const { method, endpoint: url, body } = asked
  let text = ''
  const onText = (received: string) => {
    text = received
  }
  // A typed header is stronger than the chosen one.
  const headers = { ...authorization, ...headersOf(asked.headers) }
  const sourceOf = watchSource(url)
  const at = Date.now()
  let start = performance.now()
  const done = async (response: unknown, received?: HttpResponse, failure?: string) => {
    const timeMs = performance.now() - start
    const answer = received && describe(received, text, await sourceOf())
    return { request: asked, at, timeMs, response, failure, answer }
  }
  try {
    // Nothing else than the worker may answer /api.
    if (isOurApi(url)) await workerControl()
    start = performance.now()
    const response = await request({ method, url, headers, data: JSON.parse(body), signal, onText })
    return done(response, response)
  } catch (error) {
    console.error(error)
    const { message, response } = error as HttpError
    return done(storedResponse(error), response, message)
  }
}

function describe(received: HttpResponse, text: string, source?: AnswerSource): Answer {
  const { status, statusText, headers } = received
  const bytes = new TextEncoder().encode(text).length
  const timing = parseServerTiming(headers['server-timing'])
  return { status, statusText, headers, text, bytes, source, timing }
}
