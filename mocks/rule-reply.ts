import { MAX_DELAY_MS } from '../src/contract/failures.ts'
import type { ReplyRule, SlowFailure } from './domain/settings.ts'
import { errorReply, errorResponse, NO_STORE } from './error-replies.ts'
import type { Host } from './host.ts'
import { isReleased } from './hung-calls.ts'

/**
 * The reply to a request to which a failure or an override applies.
 * @param follow does the call and returns its own reply
 * @returns a network error (`Response.error()`) if the rule sends no reply
 */
export async function ruleReply(
  rule: ReplyRule,
  request: Request,
  server: Host,
  follow: () => Promise<Response>,
): Promise<Response> {
  if ('after' in rule && rule.after) await follow().catch(errorReply)
  if (!('kind' in rule)) return statusReply(rule)
  switch (rule.kind) {
    case 'redirect':
      return withoutBody(rule.status ?? 302, { Location: rule.location })
    case 'html':
      return htmlReply(rule.status)
    case 'hang':
      // A write could be one whose client gave up long ago.
      return (await isReleased(server, request)) && request.method === 'GET'
        ? follow()
        : Response.error()
    case 'cut':
    case 'malformed':
      return halfReply(await follow().catch(errorReply), rule.kind === 'cut')
    default:
      return statusReply(rule)
  }
}

type StatusRule = Extract<ReplyRule, { body?: unknown }>

function statusReply(rule: StatusRule): Response {
  const { status, body } = rule
  if (status === 0) return Response.error()
  if ([204, 205, 304].includes(status)) return withoutBody(status)
  const text = `The mock answered ${status}, as its settings say.`
  const reply =
    body === undefined
      ? errorResponse(status, text)
      : Response.json(body, { status, headers: NO_STORE })
  if ('retryAfter' in rule) reply.headers.set('Retry-After', String(rule.retryAfter))
  return reply
}

function withoutBody(status: number, headers?: Record<string, string>): Response {
  return new Response(null, { status, headers: { ...NO_STORE, ...headers } })
}

/** Without scripts: a tab can open it, on the origin of the app. */
const PAGE = `<!doctype html>
<html lang="en">
<title>Sign in</title>
<h1>Sign in to use this network</h1>
<p>The mock answered with a page, as its settings say.</p>
`

function htmlReply(status = 200): Response {
  return new Response(PAGE, { status, headers: { ...NO_STORE, 'Content-Type': 'text/html' } })
}

/** The bytes of replies that break off after them. */
const cutReplies = new WeakMap<Response, Uint8Array>()

/** What a reply sends before its connection breaks; `undefined` if it does not. For hosts without streams that fail. */
export function bytesBeforeCut(reply: Response): Uint8Array | undefined {
  return cutReplies.get(reply)
}

/** A reply with half of its body: complete, or with a connection that breaks there. */
async function halfReply(reply: Response, isCut: boolean): Promise<Response> {
  if (!reply.body) return reply
  const { status, headers } = reply
  const bytes = new Uint8Array(await reply.arrayBuffer())
  const half = bytes.slice(0, Math.ceil(bytes.length / 2))
  // A cache would keep a broken picture.
  headers.set('Cache-Control', NO_STORE['Cache-Control'])
  if (!isCut) return new Response(half, { status, headers })
  const cut = new Response(breakingAfter(half), { status, headers })
  cutReplies.set(cut, half)
  return cut
}

/** Between the bytes and the error: a browser discards bytes that it has not passed on when a stream fails. */
const CUT_AFTER_MS = 50

function breakingAfter(bytes: Uint8Array): ReadableStream {
  return new ReadableStream({
    start: (controller) => controller.enqueue(bytes),
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, CUT_AFTER_MS))
      controller.error(new TypeError('The mock broke the connection.'))
    },
  })
}

/** The 95th percentile of the standard normal distribution. */
const Z95 = 1.6449

/** A delay in ms, log-normal through the two percentiles of a slow failure, as the times of real networks are. */
export function slowDelay(
  { p50, p95 = p50 }: SlowFailure,
  { random }: Pick<Host, 'random'>,
): number {
  // Box-Muller; 1 - random() is never 0.
  const z = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.min(Math.round(p50 * (p95 / p50) ** (z / Z95)), MAX_DELAY_MS)
}
