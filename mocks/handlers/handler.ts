import type { Body, CallName, Calls, Params, Reply } from '../../src/contract/calls.ts'
import type { UserRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'
import type { Host } from '../host.ts'

/** What a handler is given: the request, read and checked. */
export type Ask<Name extends CallName> = {
  params: Params<Name>
  body: Body<Name>
  /** The user of the token, for calls that need one. */
  viewer: Calls[Name] extends { auth: true } ? UserRow : undefined
  query: URLSearchParams
  /** Headers of the answer, for a handler that has more to say than its body. */
  headers: Headers
  tx: Transaction
  host: Host
}

/**
 * A reply that has the `_id`s of posts, comments and users in place of them. Lists hold only what
 * the write changed, whatever the client prefers: see `serializeResult`.
 */
type WriteResult<R> = {
  [Field in keyof R]: R[Field] extends { _id: string }[]
    ? string[]
    : R[Field] extends { _id: string }
      ? string
      : R[Field]
}

type IsWrite<Name extends CallName> = Name extends `GET ${string}`
  ? false
  : Calls[Name] extends { safe: true } | { control: true }
    ? false
    : true

/**
 * Serves one call. Throws `ApiError` to refuse; whatever it throws, nothing it wrote is kept.
 */
type Handler<Name extends CallName> = (
  ask: Ask<Name>,
) => Promise<IsWrite<Name> extends true ? WriteResult<Reply<Name>> : Reply<Name>>

/** A handler for each of these calls; one that is missing or answers wrongly does not compile. */
export type Handlers<Names extends CallName = CallName> = { [Name in Names]: Handler<Name> }
