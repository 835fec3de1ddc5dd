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
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(url.hostname)
  if (!/^https?:$/.test(url.protocol)) return 'Only http and https addresses can be requested.'
  if (known === 'policy')
    return 'The policy of this page forbids the connection. Reload the page once.'
  if (known === 'mock') {
    return 'The mock sent no reply. A failure with status 0 does that: see the tab Mock.'
  }
  if (location.protocol === 'https:' && url.protocol === 'http:' && !isLocal) {
    return "Mixed content: a page on https can't request an address on http."
  }
  if (!navigator.onLine && !isLocal) return 'This device is offline.'
  if (url.origin !== location.origin && (await answers(url))) {
    return `CORS: ${url.host} answers, but does not let this page read the response. It must send "Access-Control-Allow-Origin: ${location.origin}" and allow the method and headers of the request.`
  }
  return `No connection to ${url.host}: no server listens there, its name is unknown, or its certificate is invalid.`
}

/** Whether any response comes. Without CORS, a page cannot read it, but it can see that it came. */
function answers(url: URL): Promise<boolean> {
  return fetch(url, { method: 'HEAD', mode: 'no-cors', credentials: 'omit' }).then(
    () => true,
    () => false,
  )
}
