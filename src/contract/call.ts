import type { GenericSchema, InferOutput } from 'valibot'
import type { ApiErrorSpec } from './errors.ts'

/** The request header with the idempotency key of a write: repeated within a day, the write is done once. */
export const KEY_HEADER = 'Idempotency-Key'

/**
 * Where a device of a club does a call, which has a part of the club's data (docs/sync.md):
 * - `here`, if it has the rows that the path names, else at the club
 * - `here if complete`: a page of a list that may end too early is read again from the club
 * - `club first`, and here without a reply, unless the whole list is here
 * - `club`: only the club can
 */
export type Offline = 'here' | 'here if complete' | 'club first' | 'club'

/** One call of the API: everything that is true of it, for the back end, the replica, the tester and the reference. */
export type Call = {
  /** One sentence for people. */
  summary: string
  offline: Offline
  /** Needs the viewer's token in the authorization header. */
  auth?: true
  /** Changes data. A call without this changes nothing, whatever the method of its request. */
  writes?: true
  /** A write done `here`, in the list of unsent changes. `{post}`, `{user}` and `{text}` are filled in. */
  change?: string
  /**
   * Whether another phone may deliver it, and shows it meanwhile (docs/sync.md#courier). Of the links of others a replica has only
   * numbers, which may include that write. Profiles and muted people stay with their user.
   */
  byCourier?: 'shown' | 'delivered' | false
  /** Those of its errors after which the club is as the user wanted it. */
  doneIf?: readonly ApiErrorSpec[]
  /**
   * The reply has a token: it is never rebuilt from the record of a write. A repeated write is a log-in, and its key
   * names no row (docs/product.md#R12.26).
   */
  issuesToken?: true
  /** A control of the mock itself: never delayed, failed or overridden. */
  control?: true
  /** Returns a part of its list for ?limit=&before=, with a `Link` to the next. */
  paged?: true
  /** With ?search=, lists only rows that contain the text, ignoring case (R8.1); names the searched fields. */
  searched?: string
  /** Takes a multipart form instead of JSON; `body` is the schema of its fields. */
  form?: true
  /** Returns bytes instead of JSON, at once: the delay is for data (R13.2), not for files. */
  binary?: true
  /** Status of the success reply: 201 for calls that create or change content, else 200 (R12.2). */
  status: 200 | 201
  body?: GenericSchema
  /**
   * A body that succeeds as it is, except a token or an address of an earlier reply. The tester prefills it, the reference
   * shows it, and the tests send it, whole and with invalid fields.
   */
  example?: object
  reply: GenericSchema
  /** Errors beyond those that every call shares (malformed JSON, wrong shape, missing viewer). */
  refuses?: readonly ApiErrorSpec[]
}

/** The fields of a call that takes JSON. */
export function json<Schema extends GenericSchema>(
  body: Schema,
  example: InferOutput<Schema> & object,
) {
  return { body, example }
}

/** Fields that are optional in {@link Call}, but not for all calls. */
type Complete =
  | { writes?: undefined; change?: undefined; byCourier?: undefined }
  | { writes: true; offline: 'club'; change?: undefined; byCourier?: undefined }
  | { writes: true; offline: 'here'; change: string; byCourier: 'shown' | 'delivered' | false }
type Input = { body?: undefined } | { form: true } | { body: GenericSchema; example: object }

/** A table of calls keyed `METHOD /path`; a path part that starts with `:` is a parameter. */
export type CallTable = Record<
  `${'GET' | 'POST' | 'DELETE'} /api/${string}`,
  Call & Complete & Input
>

/** The names of the parameters in a call's path: `'postId'` for `'GET /api/posts/:postId'`. */
export type PathParam<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? Param | PathParam<Rest>
  : Path extends `${string}:${infer Param}`
    ? Param
    : never

/** The method and the path of a call, with its parameters filled in. */
export function lineOf(
  name: string,
  params: Record<string, string> = {},
): { method: string; path: string } {
  const [method = '', pattern = ''] = name.split(' ')
  const fill = (_: string, param: string) => encodeURIComponent(params[param] ?? '')
  return { method, path: pattern.replace(/:(\w+)/g, fill) }
}

/** The names of the parameters in a call's query. */
export type QueryParam<C extends Call> =
  | (C extends { paged: true } ? 'limit' | 'before' : never)
  | (C extends { searched: string } ? 'search' : never)

export type BodyOf<C extends Call> = C extends { body: infer B extends GenericSchema }
  ? InferOutput<B>
  : undefined

export type ReplyOf<C extends Call> = InferOutput<C['reply']>
