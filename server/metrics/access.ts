import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Context } from 'hono'
import { bearerToken, type Env } from '../access.ts'

/** The headers with which proxies say that a request is not their own. */
const FORWARDED = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
]

/**
 * Whether a client may read the metrics: a program on this machine, or one with the token. A request through a proxy on
 * this machine has a local address, too: it names the proxy in a header, or the club by its public name.
 */
export function mayReadMetrics({ env: { incoming } }: Context<Env>, token?: string): boolean {
  if (token !== undefined && isEqual(bearerToken(incoming), token)) return true
  const { headers, socket } = incoming
  const name = headers.host?.replace(/:\d+$/, '') ?? ''
  const isOfMachine = isLocal(socket.remoteAddress ?? '') && (name === 'localhost' || isLocal(name))
  return isOfMachine && !isForwarded(incoming)
}

/** Whether a proxy says that it passes on a request. */
export function isForwarded({ headers }: IncomingMessage): boolean {
  return FORWARDED.some((name) => headers[name] !== undefined)
}

function isLocal(address: string): boolean {
  const plain = address.replace(/^\[(.*)\]$/, '$1').replace(/^::ffff:/i, '')
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}

/** Compares secrets in constant time. */
function isEqual(given: string, token: string): boolean {
  const [a, b] = [given, token].map((one) => hash('sha256', one, 'buffer')) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}
