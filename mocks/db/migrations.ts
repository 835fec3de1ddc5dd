import { createTokenKey } from '../credentials/token.ts'
import { seedData } from '../seed/seed.ts'
import { replaceData } from '../store/data-set.ts'
import { uniqueKey } from '../store/keys.ts'
import type { Transaction } from '../store/transaction.ts'
import { repairGuest } from '../users/guest.ts'

/**
 * Step n takes the data from version n to n + 1; a new device runs them all. Never change a step
 * that people have run: add one.
 */
export const migrations: readonly ((tx: Transaction) => Promise<void>)[] = [
  async function firstRun(tx) {
    createTokenKey(tx)
    await replaceData(tx, seedData())
  },

  /**
   * Usernames were compared to the letter and had one entry each. Users whose names now count as the
   * same all keep theirs: see `usersNamed`.
   */
  async function compareUsernamesWithoutCase(tx) {
    await tx.reindex('users', ({ username }) => [uniqueKey('users', 'username', username)])
    await repairGuest(tx)
  },
]
