import * as v from 'valibot'
import { between, exactly } from './checks.ts'
import { defects } from './defects.ts'
import { Failure, MAX_DELAY_MS, NewFailure, ruleEntries } from './failures.ts'
import { OFFSET, timeAt } from './now.ts'

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
  v.check(
    isNow,
    'must be a time in UTC from 1971 to 9998 such as 2026-05-01T12:00:00Z, or an offset such as +2d or -90m',
  ),
)
const idSeed = between(0, 0xffff_ffff)

const unknownDefect = ({ received }: { received: string }) =>
  // A judged build has no names (scripts/vite/judged-build.ts).
  `${received} is unknown; known are ${defects.join(', ') || 'none here'}`

/** The id of a planted defect (docs/testers.md#planted-defects). */
export const Defect = v.picklist(defects, unknownDefect)

const Defects = v.array(Defect)

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
  defects: Defects,
})
export type Settings = v.InferOutput<typeof Settings>

/** `null` removes a setting. */
export const SettingsChanges = exactly({
  delay: v.optional(delay),
  failures: v.optional(
    v.pipe(v.array(NewFailure), v.maxLength(MAX_FAILURES, `must be at most ${MAX_FAILURES}`)),
  ),
  overrides: v.optional(v.array(NewOverride)),
  now: v.nullish(now),
  idSeed: v.nullish(idSeed),
  defects: v.optional(Defects),
})
export type SettingsChanges = v.InferOutput<typeof SettingsChanges>
