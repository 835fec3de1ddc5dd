/** @returns a reply with 403 if `request` is a navigation that would write, else `undefined` */
export function forbiddenNavigationReply(request: Request): Promise<Response> | undefined {
  // A form of any website can send such a request, and the browser hands it to this worker. The app
  // and its tools write with fetch, which other origins cannot use to reach this worker.
  if (request.mode !== 'navigate' || request.method === 'GET') return undefined
  const error = ['A form or a link may not write. Call the API with fetch from a page of the app.']
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
  return Promise.resolve(Response.json({ error }, { status: 403, headers }))
}

/**
 * `page` with headers that stop other sites from framing it and from keeping a reference to its
 * window. The values of the host win: not every host can send headers.
 */
export function isolated(page: Response): Response {
  const headers = new Headers(page.headers)
  // Browsers ignore this one if the host sends `frame-ancestors`.
  if (!headers.has('X-Frame-Options')) headers.set('X-Frame-Options', 'DENY')
  const policy = 'Cross-Origin-Opener-Policy'
  if (!headers.has(policy)) headers.set(policy, 'same-origin')
  return new Response(page.body, { status: page.status, headers })
}
