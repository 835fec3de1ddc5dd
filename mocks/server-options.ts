import type { CallName } from '../src/contract/calls.ts'
import type { Changes } from '../src/contract/changes.ts'
import type { Settings } from '../src/contract/settings.ts'
import type { Database } from './data/database.ts'
import type { Notified } from './data/notifications.ts'
import type { UserRow } from './data/tables.ts'
import type { Transaction } from './data/transaction.ts'
import type { ReadAuthor } from './viewer.ts'

/** One call as the pipeline runs it: the status of its reply, and its handler. */
export type Operation = { status: number; handle: (context: unknown) => Promise<unknown> }

/** Returns an operation with planted defects. */
export type Plant = (
  name: CallName,
  operation: Operation,
  defects: Settings['defects'],
) => Operation

/** Options that depend on the environment in which the mock runs: a service worker, Node or a test. */
export type HostOptions = {
  /** The delay while the settings do not set one, in milliseconds. */
  delayMs?: number
  /** Returns a number from 0 to 1, which decides whether a failure with a rate applies. */
  random?: () => number
  /** Ends calls that a failure lets hang, because the host is about to stop. */
  closing?: AbortSignal
  /** The build of the app. */
  build?: string
  /**
   * The address below which the image host serves pictures, such as `https://res.example.com/garage/`.
   * Without it, pictures cannot be moved.
   */
  imageHost?: string
  /** Whether devices without a network send their writes later, under keys that name them. */
  late?: boolean
  /**
   * Limits what a user may write, at a host with strangers: there the viewer is checked before the body is parsed and
   * hashed. Throws ApiError 429.
   */
  admit?: (
    user: UserRow,
    write: { bytes: number; isText: boolean; hashes: boolean; isReport?: boolean },
  ) => void
  /**
   * Limits who may sign up, in the transaction that creates the user.
   * @param invitation the token of the request, or an empty text
   * @returns a function that notes the new user
   * @throws ApiError 403
   */
  admitSignUp?: (tx: Transaction, invitation: string) => Promise<(user: UserRow) => void>
  /** Whether only members can read: then nobody between them and the host may keep a picture. */
  membersOnly?: boolean
  /** The name of a tab in published changes, at a host with strangers: they must not learn its id. */
  publicTab?: (tab: string) => string
  /**
   * Counts a long reply while it is encoded, in bytes so far, at a host that limits those in memory. Throws ApiError 413
   * or 503.
   */
  countReply?: (bytes: number) => void
  /** Called with the `_id` of the user whose valid token a request has. */
  onViewer?: (userId: string) => void
  /** Takes the unexpected errors of requests; by default, they go to the console. */
  report?: (error: unknown) => void
  /** Publishes the changes of a committed write. */
  publish?: (changes: Changes) => void
  /** Called after the commit of a write with the notifications that got an event. */
  notified?: (events: readonly Notified[]) => void
  /** Returns the OpenAPI description that `scripts/api-description/openapi.ts` generates. */
  describe?: () => Promise<{ openapi: string }>
  /** Plants the defects that are in the settings. Only hosts with the controls have it. */
  plant?: Plant
}

/** A write that a handler has done in the current transaction. */
type DoneWrite = {
  call: CallName
  params: Record<string, string>
  body: unknown
  viewer: UserRow
  authorization: string
}

/** The part of a device that sends its writes to a club (`sync/`). */
export type ReplicaWrites = {
  /** The club's time, as a setting `now`, if it differs from the device's. */
  readNow(tx: Transaction): Promise<string | undefined>
  /** The name of a new write. */
  nameWrite(tx: Transaction): Promise<string>
  /** Stores a write, to be sent later. */
  add(tx: Transaction, write: DoneWrite): Promise<void>
}

export type ServerOptions = HostOptions & {
  database: Database
  /** Without one, the data exist here only. */
  replica?: ReplicaWrites
  /** Of a request with a proof in place of a token. */
  readAuthor?: ReadAuthor
}
