import { visible } from '../format.ts'
import { type AuthChoice, REFERENCE, type RequestModel, usernameOf } from './request-model.ts'

/** A host with a port. As an address, `localhost:4392` would have the scheme `localhost`. */
const HOST_AND_PORT = /^(localhost|\d{1,3}(\.\d{1,3}){3}|[\w-]+(\.[\w-]+)+):\d+(?=[/?#]|$)/i

/** The address that an endpoint stands for: as typed, or with `http://` before a host with a port. */
export function addressOf(endpoint: string): string {
  return HOST_AND_PORT.test(endpoint) ? `http://${endpoint}` : endpoint
}

/** The same for an address of a file: a host without a scheme is no path of this page. */
export const withScheme = (address: string): string =>
  /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*(:\d+)?(?=[/?#]|$)/u.test(address)
    ? `http://${address}`
    : address

/** The same as an absolute URL; `undefined` if it is not a valid address. */
export function urlOf(endpoint: string): URL | undefined {
  return URL.parse(addressOf(endpoint), location.href) ?? undefined
}

/**
 * Whether an endpoint is a call of this app's API: at our own origin, below `/api`. It is judged by the parsed URL, as
 * `fetch` parses it: a prefix of the text could be `https://our.example@evil.example`, `\\evil.example` or hold tabs.
 * With references, already the text before the first one is such a call: from there, no value can lead to another host.
 */
export function isOwnApi(endpoint: string): boolean {
  const [start = ''] = endpoint.split(REFERENCE, 1)
  const own = `${location.origin}/api/`
  return [start, endpoint].every((text) => urlOf(text)?.href.startsWith(own))
}

/**
 * The authorization that a request gets: the chosen one at our own API, and none anywhere else (R14.34). Browsers remove
 * the header when a reply redirects to another origin (https://fetch.spec.whatwg.org/#http-redirect-fetch).
 */
export function authorizationFor(endpoint: string, choice: AuthChoice): AuthChoice {
  return isOwnApi(endpoint) ? choice : 'none'
}

/** The whole address of a request, with nothing in it that could hide or reverse a part. */
export function shownAddress(endpoint: string): string {
  const url = endpoint.match(REFERENCE) ? undefined : urlOf(endpoint)?.href
  return url ?? visible(endpoint)
}

/** Sentences about who else learns something by a request, and in whose name it is sent. */
export function warningsOf({ endpoint, auth, headers, body }: Sent, viewer?: string): string[] {
  const isOwn = isOwnApi(endpoint)
  const parts = [endpoint, body, ...headers.map(({ value }) => value)]
  const hasReferences = parts.some((text) => text.match(REFERENCE))
  const host = endpoint.match(REFERENCE) ? undefined : urlOf(endpoint)?.host
  const user = usernameOf(auth) ?? viewer ?? 'nobody'
  const target = host ? `to ${host}` : 'to an address that is known when it is sent'
  return [
    ...(isOwn ? [] : [`It goes ${target}, outside of this app's API.`]),
    ...(!isOwn && hasReferences ? ['Values of earlier replies and variables go there too.'] : []),
    ...(isOwn && auth === 'session' ? [`It carries your session: it is sent as ${user}.`] : []),
    ...(isOwn && usernameOf(auth) ? [`It is sent as ${user}.`] : []),
    ...(!isOwn && auth !== 'none'
      ? ['It carries no authorization, which belongs to this API.']
      : []),
  ]
}

type Sent = Pick<RequestModel, 'endpoint' | 'auth' | 'headers' | 'body'>
