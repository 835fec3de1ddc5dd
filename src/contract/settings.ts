import * as v from 'valibot'
import { defects } from './defects.ts'

/** An object without other fields, so that a misspelt one is not ignored. */
export const exactly = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected, message }) =>
    expected === 'never' ? 'is not a known field' : message,
  )

/** A whole number from `min` to `max`. */
export const between = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

/** The requests to which a failure or an override applies, and how often. */
const ruleEntries = {
  id: v.string(),
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

/** A forced failure: the call returns an error before it does anything. */
export const Failure = v.object({
  ...ruleEntries,
  /** 0 means no reply at all, as without a network. */
  status: v.pipe(
    v.number(),
    v.integer(),
    v.check(
      (status) => status === 0 || (status >= 400 && status <= 599),
      'must be 400 to 599, or 0',
    ),
  ),
  /** Its probability, from 0 to 1; without it, every time. */
  rate: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  /** Without it, an error that names the mock as the cause. */
  body: v.optional(v.unknown()),
})
export type Failure = v.InferOutput<typeof Failure>

/** A reply that replaces the handler's ("Mock this response" of the tester). */
export const Override = v.object({ ...ruleEntries, status: between(200, 599), body: v.unknown() })
export type Override = v.InferOutput<typeof Override>

/** Generated if omitted. */
const anyId = { id: v.optional(v.string()) }
export const NewFailure = exactly({ ...Failure.entries, ...anyId })
export type NewFailure = v.InferOutput<typeof NewFailure>
export const NewOverride = exactly({ ...Override.entries, ...anyId })
export type NewOverride = v.InferOutput<typeof NewOverride>

const delay = between(0, 60_000)

/** The ids of planted defects (docs/defects.md). */
const Defects = v.array(
  v.picklist(defects, ({ received }) => `${received} is unknown; known are ${defects.join(', ')}`),
)

/** The behaviour of the mock, independent of its data. */
export const Settings = v.object({
  /** The minimum time of a reply, in milliseconds. */
  delay,
  failures: v.array(Failure),
  overrides: v.array(Override),
  defects: Defects,
})
export type Settings = v.InferOutput<typeof Settings>

export const SettingsChanges = exactly({
  delay: v.optional(delay),
  failures: v.optional(v.array(NewFailure)),
  overrides: v.optional(v.array(NewOverride)),
  defects: v.optional(Defects),
})
