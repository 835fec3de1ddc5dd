import type { Body, CallName, Calls, Params, Reply } from '../../src/contract/calls.ts'
import type { Viewed } from '../../src/contract/viewed.ts'
import type { Representation } from '../domain/representation.ts'
import type { Host } from '../host.ts'
import type { UserRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Prepared } from './prepare.ts'

/** The argument of a handler: the validated request, its transaction and the host. */
export type HandlerContext<Name extends CallName> = {
  params: Params<Name>
  body: Body<Name>
  /** The user of the token, for calls that need one. */
  viewer: Calls[Name] extends { auth: true } ? UserRow : undefined
  /** The token of the request, without `Bearer`. */
  token: string
  /** The invitation of a sign-up, or an empty text. */
  invitation: string
  /** The result of work that was done before the transaction. */
  prepared: Name extends keyof Prepared ? Prepared[Name] : undefined
  query: URLSearchParams
  /** The headers of the reply; a handler may add to them. */
  headers: Headers
  tx: Transaction
  /** Builds the rows of a reply. */
  show: Representation
  host: Omit<Host, 'database'>
}

/**
 * A reply in which posts, comments and users are replaced by their `_id`s. Lists hold only the rows that
 * the write changed; `serializeResult` builds the reply from them.
 */
type WriteResult<R> = {
  [Field in keyof R]: R[Field] extends { _id: string }[]
    ? string[]
    : R[Field] extends { _id: string }
      ? string
      : R[Field]
}

type IsWrite<Name extends CallName> = Calls[Name] extends { control: true }
  ? false
  : Calls[Name] extends { writes: true }
    ? true
    : false

/** A reply in either form. */
type Shown<R> = { [Field in keyof R]: R[Field] | Viewed<R[Field]> }

/** Serves one call. Throws `ApiError` to reply with an error; any error rolls its transaction back. */
type Handler<Name extends CallName> = (
  context: HandlerContext<Name>,
) => Promise<IsWrite<Name> extends true ? WriteResult<Reply<Name>> : Shown<Reply<Name>>>

/** A handler for each of these calls. A missing handler or a wrong reply is a compile error. */
export type Handlers<Names extends CallName = CallName> = { [Name in Names]: Handler<Name> }
