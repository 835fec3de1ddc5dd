import { isIP } from 'node:net'
import { ApiError, quote } from '../mocks/api-error.ts'
import type { ApiOptions } from './options.ts'

type Allowed = Pick<ApiOptions, 'host' | 'origin'>

/** A name or an address, perhaps with a port: RFC 9110, section 7.2. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/**
 * Rejects a request to a host name that is not allowed. With DNS rebinding, pages of a foreign name that
 * resolves to this machine would have the same origin as the API. IP addresses cannot be rebound. The port
 * is not checked, because tunnels and proxies change it.
 * @param header the `Host` header
 * @throws ApiError 400 when it is missing or malformed, 403 when the name is not allowed
 */
export function checkHost(header: string, { host, origin }: Allowed): void {
  const name = HOST.exec(header)?.[1]?.toLowerCase()
  if (!name) throw new ApiError({ status: 400, text: 'The request has no valid Host header.' })
  const names = ['localhost', host, ...origin.map((one) => (one === '*' ? name : hostOf(one)))]
  if (names.includes(name) || isIP(name.replace(/^\[|\]$/g, ''))) return
  const quoted = quote(name, 100)
  const text = `This API does not go by the name ${quoted}. Start it with --origin http://${quoted}`
  throw new ApiError({ status: 403, text })
}

function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.hostname
}

/** A page that a developer serves on the same machine. */
const LOCAL = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Rejects requests of pages of other sites. CORS alone would only hide the reply, and a reset does its
 * harm without one. Clients other than browsers send neither header.
 * @param origin the `Origin` header
 * @param site the `Sec-Fetch-Site` header
 * @throws ApiError 403
 */
export function checkOrigin(
  method: string | undefined,
  { origin, 'sec-fetch-site': site }: { origin?: string; 'sec-fetch-site'?: string | string[] },
  { origin: allowed }: Allowed,
): void {
  if (origin === undefined) {
    // A picture or a link on a page of another site: the page cannot read the reply.
    const reads = method === 'GET' || method === 'HEAD'
    if (reads || site === undefined || site === 'same-origin' || site === 'none') return
    throw new ApiError({ status: 403, text: 'Pages of other sites may not write to this API.' })
  }
  // Any page can get the origin null, in a sandboxed frame.
  const known = LOCAL.test(origin) || allowed.includes(origin) || allowed.includes('*')
  if (known && origin !== 'null') return
  const quoted = quote(origin, 100)
  const text = `Pages of ${quoted} may not call this API. Start it with --origin ${quoted}`
  throw new ApiError({ status: 403, text })
}

/** The headers that let a page of `origin` read the reply, its headers and its timing. */
export function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return { Vary: 'Origin' }
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Link, Location, Preference-Applied, Server-Timing',
    'Timing-Allow-Origin': origin,
  }
}

/** The reply to a CORS preflight request, or `undefined` for any other request. */
export function preflightReply({ method, headers }: Request): Response | undefined {
  if (method !== 'OPTIONS' || !headers.has('Access-Control-Request-Method')) return undefined
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
      'Access-Control-Allow-Headers': headers.get('Access-Control-Request-Headers') ?? '',
      'Access-Control-Max-Age': '600',
    },
  })
}
