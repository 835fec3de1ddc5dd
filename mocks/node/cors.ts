const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether the API, which listens on `host`, may go by the name in the request's address. A page whose
 * own name was made to lead to this machine (DNS rebinding) would be of one origin with the API.
 */
export function mayBeCalled(host: string, { url }: Request): boolean {
  const listensHere = THIS_MACHINE.includes(host) || host === '::1'
  return !listensHere || THIS_MACHINE.includes(new URL(url).hostname)
}

/** A page that a developer serves on the same machine. */
const LOCAL = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Whether a page of `origin` may call the API. A call without one comes from no other site's page.
 * Others are refused, and not only kept from the answer: a reset does its harm unanswered.
 */
export function mayCall(origin: string | null, allowed: readonly string[]): boolean {
  return origin === null || LOCAL.test(origin) || allowed.includes(origin) || allowed.includes('*')
}

/** What lets a page of `origin` read the answer, its headers and its timing. */
export function corsHeaders(origin: string | null): Record<string, string> {
  if (origin === null) return { Vary: 'Origin' }
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Link, Location, Preference-Applied, Server-Timing',
    'Timing-Allow-Origin': origin,
  }
}

/** The answer to the question that a browser asks before it sends a token or JSON; else nothing. */
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
