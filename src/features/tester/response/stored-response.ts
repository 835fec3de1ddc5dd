import { HttpError, type HttpResponse } from '../../../client/http.ts'
import { UNDEFINED_ROUTE } from '../../../contract/errors.ts'

/** An error with its own fields only, so that it can be shown, kept and compared. */
export type ShownError = Pick<HttpError, 'name' | 'message' | 'config' | 'response'> & {
  description?: string
}

/**
 * What a failed call leaves as its response (spec §4): the error's response, or the error itself when
 * the mock had no such route. Nothing when there was no answer.
 */
export function storedResponse(error: unknown): HttpResponse | ShownError | undefined {
  if (!(error instanceof HttpError)) return undefined
  const { name, message, config, response } = error
  const { description } = (response?.data ?? {}) as { description?: string }
  if (description !== UNDEFINED_ROUTE) return response
  return { name, message, description, config, response }
}
