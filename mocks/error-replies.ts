import { apiErrors, type ErrorBody, UNDEFINED_ROUTE } from '../src/contract/errors.ts'
import { ApiError, quote } from './api-error.ts'

/** Names of the errors that IndexedDB throws when it is blocked, closed from outside or broken. */
const STORAGE_ERRORS = /^(Security|InvalidState|Unknown|NotAllowed|Timeout|Abort)Error$/

export type Report = (error: unknown) => void

export const NO_STORE = { 'Cache-Control': 'no-store' }

/**
 * The reply for a thrown error. Never contains a stack.
 * @param report takes an unexpected error
 */
export function errorReply(error: unknown, report: Report = console.error): Response {
  if (error instanceof ApiError) {
    if (error.cause) report(error.cause)
    const response = errorResponse(error.status, error.message)
    if (error.retryAfter) response.headers.set('Retry-After', String(error.retryAfter))
    return response
  }
  report(error)
  if (error instanceof Error && error.name === 'QuotaExceededError') {
    return errorResponse(apiErrors.storageFull.status, apiErrors.storageFull.text)
  }
  if (error instanceof DOMException && STORAGE_ERRORS.test(error.name)) {
    return errorResponse(apiErrors.noStorage.status, apiErrors.noStorage.text)
  }
  const cause = error instanceof Error ? error.message : String(error)
  return errorResponse(500, `The mock server failed: ${quote(cause)}`)
}

/** The reply for a method and path that the contract does not define. */
export function undefinedRouteReply(request: Request): Response {
  const method = quote(request.method, 20)
  const path = quote(new URL(request.url).pathname, 180)
  const text = `Your app tried to ${method} '${path}', but there was no route defined to handle this request.`
  return errorResponse(404, text, UNDEFINED_ROUTE)
}

export function errorResponse(status: number, text: string, description?: string): Response {
  return Response.json({ error: [text], description } satisfies ErrorBody, {
    status,
    headers: NO_STORE,
  })
}
