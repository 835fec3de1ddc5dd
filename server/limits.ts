import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { usernameKey } from '../mocks/data/keys.ts'
import { clientAddress, type Env } from './access.ts'
import { alreadySent, type Limits, refuse } from './http.ts'
import { TokenBuckets } from './token-buckets.ts'

/** Twice the largest picture. */
const MAX_BODY_BYTES = 20_000_000

/** Replies with 413 when the body is too large. The rest of it is not read. */
export const limitBody: MiddlewareHandler<Env> = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError({ env }: Context<Env>) {
    refuse(env.incoming.socket, 413, 'Content Too Large', 'The body is larger than 20 MB.')
    return alreadySent(413)
  },
})

/** Replies with 429 to an address that sends too many requests. */
export function limitRequests(
  limit: Limits['requests'],
  trustProxy: boolean,
): MiddlewareHandler<Env> {
  const buckets = new TokenBuckets(limit)
  return async (c, next) => {
    const seconds = buckets.take(clientAddress(c, trustProxy))
    if (seconds > 0) return tooMany(seconds, 'Too many requests. Wait a moment, then try again.')
    await next()
  }
}

/** Ten guesses of a password, then one every two minutes: 260,000 a year. */
const LOG_INS = { burst: 10, perSecond: 1 / 120 }

/**
 * Limits the failed log-ins of each account, from any address (OWASP, Authentication Cheat Sheet). One that
 * succeeds does not count.
 */
export function limitLogIns(limit = LOG_INS) {
  const buckets = new TokenBuckets(limit)
  return async (body: ArrayBuffer, logIn: () => Promise<Response>): Promise<Response> => {
    const account = accountOf(body)
    // Taken before the password is checked, so that guesses in parallel count.
    const seconds = buckets.take(account)
    if (seconds > 0) return tooMany(seconds, 'Too many failed log-ins. Try again in a few minutes.')
    const response = await logIn()
    if (response.status !== 401) buckets.giveBack(account)
    return response
  }
}

function accountOf(body: ArrayBuffer): string {
  try {
    return usernameKey(JSON.parse(new TextDecoder().decode(body)).username)
  } catch {
    // The handler rejects it.
    return ''
  }
}

function tooMany(seconds: number, text: string): Response {
  const headers = { 'Cache-Control': 'no-store', 'Retry-After': String(seconds) }
  return Response.json({ error: [text] }, { status: 429, headers })
}
