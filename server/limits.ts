import { hash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { is } from 'valibot'
import { ApiError } from '../mocks/api-error.ts'
import { LogInUsername } from '../src/contract/auth.ts'
import { fold } from '../src/contract/words.ts'
import { addressGroup, clientAddress, type Env } from './access.ts'
import { LOAD_LIMITS, type LoadLimits } from './adapters/loads.ts'
import { BODY_LIMITS, type BodyLimits } from './bodies.ts'
import type { Budget } from './budget.ts'
import type { ConnectionLimits } from './http.ts'
import { type Rate, TokenBuckets } from './token-buckets.ts'
import { REPLY_LIMITS, type ReplyLimits } from './unread-replies.ts'

/** The address of a client as limits count it. */
export function limitedAddress(c: Context<Env>, trustProxy: boolean): string {
  return addressGroup(clientAddress(c, trustProxy))
}

/** Replies with 429 to an address that sends too many requests. */
export function limitRequests(buckets: TokenBuckets, trustProxy: boolean): MiddlewareHandler<Env> {
  return async (c, next) => {
    const seconds = buckets.take(limitedAddress(c, trustProxy))
    if (seconds > 0) return tooMany(seconds, 'Too many requests. Wait a moment, then try again.')
    await next()
  }
}

/**
 * Replies with 503 to an address that listens to too many streams, which are connections also behind a proxy.
 * @param streams counts them until they end
 */
export function limitStreams(
  streams: Budget,
  addressOf: (c: Context<Env>) => string,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const client = addressOf(c)
    const text = 'Too many pages listen to changes at the same time. Try again.'
    if (!streams.hasRoom(client, 1)) throw new ApiError({ status: 503, text }, 30)
    streams.add(client, 1)
    c.env.outgoing.once('close', () => streams.add(client, -1))
    await next()
  }
}

/** How much of the server one client may occupy. */
export type Limits = ConnectionLimits & {
  /** Requests of one address: at once, and from then on. */
  requests: Rate
  /** Log-ins of one address, those that succeed too. */
  logIns: Rate
  /** Sign-ups of one address. */
  signUps: Rate
  /** Sign-ups with one invitation, those that fail too. */
  invited: Rate
  /** Parts of the club's data that the devices of one address copy. */
  copies: Rate
  /** Event streams of one address. */
  streams: number
  bodies: BodyLimits
  replies: ReplyLimits
  loads: LoadLimits
}

/** @param people at one address */
export function limitsFor(people?: number): Limits {
  return {
    headers: 10_000,
    request: 60_000,
    idle: 90_000,
    close: 3_000,
    check: 1_000,
    bodies: BODY_LIMITS,
    replies: REPLY_LIMITS,
    loads: LOAD_LIMITS,
    ...addressLimits(people),
  }
}

/** A club that meets behind one router. */
const PEOPLE = 60

/** Event streams of all addresses: some 20 kB of memory each. */
export const ALL_STREAMS = 10_000

/**
 * How often one address may do what all people behind it do together.
 * @param people at the same address, if the operator expects more or fewer than usual
 */
function addressLimits(people = PEOPLE) {
  return {
    /** A screen with its pictures takes some 60. */
    requests: { burst: Math.max(600, people * 10), perSecond: Math.max(100, (people * 5) / 3) },
    connections: Math.max(500, people * 8),
    streams: Math.max(500, people * 8),
    /** Each costs a hash of a password: all people at once, then all again within a minute. */
    logIns: { burst: people, perSecond: people / 60 },
    /** Parts of the club that phones copy, 200 posts each. */
    copies: { burst: people * 10, perSecond: people / 10 },
    /** All people at once, then all again within five minutes. */
    signUps: { burst: people, perSecond: people / 300 },
    /** Its uses limit those that succeed. */
    invited: { burst: people * 10, perSecond: people / 60 },
  }
}

/** Guesses of a password from one address. */
const GUESSES = { burst: 10, perSecond: 1 / 120 }
/** From all addresses together: 260,000 a year. */
const ALL_GUESSES = { burst: 100, perSecond: 1 / 120 }

/** Above this number, the address that was used the longest time ago is forgotten. */
const MAX_OWN_ADDRESSES = 20_000

/**
 * Limits the failed log-ins of each account (OWASP, Authentication Cheat Sheet), and repeated sign-ups, which are log-ins:
 * from each address, and from all of them. Guesses from elsewhere do not affect an address from which a log-in has
 * succeeded. One that succeeds does not count.
 */
export function limitGuesses(addressOf: (c: Context<Env>) => string) {
  const guesses = new TokenBuckets(GUESSES)
  const allGuesses = new TokenBuckets(ALL_GUESSES)
  const ownAddresses = new Set<string>()
  return async (
    c: Context<Env>,
    body: Buffer,
    logIn: () => Promise<Response>,
  ): Promise<Response> => {
    const account = accountOf(body)
    const pair = `${account} ${addressOf(c)}`
    const isOwn = ownAddresses.has(pair)
    // Taken before the password is checked, so that guesses in parallel count.
    const seconds = guesses.take(pair) || (isOwn ? 0 : allGuesses.take(account))
    if (seconds > 0) return tooMany(seconds, 'Too many failed log-ins. Try again in a few minutes.')
    const response = await logIn()
    if (response.status === 401) return response
    guesses.giveBack(pair)
    if (!isOwn) allGuesses.giveBack(account)
    if (response.ok) {
      ownAddresses.delete(pair)
      ownAddresses.add(pair)
      const [oldest = ''] = ownAddresses
      if (ownAddresses.size > MAX_OWN_ADDRESSES) ownAddresses.delete(oldest)
    }
    return response
  }
}

/** A hash of the username, whose length the client chooses. */
function accountOf(body: Buffer): string {
  try {
    // As the handler decodes it: without a byte order mark.
    const { username } = JSON.parse(new TextDecoder().decode(body))
    if (is(LogInUsername, username)) return hash('sha256', fold(username), 'base64url')
  } catch {
    // As below.
  }
  // The handler rejects it.
  return ''
}

export function tooMany(seconds: number, text: string): Response {
  const headers = { 'Cache-Control': 'no-store', 'Retry-After': String(seconds) }
  return Response.json({ error: [text] }, { status: 429, headers })
}
