import type { CallName } from '../src/contract/calls.ts'
import type { Changes } from '../src/contract/changes.ts'
import type { Settings } from '../src/contract/settings.ts'
import { ApiError } from './api-error.ts'
import type { Database } from './database.ts'
import { DEVICE_ITERATIONS } from './domain/password.ts'
import { userOfToken } from './domain/token.ts'
import type { Notified } from './notifications/notifications.ts'
import type { UserRow } from './store/tables.ts'
import type { Transaction } from './store/transaction.ts'

/** One call as the pipeline runs it: the status of its reply, and its handler. */
export type Operation = { status: number; handle: (context: unknown) => Promise<unknown> }

/** The size and kind of a write, for quotas. */
export type WriteSize = { bytes: number; isText: boolean; hashes: boolean; isReport: boolean }

/** A write that a handler has done in the current transaction. */
type DoneWrite = {
  call: CallName
  params: Record<string, string>
  body: unknown
  viewer: UserRow
  authorization: string
}

/**
 * A place where the back end runs: a device ({@link deviceHost}), a device with a replica of a club
 * (`sync/device/replica.ts`) or a club (`server/club-host.ts`). The origin of its rows, its clock and the lifetime of its
 * tokens are the `place` of its database.
 */
export interface Host {
  readonly database: Database
  /** The build of the app; empty if it has none. */
  readonly build: string
  /** The delay while the settings do not set one, in milliseconds. */
  readonly delayMs: number
  /**
   * The address below which the image host serves pictures, such as `https://res.example.com/garage/`. Without it, pictures
   * cannot be moved.
   */
  readonly imageHost: string
  /** Of the hashes of new passwords. */
  readonly iterations: number
  /** Whether strangers can reach it: then the viewer is checked before the body is parsed and hashed. */
  readonly hasStrangers: boolean
  /** Whether only members can read: then nobody between them and the host may keep a picture. */
  readonly membersOnly: boolean
  /** The `_id` of who reads, or an empty text. If set, a picture that no row shows is its owner's. */
  readonly readerId: string | undefined
  /** Ends calls that a failure lets hang, because the host is about to stop. */
  readonly closing: AbortSignal
  /** Returns a number from 0 to 1, which decides whether a failure with a rate applies. */
  random(): number
  /** Returns the OpenAPI description that `scripts/api-description/openapi.ts` generates. @throws ApiError 404 */
  describe(): Promise<{ openapi: string }>
  /** Returns an operation with planted defects. */
  plant(name: CallName, operation: Operation, defects: Settings['defects']): Operation

  /** The user of a request, by its token. @throws ApiError when something in place of the token is not valid */
  readUser(tx: Transaction, token: string): Promise<UserRow | undefined>
  /** Limits who may use the controls (R13.19). @throws ApiError 403 */
  admitControl(name: CallName, headers: Headers): void | Promise<void>
  /** Limits what a user may write. @throws ApiError 403 or 429 */
  admit(user: UserRow, write: WriteSize): void
  /**
   * Limits who may sign up, in the transaction that creates the user.
   * @param invitation the token of the request, or an empty text
   * @returns a function that notes the new user
   * @throws ApiError 403
   */
  admitSignUp(tx: Transaction, invitation: string): Promise<(user: UserRow) => void>
  /**
   * Limits which usernames are free, in the transaction that stores one (R3.33).
   * @param user as it is stored then; a new one has no `_id`
   * @returns a function that notes whose name it is
   * @throws ApiError 422
   */
  admitName(
    tx: Transaction,
    user: { _id?: string; username: string },
  ): Promise<(user: UserRow) => void>
  /** Demands the current password for a new one (R9.13). @throws ApiError 401 unless it is that of the user of the token */
  checkPassword(token: string, password?: string): Promise<void>
  /** Stores the password of a log-in that matched under a hash with {@link iterations}, if its hash has fewer. */
  renewHash(user: UserRow, password: string): Promise<UserRow>

  /** The time of the back end as a setting `now`, if it differs from the time of this place and the settings. */
  readNow(tx: Transaction): Promise<string | undefined>
  /** The name of a new write. @param key its idempotency key */
  nameWrite(tx: Transaction, key: string | undefined, call: CallName): Promise<string | undefined>
  /** Keeps a write, to send it later. */
  keepWrite(tx: Transaction, write: DoneWrite): Promise<void>

  /** The name of a tab in published changes. Strangers must not learn its id. */
  publicTab(tab: string, token: string): string
  /** Publishes the changes of a committed write. */
  publish(changes: Changes): void
  /** Called after the commit of a write with the notifications that got an event. */
  notified(events: readonly Notified[]): void
  /** Counts a long reply while it is encoded, in bytes so far. @throws ApiError 413 or 503 */
  countReply(bytes: number): void
  /** Takes the unexpected errors of requests. */
  report(error: unknown): void
}

/** The delay while neither host nor settings set one (R13.2). */
const DEFAULT_DELAY_MS = 400

/** The back end of one device: only its own users reach it, so it limits nothing. @param own what differs elsewhere */
export function deviceHost(own: Partial<Host> & Pick<Host, 'database'>): Host {
  return {
    build: '',
    delayMs: DEFAULT_DELAY_MS,
    imageHost: '',
    iterations: DEVICE_ITERATIONS,
    hasStrangers: false,
    membersOnly: false,
    readerId: undefined,
    closing: new AbortController().signal,
    random: () => Math.random(),
    describe: async () => {
      throw new ApiError({ status: 404, text: 'This host has no description.' })
    },
    plant: (_name, operation) => operation,
    readUser: userOfToken,
    admitControl: () => undefined,
    admit: () => undefined,
    admitSignUp: async () => () => undefined,
    admitName: async () => () => undefined,
    checkPassword: async () => undefined,
    renewHash: async (user) => user,
    readNow: async () => undefined,
    nameWrite: async (_tx, key) => key,
    keepWrite: async () => undefined,
    publicTab: (tab) => tab,
    publish: () => undefined,
    notified: () => undefined,
    countReply: () => undefined,
    report: (error) => console.error(error),
    ...own,
  }
}
