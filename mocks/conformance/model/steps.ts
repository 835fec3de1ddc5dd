import * as fc from 'fast-check'
import type { Call } from '../../../src/contract/call.ts'
import { type CallName, calls } from '../../../src/contract/calls.ts'
import { bodies } from './bodies.ts'

/** Counts back from the newest record, or is an id that no record has. */
type Pick = number | string

/** One request, independent of the ids in the data. */
export type ModelStep = {
  name: CallName
  /** Counts back from the newest session. `nobody` sends no token, `liar` a forged one. */
  as: number | 'nobody' | 'liar'
  post: Pick
  comment: Pick
  user: Pick
  upload: Pick
  /** Names the record by `id` instead of `_id`. */
  short: boolean
  minimal: boolean
  /** Prefers that lists of people name only the viewer. */
  own: boolean
  /** Selects records on which the call is allowed, where possible; otherwise any. */
  willing: boolean
  /** Invalid paths, bodies and queries. */
  hostile: boolean
  limit?: string
  before?: Pick
  search?: string
  body: object
  /** Sent instead of the body: malformed JSON, or the wrong shape. */
  broken?: string
  /** Seconds since the previous request. */
  wait: number
}

export const blankStep = {
  as: 'nobody' as const,
  post: 0,
  comment: 0,
  user: 0,
  upload: 0,
  body: {},
  wait: 1,
  short: false,
  minimal: false,
  own: false,
  willing: false,
  hostile: false,
}

// MSW's matcher accepts URLs of up to 8,192 characters; the worker has no limit.
const unknown = fc.constantFrom(
  ...['0', '999', 'nobody', '__proto__', 'constructor', '%', ' ', '\0', '1/2', 'é', '01', '1e0'],
  ...['019a0000-0000-7001-8000-0000000fffff', 'x'.repeat(3000)],
)
const pick = (most: number) =>
  fc.oneof({ weight: 12, arbitrary: fc.nat(most) }, { weight: 1, arbitrary: unknown })
const rarely = (one: number) => fc.nat(one).map((n) => n === 1)

const MONTH = 31 * 24 * 3600

function stepOf(name: CallName): fc.Arbitrary<ModelStep> {
  return fc.record<ModelStep>({
    name: fc.constant(name),
    as: fc.oneof(
      { weight: 12, arbitrary: fc.nat(3) },
      { weight: 1, arbitrary: fc.constantFrom('nobody', 'liar') },
    ),
    post: pick(2),
    comment: pick(1),
    user: pick(3),
    upload: pick(1),
    short: fc.boolean(),
    minimal: fc.boolean(),
    own: fc.boolean(),
    willing: fc.boolean(),
    hostile: rarely(9),
    limit: fc.constantFrom(undefined, '1', '2', '3', '100', '0', '101', '1.5', 'ten', ''),
    before: fc.option(pick(6), { nil: undefined }),
    search: fc.constantFrom(
      undefined,
      undefined,
      'a',
      'E',
      ' ',
      'mira',
      'é',
      '%',
      'nothing at all',
    ),
    body: bodies[name] ?? fc.constant((calls[name] as Call).example ?? {}),
    broken: fc.oneof(
      { weight: 14, arbitrary: fc.constant(undefined) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('{', '', 'null', '[]', '"text"', '{"__proto__":{}}'),
      },
    ),
    wait: fc.oneof(
      { weight: 60, arbitrary: fc.nat(100) },
      { weight: 1, arbitrary: fc.constant(MONTH) },
    ),
  })
}

/** A reset is rare, because it removes everything before it. */
const weightOf = (name: CallName) =>
  name.includes('reset') ? 1 : 'control' in calls[name] ? 2 : name.startsWith('GET') ? 3 : 8

export const steps = (length: number): fc.Arbitrary<ModelStep[]> => {
  const names = Object.keys(calls) as CallName[]
  const some = names.map((name) => ({ weight: weightOf(name), arbitrary: stepOf(name) }))
  // Without fast-check's bias to small values: short sequences reach nothing.
  return fc.noBias(fc.array(fc.oneof(...some), { minLength: 1, maxLength: length, size: 'max' }))
}
