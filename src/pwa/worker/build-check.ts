import { BUILD_HEADER } from '../build.ts'

const { VITE_BUILD } = import.meta.env

/**
 * The refusal for a page of another build, which would not understand this one's answers (or worse,
 * would). Who names no build, such as the request tester, is served.
 */
export function otherBuildReply(request: Request): Promise<Response> | undefined {
  const build = request.headers.get(BUILD_HEADER)
  if (!build || build === VITE_BUILD) return undefined
  const error = ['This page is of another build than its back end. Reload it.']
  const headers = { [BUILD_HEADER]: VITE_BUILD }
  return Promise.resolve(Response.json({ error }, { status: 409, headers }))
}
