import { type ErrorBody, refusals, UNDEFINED_ROUTE } from '../src/contract/refusals.ts'
import { Refused } from './refused.ts'

/** The answer to a request that failed with `error`: always the error shape, never a stack. */
export function errorReply(error: unknown): Response {
  if (error instanceof Refused) return failure(error.status, error.message)
  console.error(error)
  if (error instanceof Error && error.name === 'QuotaExceededError') {
    return failure(refusals.storageFull.status, refusals.storageFull.text)
  }
  return failure(500, `The mock server failed: ${error instanceof Error ? error.message : error}`)
}

/** The answer to a call that nobody serves (design §5). */
export function unroutedReply(request: Request): Response {
  const { pathname } = new URL(request.url)
  const text = `Your app tried to ${request.method} '${pathname}', but there was no route defined to handle this request.`
  return failure(404, text, UNDEFINED_ROUTE)
}

function failure(status: number, text: string, description?: string): Response {
  return Response.json({ error: [text], description } satisfies ErrorBody, { status })
}
