import { BUILD, BUILD_HEADER } from '../build.ts'

/*
 * Requests that the worker rejects before they reach the back end.
 */

/** @returns a reply with 403 if `request` is a navigation that would write, else `undefined` */
export function forbiddenNavigationReply(request: Request): Promise<Response> | undefined {
  // A form of any website can send such a request, and the browser hands it to this worker. The app
  // and its tools write with fetch, which other origins cannot use to reach this worker.
  if (request.mode !== 'navigate' || request.method === 'GET') return undefined
  const error = ["Forms and links can't write. Call the API with fetch from a page of the app."]
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
  return Promise.resolve(Response.json({ error }, { status: 403, headers }))
}

/**
 * A call may mean different things in two builds. Clients that name no build, such as the request tester, are
 * served.
 * @returns a reply with 409 if the page is of another build than this worker, else `undefined`
 */
export function otherBuildReply(request: Request): Promise<Response> | undefined {
  const build = request.headers.get(BUILD_HEADER)
  if (!build || build === BUILD) return undefined
  const error = ['This page and its back end are different versions. Reload the page.']
  const headers = { [BUILD_HEADER]: BUILD }
  return Promise.resolve(Response.json({ error }, { status: 409, headers }))
}
