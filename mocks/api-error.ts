import type { Refusal } from '../src/contract/errors.ts'

/** Thrown to answer a request with a refusal; nothing that the request wrote is kept. */
export class Refused extends Error {
  readonly status: number

  constructor({ status, text }: Refusal) {
    super(text)
    this.status = status
  }
}
