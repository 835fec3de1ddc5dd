import type { CallName } from '../src/contract/calls.ts'

/** The BroadcastChannel on which the worker at a club's address publishes its `SyncStatus`. */
export const SYNC_CHANNEL = 'gearheads-sync'

/** A write that this device has done and the club has not. */
export type UnsentWrite = {
  /** A UUIDv7: the `_id` of the row that the write creates, if it creates one. */
  name: string
  call: CallName
  /** Its words of the contract, for `wordsOf`. */
  change: string
  params: Record<string, string>
  body: unknown
  userId: string
  /** The author's username at the time of the write: the account may be gone since. */
  username: string
  /** Why the club refused it. It has no effect here since then. */
  error?: string
  /**
   * When it was first given to another phone, by the club's clock, and the username of its user, if that phone has shown that
   * it has the write. It keeps its name since then, and has perhaps arrived.
   */
  handedOver?: { at: number; to?: string }
  /** Of another phone's user: the names of its pictures that did not come along, and are not at the club. */
  lacks?: readonly string[]
}

/** Fills in the words of a write, such as `Like {post}`. */
export function wordsOf(change: string, parts: Record<'post' | 'user' | 'text', string>): string {
  return change.replace(/\{(post|user|text)\}/g, (_, part: keyof typeof parts) => parts[part])
}

/**
 * Why a phone gives nothing: it has no copy of the club; the club does not know its key yet, or its user has removed it in
 * Settings; nothing waits; no other phone may have what waits; or it needs a file, because it is too long for codes.
 */
export type GiveProblem =
  | 'notReady'
  | 'unregistered'
  | 'removed'
  | 'nothing'
  | 'notGivable'
  | 'tooLong'

/** A bundle of waiting writes for another phone, or why there is none (docs/sync.md#courier). */
export type GivenResult =
  | { bytes: Uint8Array<ArrayBuffer>; writes: number; pictures: number }
  | { problem: GiveProblem }

/** What came of a bundle of another phone, in numbers of writes, or why nothing did (docs/sync.md#courier). */
export type TakenResult =
  | {
      /** The username of the user whose phone has given it, as it says. */
      from?: string
      added: number
      /** They were here, or had left already. */
      known: number
      /** Not signed by a device of their author that is known here, too old, or malformed. */
      refused: number
      /** There was no room for them. */
      full: number
    }
  | { problem: 'notReady' | 'otherClub' | 'unreadable' }

/**
 * Why a sync failed: the device is offline; no reply came; something between the device and the club answered in its place;
 * a server on the way refused the length of a request (413); the club asks for patience, or fails; its data have another
 * version; the device itself failed, for example because its storage is full.
 */
export type SyncProblem =
  | 'offline'
  | 'noReply'
  | 'intercepted'
  | 'tooLarge'
  | 'busy'
  | 'version'
  | 'device'

/** Why the device waits, in ms since 1970. */
export type SyncWait = { problem: SyncProblem; since: number; nextTry: number }

/**
 * Why a sync is wanted. The device synchronizes for a `change` when it does not wait, for an `opportunity` (a network, a
 * look at the app) earlier than it would by itself, and for a `person` at once. For `news` from the club it reads them,
 * even while its writes wait.
 */
export type SyncCause = 'change' | 'news' | 'opportunity' | 'person'

export type SyncStatus = {
  /** Oldest first, the refused ones (with `error`) included. */
  pending: UnsentWrite[]
  /** The writes of others that this phone delivers. */
  carried: UnsentWrite[]
  /** The users whose writes wait until they log in again. */
  needLogIn: string[]
  /** The users whose writes can never be sent: their accounts no longer exist. */
  gone: string[]
  /** `undefined` after a sync that succeeded. */
  wait?: SyncWait
  /** This device's copy of the club's data; `undefined` before the first part has arrived. */
  replica?: {
    /** The place in the club's changes. */
    cursor: string
    /** The oldest post that is here; `undefined` when all are. */
    floor?: string
    /** The post at which the copy continues; `undefined` when it is complete. */
    next?: string
    posts: number
    bytes: number
    /** When the last changes arrived, in ms since 1970. */
    pulledAt: number
    /** The club's clock minus this one, in ms. */
    clockOffset: number
  }
  isRunning: boolean
}
