import type { GenericSchema, InferOutput } from 'valibot'
import type { ApiErrorSpec } from './errors.ts'

/** The request header with the idempotency key of a write: repeated within a day, the write is done once. */
export const KEY_HEADER = 'Idempotency-Key'

/** One call of the API: its input, its reply and its errors. */
export type Call = {
  /** Needs the viewer's token in the authorization header. */
  auth?: true
  /** Changes data. A call without this changes nothing, whatever the method of its request. */
  writes?: true
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
  reply: GenericSchema
  /** Errors beyond those that every call shares (malformed JSON, wrong shape, missing viewer). */
  refuses?: readonly ApiErrorSpec[]
}

/** A table of calls keyed `METHOD /path`; a path part that starts with `:` is a parameter. */
export type CallTable = Record<`${'GET' | 'POST' | 'DELETE'} /api/${string}`, Call>

/** The names of the parameters in a call's path: `'postId'` for `'GET /api/posts/:postId'`. */
export type PathParam<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? Param | PathParam<Rest>
  : Path extends `${string}:${infer Param}`
    ? Param
    : never

export type BodyOf<C extends Call> = C extends { body: infer B extends GenericSchema }
  ? InferOutput<B>
  : undefined

export type ReplyOf<C extends Call> = InferOutput<C['reply']>
