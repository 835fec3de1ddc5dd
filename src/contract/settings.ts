import * as v from 'valibot'
import { OFFSET, timeAt } from './now.ts'

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
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/
/** Ids start with a time from 1970 to 9999. The oldest seeded row is 1,000 hours older than the time of a reset. */
const EARLIEST = Date.UTC(1971, 0)
const LATEST = Date.UTC(9999, 0)
/** From any real clock, this leads to a time between those. */
const MAX_OFFSET = 20_000 * 86_400_000

/** Whether a text is a setting `now`: `2026-05-01T12:00:00Z`, `+2d` or `-90m`, for example. */
export function isNow(text: string): boolean {
  const time = timeAt(text, 0)
  if (OFFSET.test(text)) return Math.abs(time) <= MAX_OFFSET
  if (!INSTANT.test(text) || !(time >= EARLIEST && time <= LATEST)) return false
  // Engines parse February 30 differently: as an error, or as a day in March.
  return new Date(time).toISOString().startsWith(text.slice(0, 16))
}

const now = v.pipe(
  v.string(),
  v.check(isNow, 'must be a time such as 2026-05-01T12:00:00Z, or an offset such as +2d'),
)
const idSeed = between(0, 0xffff_ffff)

/** The behaviour of the mock, independent of its data. */
export const Settings = v.object({
  /** The minimum time of a reply, in milliseconds. */
  delay,
  failures: v.array(Failure),
  overrides: v.array(Override),
  /** The time of the back end: an instant, at which it stands still, or an offset. Without it, the real time. */
  now: v.optional(now),
  /** With it, the same requests make the same ids. */
  idSeed: v.optional(idSeed),
})
export type Settings = v.InferOutput<typeof Settings>

/** `null` removes a setting. */
export const SettingsChanges = exactly({
  delay: v.optional(delay),
  failures: v.optional(v.array(NewFailure)),
  overrides: v.optional(v.array(NewOverride)),
  now: v.nullish(now),
  idSeed: v.nullish(idSeed),
})
export type SettingsChanges = v.InferOutput<typeof SettingsChanges>
