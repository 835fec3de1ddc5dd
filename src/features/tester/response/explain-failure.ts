import type { HttpResponse } from '../../../client/http.ts'
import { hasInexact } from '../request/exact-json.ts'

/** Watches for connections that the policy of the page forbids. The result stops it and tells whether there was one. */
export function watchPolicy(): () => boolean {
  let isForbidden = false
  const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    isForbidden ||= effectiveDirective === 'connect-src'
  }
  document.addEventListener('securitypolicyviolation', onViolation)
  return () => {
    document.removeEventListener('securitypolicyviolation', onViolation)
    return isForbidden
  }
}

/**
 * Explains why a request to `address` got no response. A browser tells pages little, so some causes remain open.
 * @param known the part that did not respond, if it is known: the policy of the page, or the mock
 */
export async function explainFailure(address: string, known?: 'policy' | 'mock'): Promise<string> {
  if (!URL.canParse(address, location.href)) return 'This is not a valid address.'
  const url = new URL(address, location.href)
  if (url.username || url.password)
    return 'The address has a user name or a password, which pages cannot send. Use the header Authorization: Basic ….'
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(url.hostname)
  if (!/^https?:$/.test(url.protocol)) return 'Only http and https addresses can be requested.'
  if (known === 'policy')
    return 'The policy of this page forbids the connection. Reload the page once.'
  if (known === 'mock') {
    return 'The mock sent no reply, or only a part of one. A failure does that: see the tab Mock.'
  }
  if (location.protocol === 'https:' && url.protocol === 'http:' && !isLocal) {
    return "Mixed content: a page on https can't request an address on http."
  }
  if (!navigator.onLine && !isLocal) return 'This device is offline.'
  if ((await probe(url, { redirect: 'manual' }))?.type === 'opaqueredirect')
    return `${url.host} redirects, and the redirects never end, or lead where this page may not read.`
  if (url.origin !== location.origin && (await probe(url, { mode: 'no-cors' }))) {
    return `CORS: ${url.host} answers, but does not let this page read the response. It must send "Access-Control-Allow-Origin: ${location.origin}" and allow the method and headers of the request.`
  }
  return `No connection to ${url.host}: no server listens there, its name is unknown, or its certificate is invalid.`
}

/** What comes from an address, of which a page may see only that; `undefined` if nothing does. */
const probe = (url: URL, init: RequestInit): Promise<Response | undefined> =>
  fetch(url, { method: 'HEAD', credentials: 'omit', ...init }).catch(() => undefined)

/** Explains a reply that is not what the API sends; `undefined` if there is nothing to explain. */
export function explainReply(
  { data, headers }: Pick<HttpResponse, 'data' | 'headers'>,
  text: string,
  redirectedTo?: string,
): string | undefined {
  if (redirectedTo) return `Redirected to ${redirectedTo}, which sent this response.`
  const type = headers['content-type'] ?? ''
  // Text that is no JSON has no numbers.
  if (data !== text && hasInexact(text))
    return 'Some numbers are too long for JavaScript, which rounds them. The Raw tab shows their digits.'
  if (type.startsWith('text/html'))
    return 'An HTML page, not JSON: a proxy, a captive portal or a wrong address sends one.'
  // The client leaves text alone that it cannot parse.
  if (type.startsWith('application/json') && data === text)
    return 'Malformed JSON: the reply is damaged or incomplete.'
  const wait = headers['retry-after']
  return wait && `The server asks to try again later. Retry-After: ${wait}`
}
