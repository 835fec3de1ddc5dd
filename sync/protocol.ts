import type { JWK } from 'jose'
import {
  array,
  boolean,
  custom,
  type InferOutput,
  looseObject,
  nullable,
  number,
  object,
  optional,
  string,
  tuple,
  unknown,
} from 'valibot'
import { migrations } from '../mocks/migrations.ts'
import type { CallName } from '../src/contract/calls.ts'

/*
 * What a device and its club exchange (docs/sync.md).
 */

/** The version of the stored data and of this protocol. A device and a club of different versions exchange nothing. */
export const REPLICA_VERSION = 301 + migrations.length

/** The tokens of the users of a device, with a comma between them: a club can be for members only. */
export const TOKENS_HEADER = 'Viewer-Tokens'

/** The header of a picture of another phone's user, in place of the token of its author (`proof.ts`). */
export const PROOF_HEADER = 'Write-Proof'

/** How many users a device names, at most. */
export const MAX_VIEWERS = 10

/** How many writes a device waits for in a request, at most: without a token, a club receives 32 kB. */
export const MAX_NAMES = 500

/** A write as a device sends it: the call, and the name under which the device has run it. */
export type SentWrite = {
  /** A UUIDv7: the idempotency key, the time, and the `_id` of the row that the write creates. */
  name: string
  call: CallName
  params: Record<string, string>
  body: unknown
  authorization: string
  /** Of a write of another phone's user, in place of the token (`proof.ts`). */
  proof?: string
}

/** The writes are done in their order, then the changes after the cursor `since` are read. */
export type SyncRequest = {
  since: string
  writes: SentWrite[]
  /** The `_id`s of the users of the device, whose links are in the reply. */
  viewers: string[]
  /** Their tokens: whom they mute is in the reply to them only. */
  tokens: string[]
  /** Of the writes that it waits for. The reply names no others, except those of the owners of the tokens. */
  names: string[]
  /** The reply repeats it, so that a reply to an earlier request is not taken for this one's. */
  nonce: string
}

const outcome = object({
  name: string(),
  status: number(),
  /** The text of the error, if it failed. */
  error: optional(string()),
})
export type WriteOutcome = InferOutput<typeof outcome>

/** Stored keys with their values; `null` removes the key. */
const entries = array(tuple([string(), unknown()]))
export type EntryList = InferOutput<typeof entries>

const changedEntries = object({
  entries,
  /**
   * The names of those writes that are included and that the device may know, with their authors: a name may be that of another
   * user's write. Empty for a sign-up, `null` if unknown.
   */
  names: array(tuple([string(), nullable(string())])),
  /** The place after these changes. */
  cursor: string(),
  /** Whether there are more changes after the cursor. */
  more: boolean(),
})
export type ChangedEntries = InferOutput<typeof changedEntries>

const stamp = {
  /** Its {@link REPLICA_VERSION}. */
  version: number(),
  /** The club's time, in ms since 1970. */
  now: number(),
}
/** What every version of the protocol has. */
export const anyReply = looseObject(stamp)

export const syncReply = object({
  ...stamp,
  nonce: string(),
  outcomes: array(outcome),
  /** `undefined` when the cursor is unknown or too old: the replica copies everything again. */
  changes: optional(changedEntries),
})
export type SyncReply = InferOutput<typeof syncReply>

export const historyReply = object({
  ...stamp,
  entries,
  /** The newest post of the next part; `undefined` after the oldest post. */
  next: optional(string()),
  /** Only in the first part. */
  first: optional(object({ cursor: string(), key: custom<JWK>(isObject), hasAllUsers: boolean() })),
})
export type History = InferOutput<typeof historyReply>

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** Identifies a club: the public key of its tokens, of which the x coordinate is enough (RFC 7518, 6.2.1.2). */
export function clubIdOf({ x = '' }: JWK): string {
  return x
}
