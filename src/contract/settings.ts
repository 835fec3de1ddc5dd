import * as v from 'valibot'
import { between, exactly } from './checks.ts'
import { Failure, MAX_DELAY_MS, NewFailure, ruleEntries } from './failures.ts'

/** A reply that replaces the handler's ("Mock this response" of the tester). */
export const Override = v.object({
  id: v.string(),
  ...ruleEntries,
  status: between(200, 599),
  body: v.unknown(),
})
export type Override = v.InferOutput<typeof Override>

/** Its id is generated if omitted. */
export const NewOverride = exactly({ ...Override.entries, id: v.optional(v.string()) })
export type NewOverride = v.InferOutput<typeof NewOverride>

const delay = between(0, MAX_DELAY_MS)
const MAX_FAILURES = 100

/** The behaviour of the mock, independent of its data. */
export const Settings = v.object({
  /** The minimum time of a reply, in milliseconds. */
  delay,
  failures: v.array(Failure),
  overrides: v.array(Override),
})
export type Settings = v.InferOutput<typeof Settings>

export const SettingsChanges = exactly({
  delay: v.optional(delay),
  failures: v.optional(
    v.pipe(v.array(NewFailure), v.maxLength(MAX_FAILURES, `must be at most ${MAX_FAILURES}`)),
  ),
  overrides: v.optional(v.array(NewOverride)),
})
