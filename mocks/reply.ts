import { apiErrors, type ErrorBody, UNDEFINED_ROUTE } from '../src/contract/errors.ts'
import { ApiError } from './api-error.ts'
import type { Rule } from './domain/rules.ts'
import { quote } from './quote.ts'

/** How IndexedDB says that it is blocked, was closed from outside, or that the disk fails. */
const NO_STORAGE = /^(Security|InvalidState|Unknown|NotAllowed|Timeout|Abort)Error$/

const NOT_KEPT = { 'Cache-Control': 'no-store' }

/** The answer to a request that failed with `error`: always the error shape, never a stack. */
export function errorReply(error: unknown): Response {
  if (error instanceof ApiError) return failure(error.status, error.message)
  console.error(error)
  if (error instanceof Error && error.name === 'QuotaExceededError') {
    return failure(apiErrors.storageFull.status, apiErrors.storageFull.text)
  }
  if (error instanceof DOMException && NO_STORAGE.test(error.name)) {
    return failure(apiErrors.noStorage.status, apiErrors.noStorage.text)
  }
  const cause = error instanceof Error ? error.message : String(error)
  return failure(500, `The mock server failed: ${quote(cause)}`)
}

/** The answer that a failure or an override of the settings asks for. */
export function ruleReply({ status, body }: Rule): Response {
  if (status === 0) return Response.error()
  if ([204, 205, 304].includes(status)) return new Response(null, { status })
  if (body !== undefined) return Response.json(body, { status, headers: NOT_KEPT })
  return failure(status, `The mock answered ${status}, as its settings say.`)
}

/** The answer to a call that nobody serves (design §5). */
export function unroutedReply(request: Request): Response {
  const method = quote(request.method, 20)
  const path = quote(new URL(request.url).pathname, 180)
  const text = `Your app tried to ${method} '${path}', but there was no route defined to handle this request.`
  return failure(404, text, UNDEFINED_ROUTE)
}

function failure(status: number, text: string, description?: string): Response {
  return Response.json({ error: [text], description } satisfies ErrorBody, {
    status,
    headers: NOT_KEPT,
  })
}
