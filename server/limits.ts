import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { ApiError } from '../mocks/api-error.ts'
import { usernameKey } from '../mocks/data/keys.ts'
import { clientAddress, type Env } from './access.ts'
import { alreadySent, refuse } from './http.ts'
import { TokenBuckets } from './token-buckets.ts'

/** The maximum length of the JSON of a call: a longer one would hold up everybody else. */
export const MAX_JSON_LENGTH = 256_000

/** Twice the largest picture. */
const MAX_BODY_BYTES = 20_000_000

/**
 * Reads the whole body, so that a connection that ends early changes nothing, and passes it to `c.req`. A body that is
 * too large gets a 413, and its rest is not read.
 * @throws ApiError 400 when the connection ends early
 */
export async function readBody({ env: { incoming } }: Context<Env>): Promise<Buffer | Response> {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return Buffer.alloc(0)
  const length = Number(incoming.headers['content-length'] ?? 0)
  const body = length > MAX_BODY_BYTES ? undefined : await receive(incoming)
  if (!body) {
    refuse(incoming.socket, 413, 'Content Too Large', 'The body is larger than 20 MB.')
    return alreadySent(413)
  }
  // Hono's adapter takes the body from here.
  return Object.assign(incoming, { rawBody: body }).rawBody
}

/** @returns `undefined` as soon as the body is too large */
function receive(incoming: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_BODY_BYTES) return void chunks.push(chunk)
      incoming.pause()
      resolve(undefined)
    })
    incoming.once('end', () => resolve(Buffer.concat(chunks)))
    const endedEarly = () => reject(new ApiError({ status: 400, text: 'The body ended early.' }))
    incoming.once('error', endedEarly)
    incoming.once('close', endedEarly)
  })
}

/** Replies with 429 to an address that sends too many requests. */
export function limitRequests(buckets: TokenBuckets, trustProxy: boolean): MiddlewareHandler<Env> {
  return async (c, next) => {
    const seconds = buckets.take(clientAddress(c, trustProxy))
    if (seconds > 0) return tooMany(seconds, 'Too many requests. Wait a moment, then try again.')
    await next()
  }
}

/** Sign-ups of one address: those of a club that meets behind one router, then one every ten seconds. */
export const SIGN_UPS = { burst: 60, perSecond: 1 / 10 }

/** Ten guesses of a password, then one every two minutes: 260,000 a year. */
const LOG_INS = { burst: 10, perSecond: 1 / 120 }

/**
 * Limits the failed log-ins of each account, from any address (OWASP, Authentication Cheat Sheet). One that
 * succeeds does not count.
 */
export function limitLogIns(limit = LOG_INS) {
  const buckets = new TokenBuckets(limit)
  return async (body: Buffer, logIn: () => Promise<Response>): Promise<Response> => {
    const account = accountOf(body)
    // Taken before the password is checked, so that guesses in parallel count.
    const seconds = buckets.take(account)
    if (seconds > 0) return tooMany(seconds, 'Too many failed log-ins. Try again in a few minutes.')
    const response = await logIn()
    if (response.status !== 401) buckets.giveBack(account)
    return response
  }
}

function accountOf(body: Buffer): string {
  try {
    return usernameKey(JSON.parse(body.toString()).username)
  } catch {
    // The handler rejects it.
    return ''
  }
}

function tooMany(seconds: number, text: string): Response {
  const headers = { 'Cache-Control': 'no-store', 'Retry-After': String(seconds) }
  return Response.json({ error: [text] }, { status: 429, headers })
}
