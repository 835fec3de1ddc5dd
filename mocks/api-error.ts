import type { ApiErrorSpec } from '../src/contract/errors.ts'

/** Thrown to answer a request with a refusal; nothing that the request wrote is kept. */
export class ApiError extends Error {
  readonly status: number

  constructor({ status, text }: ApiErrorSpec) {
    super(text)
    this.status = status
  }
}
