import type { Options } from '../../../src/client/call-through.ts'
import type { CallName, Calls } from '../../../src/contract/calls.ts'
import type { ApiErrorSpec, apiErrors } from '../../../src/contract/errors.ts'
import type { Scene } from '../../testing/scene.ts'

type Refusals = typeof apiErrors
type TextOf<Name extends CallName> = Calls[Name] extends {
  refuses: readonly (infer Listed extends ApiErrorSpec)[]
}
  ? Listed['text']
  : never

/** The errors that the contract lists for a call, by their names in the catalogue. */
type RefusalOf<Name extends CallName> = {
  [Key in keyof Refusals]: Refusals[Key]['text'] extends TextOf<Name> ? Key : never
}[keyof Refusals]

/** Prepares the data that a call needs and returns the options to make it with. */
type Prepare<Name extends CallName> = (scene: Scene) => Options<Name> | Promise<Options<Name>>

/** How to make a call succeed, and how to provoke each of its errors. */
type Case<Name extends CallName> = {
  succeeds: Prepare<Name>
  refuses: { [Key in RefusalOf<Name>]: Prepare<Name> }
}

/** A case for each of these calls. A missing case, or a missing error of a case, is a compile error. */
export type Cases<Names extends CallName> = { [Name in Names]: Case<Name> }

export function newUsername(): string {
  return `contract-${crypto.randomUUID()}`
}

/** A page after a row that does not exist. */
export const BEFORE_NONE = '?limit=2&before=999999999'

/** An `_id` that no row has: a UUID of version 8, the version for custom formats. */
export function unknownId(): string {
  return crypto.randomUUID().replace(/^(.{14})4/, '$18')
}
