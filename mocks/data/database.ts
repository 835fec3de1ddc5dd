import { apiErrors } from '../../src/contract/errors.ts'
import { ApiError } from '../api-error.ts'
import { Timing } from '../timing.ts'
import { migrations } from './migrations.ts'
import { Disconnected, type Store } from './store.ts'
import { Transaction } from './transaction.ts'

type Work<Result> = (tx: Transaction) => Promise<Result>

/** The data of the mock: transactions over a store, seeded and migrated at first use. */
export type Database = {
  /** Run `work` at once, beside readers and writers; it sees what was committed before. */
  readUnlocked<Result>(work: Work<Result>, timing?: Timing): Promise<Result>
  /** As `read`, also of data from a newer version of the app: they can be taken out, not changed. */
  readAnyVersion<Result>(work: Work<Result>, timing?: Timing): Promise<Result>
  /** Run `work` beside other readers. What it writes is dropped. */
  read<Result>(work: Work<Result>, timing?: Timing): Promise<Result>
  /** Run `work` alone and commit what it wrote, unless it throws. */
  write<Result>(work: Work<Result>, timing?: Timing): Promise<Result>
}

/** How often work is done over a new connection before its request fails. */
const TRIES = 3

/** @param lock the name under which every context that shares the store takes turns (Web Locks) */
export function openDatabase(store: Store, lock: string = crypto.randomUUID()): Database {
  /** By connection: the data behind a new one may be gone, and are seeded again then. */
  const migrated = new WeakMap<Store, Promise<void>>()

  /** Run `work` over one connection from beginning to end, and again over the next if it is lost. */
  async function connected<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await work((await store.connect?.()) ?? store)
      } catch (error) {
        if (!(error instanceof Disconnected) || tries === TRIES) throw error
      }
    }
  }

  /** Take turns with all other users of the store. Readers run in parallel. */
  async function inTurn<Result>(
    over: Store,
    mode: LockMode,
    work: Work<Result>,
    timing = new Timing(),
  ): Promise<Result> {
    const requested = timing.elapsed
    return navigator.locks.request(lock, { mode }, async () => {
      timing.lock += timing.elapsed - requested
      const tx = new Transaction(timing.watch(over))
      const result = await work(tx)
      if (mode === 'exclusive') await tx.commit()
      return result
    })
  }

  async function ready(over: Store): Promise<void> {
    const migrating = migrated.get(over) ?? inTurn(over, 'exclusive', migrate)
    migrated.set(over, migrating)
    // A store that failed to open now may open later.
    await migrating.catch((error) => {
      migrated.delete(over)
      throw error
    })
  }

  return {
    readUnlocked: (work, timing = new Timing()) =>
      connected((over) => work(new Transaction(timing.watch(over)))),
    readAnyVersion: (work, timing) =>
      connected(async (over) => {
        await ready(over).catch((error) => {
          if (!(error instanceof ApiError)) throw error
        })
        return inTurn(over, 'shared', work, timing)
      }),
    read: (work, timing) =>
      connected(async (over) => {
        await ready(over)
        return inTurn(over, 'shared', work, timing)
      }),
    write: (work, timing) =>
      connected(async (over) => {
        await ready(over)
        return inTurn(
          over,
          'exclusive',
          async (tx) => {
            // Another build may have migrated the data meanwhile.
            await migrate(tx)
            return work(tx)
          },
          timing,
        )
      }),
  }
}

async function migrate(tx: Transaction): Promise<void> {
  const version = Number((await tx.getMeta('version')) ?? 0)
  if (version > migrations.length) throw new ApiError(apiErrors.newerData)
  for (const step of migrations.slice(version)) await step(tx)
  if (version < migrations.length) tx.putMeta('version', migrations.length)
}
