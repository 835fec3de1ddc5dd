import * as v from 'valibot'
import { between, exactly } from './checks.ts'

/** The longest delay, in milliseconds. */
export const MAX_DELAY_MS = 60_000

/** The requests to which a failure or an override applies, and how often. */
export const ruleEntries = {
  method: v.pipe(v.string(), v.regex(/^(\*|[A-Z]+)$/, 'must be a method such as GET, or *')),
  /** As in the contract (`/api/posts/:postId`), as in the URL (`/api/posts/5`), or `*` for all. */
  path: v.pipe(
    v.string(),
    v.regex(/^(\*$|\/api\/)/, 'must be a path under /api, or *'),
    v.regex(/^[^?#]*$/, 'must not have a query'),
  ),
  /** How often it still applies; without it, until it is cleared. */
  times: v.optional(between(1, 1_000_000)),
}

const status = (isAllowed: (status: number) => boolean, text: string) =>
  v.pipe(v.number(), v.integer(), v.check(isAllowed, text))

const isError = (value: number) => value >= 400 && value <= 599

/** Whether the call is done before it fails: the server did its work, and only the reply is lost. */
const after = v.optional(v.boolean())

/** A path of this origin: a redirect must not lead a request, with its token, to another host. */
const ownPath = v.pipe(
  v.string(),
  v.regex(/^\/(?![/\\])[!-~]{0,2000}$/, 'must be a path of this origin'),
)

/** The fields of every kind. */
export const failureEntries = {
  /** Generated if omitted. */
  id: v.optional(v.string()),
  ...ruleEntries,
  /** Its probability, from 0 to 1; without it, every time. */
  rate: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
}

/** A simulated failure of a call. Each kind takes only its own fields: one without an effect is an error. */
export const NewFailure = v.variant('kind', [
  /** An error instead of the reply. The default, and the only kind of earlier versions. */
  exactly({
    ...failureEntries,
    kind: v.optional(v.literal('status')),
    /** 0 means no reply at all, as without a network. */
    status: status((value) => value === 0 || isError(value), 'must be 400 to 599, or 0'),
    /** Without it, an error that names the mock as the cause. */
    body: v.optional(v.unknown()),
    /** The header `Retry-After`, in seconds. */
    retryAfter: v.optional(between(0, 86_400)),
    after,
  }),
  /** A redirect instead of the reply. */
  exactly({
    ...failureEntries,
    kind: v.literal('redirect'),
    location: ownPath,
    status: v.optional(
      status((value) => [301, 302, 303, 307, 308].includes(value), 'must be a redirect'),
    ),
  }),
  /** An HTML page instead of the reply, as a proxy or a captive portal sends it. */
  exactly({
    ...failureEntries,
    kind: v.literal('html'),
    status: v.optional(
      status((value) => value === 200 || isError(value), 'must be 200, or 400 to 599'),
    ),
  }),
  /** The reply comes later: log-normal delays, of which half are up to `p50`, and 95 % up to `p95`. */
  exactly({
    ...failureEntries,
    kind: v.literal('slow'),
    /** In milliseconds. */
    p50: between(1, MAX_DELAY_MS),
    /** At least `p50`. Without it, each delay is `p50`. */
    p95: v.optional(between(1, MAX_DELAY_MS)),
  }),
  /** Neither a reply nor an error, until the client gives up. */
  exactly({ ...failureEntries, kind: v.literal('hang'), after }),
  /** `cut`: the connection breaks after half of the body. `malformed`: the body ends there. */
  exactly({ ...failureEntries, kind: v.picklist(['cut', 'malformed']) }),
])
export type NewFailure = v.InferOutput<typeof NewFailure>

/** As it is stored, with its id. */
export const Failure = NewFailure as v.GenericSchema<NewFailure & { id: string }>
export type Failure = v.InferOutput<typeof Failure>
