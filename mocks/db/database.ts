import { refusals } from '../../src/contract/refusals.ts'
import { Refused } from '../refused.ts'
import { migrations } from './migrations.ts'
import type { Store } from './store.ts'
import { Transaction } from './transaction.ts'

export type Work<Result> = (tx: Transaction) => Promise<Result>

/** The data of the mock: transactions over a store, seeded and migrated at first use. */
export type Database = {
  /** Run `work` beside other readers. What it writes is dropped. */
  read<Result>(work: Work<Result>): Promise<Result>
  /** Run `work` alone and commit what it wrote, unless it throws. */
  write<Result>(work: Work<Result>): Promise<Result>
}

/** @param lock the name under which every context that shares the store takes turns (Web Locks) */
export function openDatabase(store: Store, lock: string = crypto.randomUUID()): Database {
  let migrated: Promise<void> | undefined

  function alone<Result>(work: Work<Result>): Promise<Result> {
    return navigator.locks.request(lock, async () => {
      const tx = new Transaction(store)
      const result = await work(tx)
      await tx.commit()
      return result
    })
  }

  async function ready(): Promise<void> {
    migrated ??= alone(migrate)
    // A store that failed to open now may open later.
    await migrated.catch((error) => {
      migrated = undefined
      throw error
    })
  }

  return {
    async read(work) {
      await ready()
      return navigator.locks.request(lock, { mode: 'shared' }, () => work(new Transaction(store)))
    },
    async write(work) {
      await ready()
      return alone(work)
    },
  }
}

async function migrate(tx: Transaction): Promise<void> {
  const version = Number((await tx.getMeta('version')) ?? 0)
  if (version > migrations.length) throw new Refused(refusals.newerData)
  for (const step of migrations.slice(version)) await step(tx)
  if (version < migrations.length) tx.putMeta('version', migrations.length)
}
