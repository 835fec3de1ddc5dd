import { createTokenKey } from '../credentials/token.ts'
import { seedData } from '../seed/seed.ts'
import { replaceData } from '../store/data-set.ts'
import type { Transaction } from '../store/transaction.ts'

/**
 * Step n takes the data from version n to n + 1; a new device runs them all. Never change a step
 * that people have run: add one.
 */
export const migrations: readonly ((tx: Transaction) => Promise<void>)[] = [
  async function firstRun(tx) {
    createTokenKey(tx)
    await replaceData(tx, seedData())
  },
]
