import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { ApiError, quote } from '../mocks/api-error.ts'
import { CURSOR_HEADER, TAB_HEADER } from '../src/contract/changes.ts'

/** Who reads, by a token or a cookie. */
export type Member = {
  _id: string
  /** Whether the session has not ended since. */
  isOpen: () => Promise<boolean>
}

export type Env = {
  /** What Hono's adapter passes to every handler. */
  Bindings: HttpBindings
  /** What is known of a request when it is logged: see `LogLine`. */
  Variables: { user?: string; writes?: Record<string, number>; member?: Member }
}

/** `origin`: the origins whose pages may call the API, beside those of this machine on itself. */
export type Allowed = { host: string; origin: string[] }

/** A path with a query. A second slash would start a host: `//elsewhere.test/api`. */
const TARGET = /^\/(?![/\\])/
/** A name or an address, perhaps with a port: RFC 9110, section 7.2. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i
/** A page that a developer serves on the same machine, and a host that is that machine. */
const LOCAL = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/** An id that a page makes for itself. */
const TAB = /^[\w-]{1,64}$/

/**
 * The name of a tab in changes, which everyone gets: another one for each session, so that it does not link two accounts of one
 * tab. Only the page knows the id, so no one else can send a write whose changes that page would skip.
 */
export function publicTab(tab: string, token: string): string {
  return hash('sha256', `${tab} ${token}`, 'base64url')
}

/**
 * Rejects requests to other hosts and of pages of other sites, before their body is read.
 * @throws ApiError 400 or 403
 */
export function checkAccess(allowed: Allowed): MiddlewareHandler<Env> {
  return async ({ env: { incoming }, req }, next) => {
    checkTarget(incoming)
    const host = incoming.headersDistinct.host?.join() ?? ''
    checkHost(host, allowed)
    checkOrigin(req.method, host, incoming.headers, allowed)
    const tab = req.header(TAB_HEADER)
    if (tab !== undefined && !TAB.test(tab)) {
      const text = `${TAB_HEADER}: must be 1 to 64 letters, digits, - or _`
      throw new ApiError({ status: 400, text })
    }
    await next()
  }
}

/** @returns the path and the query of a request @throws ApiError 400 if it names something else, such as a host */
export function checkTarget({ url = '' }: IncomingMessage): string {
  if (TARGET.test(url)) return url
  throw new ApiError({ status: 400, text: 'The request must name a path, such as /api/posts.' })
}

/**
 * Rejects a request to a host name that is not allowed. With DNS rebinding, pages of a foreign name that
 * resolves to this machine would have the same origin as the API. IP addresses cannot be rebound. The port
 * is not checked, because tunnels and proxies change it.
 * @returns the name, in lower case
 */
export function checkHost(header: string, { host, origin }: Allowed): string {
  const name = HOST.exec(header)?.[1]?.toLowerCase()
  if (!name) throw new ApiError({ status: 400, text: 'The request has no valid Host header.' })
  const hostOf = (one: string) => (one === '*' ? name : new URL(one).hostname)
  const names = ['localhost', host, ...origin.map(hostOf)]
  if (names.includes(name) || isIP(name.replace(/^\[|\]$/g, ''))) return name
  const quoted = quote(name, 100)
  const text = `This API does not go by the name ${quoted}. Start it with --origin http://${quoted}`
  throw new ApiError({ status: 403, text })
}

/**
 * Rejects requests of pages of other sites. CORS alone would only hide the reply, and a reset does its
 * harm without one. Clients other than browsers send neither header.
 */
function checkOrigin(
  method: string,
  host: string,
  { origin, 'sec-fetch-site': site }: { origin?: string; 'sec-fetch-site'?: string | string[] },
  { origin: allowed }: Allowed,
): void {
  if (origin === undefined) {
    // A picture or a link on a page of another site: the page cannot read the reply.
    const reads = method === 'GET' || method === 'HEAD'
    if (reads || site === undefined || site === 'same-origin' || site === 'none') return
    throw new ApiError({ status: 403, text: 'Pages of other sites may not write to this API.' })
  }
  // The host was checked: a page that it served is our own.
  const isOwn = URL.parse(origin)?.host === host.toLowerCase()
  // For who reads a page of a club elsewhere, localhost is another machine.
  const isLocal = LOCAL.test(origin) && LOCAL_HOST.test(host)
  const isKnown = isLocal || allowed.includes(origin) || allowed.includes('*')
  // Any page can get the origin null, in a sandboxed frame.
  if ((isOwn || isKnown) && origin !== 'null') return
  const quoted = quote(origin, 100)
  const text = `Pages of ${quoted} may not call this API. Start it with --origin ${quoted}`
  throw new ApiError({ status: 403, text })
}

const EXPOSED = [
  'Link',
  'Location',
  'Preference-Applied',
  'Server-Timing',
  CURSOR_HEADER,
  TAB_HEADER,
].join()

/** Adds the headers that let a page of an allowed origin read the reply, its headers and its timing (CORS). */
export const allowPages: MiddlewareHandler<Env> = async (c, next) => {
  const { incoming, outgoing } = c.env
  // `checkAccess` has rejected the others.
  const { origin } = incoming.headers
  outgoing.setHeader('Vary', 'Origin, Accept-Encoding')
  if (!origin) return next()
  outgoing.setHeader('Access-Control-Allow-Origin', origin)
  outgoing.setHeader('Access-Control-Expose-Headers', EXPOSED)
  outgoing.setHeader('Timing-Allow-Origin', origin)
  if (incoming.method !== 'OPTIONS') return next()
  const requested = incoming.headers['access-control-request-headers']
  if (requested) outgoing.setHeader('Access-Control-Allow-Headers', requested)
  outgoing.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE')
  outgoing.setHeader('Access-Control-Max-Age', '600')
  return c.body(null, 204)
}

/** The token of a request, or an empty text. */
export function bearerToken({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return headers.authorization?.replace(/^Bearer /i, '') ?? ''
}

/**
 * The address of the client.
 * @param trustProxy whether a reverse proxy in front of us adds it to `X-Forwarded-For`, as the last one
 */
export function clientAddress({ env, req }: Context<Env>, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? req.header('X-Forwarded-For')?.split(',').at(-1)?.trim()
    : undefined
  return forwarded ?? env.incoming.socket.remoteAddress ?? ''
}

/**
 * The part of an address that limits count: of IPv6 the first 64 bits, because one client has all the others
 * (RFC 6177), and of an IPv4 address in IPv6 that address.
 */
export function addressGroup(addressAndPort: string): string {
  // Some proxies add the port.
  const address = addressAndPort.replace(/^([\d.]+):\d+$|^\[(.*)\](:\d+)?$/, '$1$2')
  const [, v4] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (v4 !== undefined) return v4
  if (isIP(address) !== 6) return address.slice(0, 45)
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  // An IPv4 address at the end takes two of the eight groups.
  const known = before.length + after.length + (address.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - known
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
