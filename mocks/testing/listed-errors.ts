import type { Call } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { type ApiErrorSpec, apiErrors } from '../../src/contract/errors.ts'

/** Errors of no call in particular: of tokens, bodies, idempotency keys and the database. */
const GENERAL: readonly ApiErrorSpec[] = [
  apiErrors.notRegistered,
  apiErrors.malformedJson,
  apiErrors.longKey,
  apiErrors.keyOfAnotherRequest,
  apiErrors.newerData,
  apiErrors.olderServer,
  apiErrors.noStorage,
  apiErrors.storageFull,
  apiErrors.busyDatabase,
  apiErrors.suspended,
  apiErrors.lastAccount,
]

/** Of `?before=` in paged lists. */
const OF_PAGES: readonly ApiErrorSpec[] = [apiErrors.unknownPost, apiErrors.unknownUser]

const catalogue = new Set<unknown>(Object.values(apiErrors).map(({ text }) => text))

/**
 * Fails a test whose call replies with an error of the catalogue that its contract does not list: docs/api.md would lack it.
 * @throws Error that names the call and the text
 */
export function mustBeListed(name: CallName, text: string | undefined): void {
  const { refuses = [], paged, control }: Call = calls[name]
  const listed = [...refuses, ...GENERAL, ...(paged ? OF_PAGES : [])]
  if (control || !catalogue.has(text) || listed.some((error) => error.text === text)) return
  throw new Error(`${name} replies "${text}", which is not in its refuses (src/contract)`)
}
