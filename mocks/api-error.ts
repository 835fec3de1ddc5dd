import type { ApiErrorSpec } from '../src/contract/errors.ts'

/** Thrown to reply with an error of the API. The request's transaction is rolled back. */
export class ApiError extends Error {
  readonly status: number
  /** In seconds, for the header of the reply. */
  readonly retryAfter?: number

  /** @param options.cause an unexpected error behind it, which is logged */
  constructor({ status, text }: ApiErrorSpec, retryAfter?: number, options?: ErrorOptions) {
    super(text, options)
    this.status = status
    this.retryAfter = retryAfter
  }
}

const MAX_QUOTED = 200

/** Shortens a part of a request to `max` characters for an error text. */
export function quote(text: string, max = MAX_QUOTED): string {
  if (text.length <= max) return text
  // The cut may split a surrogate pair.
  return `${text.slice(0, max - 1).toWellFormed()}…`
}
