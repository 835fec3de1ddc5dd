import type { JWK } from 'jose'
import type { CallName } from '../../src/contract/calls.ts'

/*
 * What a device and its club exchange (docs/sync.md).
 */

/** Stored keys with their values; `null` removes the key. */
export type Entries = [key: string, value: unknown][]

/** A write as a device sends it: the call, and the name under which the device has run it. */
export type SentWrite = {
  /** A UUIDv7: the idempotency key, the time, and the `_id` of the row that the write creates. */
  name: string
  call: CallName
  params: Record<string, string>
  body: unknown
  authorization: string
}

/** The writes are done in their order, then the changes after the cursor `since` are read. */
export type SyncRequest = { since: string; writes: SentWrite[] }

export type WriteOutcome = {
  name: string
  status: number
  /** The text of the error, if it failed. */
  error?: string
}

type Versioned = {
  /** The version of the stored data. A replica has the same one. */
  version: number
  /** The club's time, in ms since 1970. */
  now: number
}

export type SyncReply = Versioned & {
  outcomes: WriteOutcome[]
  /** `undefined` when the cursor is unknown or too old: the replica copies everything again. */
  changes?: ChangedEntries
}

export type ChangedEntries = {
  entries: Entries
  /** The names of the writes that are included. */
  names: string[]
  /** The place after these changes. */
  cursor: string
  /** Whether there are more changes after the cursor. */
  more: boolean
}

export type History = Versioned & {
  entries: Entries
  /** The newest post of the next part; `undefined` after the oldest post. */
  next?: string
  /** Only in the first part, which has all users. */
  first?: { cursor: string; key: JWK }
}
