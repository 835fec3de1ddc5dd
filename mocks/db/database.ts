import { refusals } from '../../src/contract/refusals.ts'
import { Refused } from '../refused.ts'
import type { Store } from '../store/store.ts'
import { Transaction } from '../store/transaction.ts'
import { Timing } from '../timing.ts'
import { migrations } from './migrations.ts'

type Work<Result> = (tx: Transaction) => Promise<Result>

/** The data of the mock: transactions over a store, seeded and migrated at first use. */
export type Database = {
  /** Run `work` at once, beside readers and writers; it sees what was committed before. */
  peek<Result>(work: Work<Result>, timing?: Timing): Promise<Result>
  /** As `read`, also of data from a newer version of the app: they can be taken out, not changed. */
  rescue<Result>(work: Work<Result>, timing?: Timing): Promise<Result>
  /** Run `work` beside other readers. What it writes is dropped. */
  read<Result>(work: Work<Result>, timing?: Timing): Promise<Result>
  /** Run `work` alone and commit what it wrote, unless it throws. */
  write<Result>(work: Work<Result>, timing?: Timing): Promise<Result>
}

/** @param lock the name under which every context that shares the store takes turns (Web Locks) */
export function openDatabase(store: Store, lock: string = crypto.randomUUID()): Database {
  let migrated: Promise<void> | undefined

  /** Take turns with all who use the store; readers share theirs. */
  async function inTurn<Result>(
    mode: LockMode,
    work: Work<Result>,
    timing = new Timing(),
  ): Promise<Result> {
    const asked = timing.elapsed
    return navigator.locks.request(lock, { mode }, async () => {
      timing.lock += timing.elapsed - asked
      const tx = new Transaction(timing.watch(store))
      const result = await work(tx)
      if (mode === 'exclusive') await tx.commit()
      return result
    })
  }

  async function ready(): Promise<void> {
    migrated ??= inTurn('exclusive', migrate)
    // A store that failed to open now may open later.
    await migrated.catch((error) => {
      migrated = undefined
      throw error
    })
  }

  return {
    peek: (work, timing = new Timing()) => work(new Transaction(timing.watch(store))),
    async rescue(work, timing) {
      await ready().catch((error) => {
        if (!(error instanceof Refused)) throw error
      })
      return inTurn('shared', work, timing)
    },
    async read(work, timing) {
      await ready()
      return inTurn('shared', work, timing)
    },
    async write(work, timing) {
      await ready()
      return inTurn(
        'exclusive',
        async (tx) => {
          // Another build may have taken the data on meanwhile.
          await migrate(tx)
          return work(tx)
        },
        timing,
      )
    },
  }
}

async function migrate(tx: Transaction): Promise<void> {
  const version = Number((await tx.getMeta('version')) ?? 0)
  if (version > migrations.length) throw new Refused(refusals.newerData)
  for (const step of migrations.slice(version)) await step(tx)
  if (version < migrations.length) tx.putMeta('version', migrations.length)
}
