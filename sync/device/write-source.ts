import type { Database } from '../../mocks/database.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import type { ClubConnection, Credentials } from './club-connection.ts'
import type { ReplicaState } from './replica-state.ts'
import type { StoredWrite } from './unsent.ts'

/**
 * Writes that wait on a device: those of its users (`own-writes.ts`), and those that somebody else has put beside them. A sync sends all
 * in the order of their names, because they can refer to each other, and does them again together after a pull.
 */
export type WriteSource = {
  /** All of them, oldest first, also those that were refused. */
  list: (tx: Transaction) => Promise<StoredWrite[]>
  /**
   * Those that may be sent, oldest first. What refers to a `late` one waits with it.
   * @param tried the names of the writes that were sent in this sync
   */
  listReady: (
    tx: Transaction,
    tried: ReadonlySet<string>,
  ) => Promise<{ ready: StoredWrite[]; late: readonly string[] }>
  /** Notes that a write is sent now. @returns `undefined` when it cannot be sent any more */
  prepare: (tx: Transaction, write: StoredWrite) => Promise<Credentials | undefined>
  /**
   * Removes what is done, and what was refused has no effect any more.
   * @param errors of the refused ones, by name
   * @returns those that are done again, oldest first
   */
  settle: (
    tx: Transaction,
    done: ReadonlySet<string>,
    errors: ReadonlyMap<string, string>,
    state: Pick<ReplicaState, 'club' | 'clockOffset'>,
  ) => Promise<StoredWrite[]>
  /** Tells the club what it needs to know of this device. @returns whether the replica has to read it from there */
  register: (club: ClubConnection, database: Database) => Promise<boolean>
  /** A user has logged out. */
  forgetUser: (tx: Transaction, userId: string) => Promise<void>
  /** Nobody here is a member any more. */
  clear: (tx: Transaction) => void
}
