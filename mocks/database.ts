import { apiErrors } from '../src/contract/errors.ts'
import { ApiError } from './api-error.ts'
import { migrations } from './migrations.ts'
import { updateBlocks } from './search/text-blocks.ts'
import { DEVICE, type Place } from './store/clock.ts'
import { type ConnectedStore, Disconnected, type Entries, type Store } from './store/store.ts'
import { Transaction } from './store/transaction.ts'
import { Timing } from './timing.ts'

/** Runs in one transaction. */
type Work<Result> = (tx: Transaction) => Promise<Result>

/** The data of the mock: transactions over a store that is seeded and migrated at first use. */
export type Database = {
  /** Runs `work` at once, in parallel with readers and writers; it sees the last commit. */
  readUnlocked<Result>(work: Work<Result>, timing?: Timing): Promise<Result>
  /** Like `read`, also for data of a newer version of the app, which can be exported but not changed. */
  readAnyVersion<Result>(work: Work<Result>, timing?: Timing): Promise<Result>
  /** Runs `work` in parallel with other readers. Its writes are dropped. */
  read<Result>(work: Work<Result>, timing?: Timing): Promise<Result>
  /** Runs `work` exclusively and commits its writes, unless it throws. */
  write<Result>(work: Work<Result>, timing?: Timing): Promise<Result>
  /**
   * Like `write`, then `read` builds the reply: in the same transaction, or, where the store has many clients, in one
   * after the commit.
   */
  writeThenRead<Result, Reply>(
    work: Work<Result>,
    read: (tx: Transaction, result: Result) => Promise<Reply>,
    timing?: Timing,
  ): Promise<Reply>
}

/** How often work is repeated over a new connection before its request fails. */
const TRIES = 3

export type DatabaseOptions = Partial<Place> & {
  /** Adds to every write, such as an entry in a log. */
  beforeCommit?: Work<void>
}

/** @param options what differs from the database of a device */
export function openDatabase(
  store: Store | ConnectedStore,
  { beforeCommit, ...own }: DatabaseOptions = {},
): Database {
  const place = { ...DEVICE, ...own }
  const connect = 'connect' in store ? store.connect : async () => store
  /** Per connection: the database behind a new one may be empty, and is then seeded again. */
  const migrated = new WeakMap<Store, Promise<void>>()

  /** Runs `work` over one connection from beginning to end, and repeats it over the next if that is lost. */
  async function connected<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await work(await connect())
      } catch (error) {
        if (!(error instanceof Disconnected) || tries === TRIES) throw error
      }
    }
  }

  /** Runs `work` in a transaction of the store. */
  function run<Result>(
    over: Store,
    mode: 'read' | 'write',
    work: Work<Result>,
    timing = new Timing(),
  ): Promise<Result> {
    const requested = timing.elapsed
    const inTransaction = async (within: Entries) => {
      timing.lock += timing.elapsed - requested
      const tx = new Transaction(timing.watch(within), place)
      const result = await work(tx)
      if (mode === 'write') {
        await beforeCommit?.(tx)
        await updateBlocks(tx)
        await tx.commit()
      }
      return result
    }
    return over.run(mode, inTransaction, timing.start)
  }

  /** Another build may have migrated the data since they were opened. Then this one does not read them any more, either. */
  const migrateThen =
    <Result>(over: Store, work: Work<Result>): Work<Result> =>
    async (tx) => {
      await migrate(tx, over).catch((error) => {
        migrated.delete(over)
        throw error
      })
      return work(tx)
    }

  /** The same of reads, where several processes share the data. */
  const readCurrent =
    <Result>(over: Store, work: Work<Result>): Work<Result> =>
    async (tx) => {
      const onOutdated = () => void migrated.delete(over)
      return over.shared.readCurrent(migrations.length, tx, work, onOutdated)
    }

  async function bringUpToDate(over: Store): Promise<void> {
    const step: Work<void> = (tx) => migrate(tx, over)
    await over.shared.migrate(migrations.length, (work) => run(over, 'write', work), step)
  }

  async function ready(over: Store): Promise<void> {
    const migrating = migrated.get(over) ?? bringUpToDate(over)
    migrated.set(over, migrating)
    // Opening the store may succeed next time.
    await migrating.catch((error) => {
      migrated.delete(over)
      throw error
    })
  }

  return {
    readUnlocked: (work, timing = new Timing()) =>
      connected((over) =>
        // It would look at the commits of other processes at each step.
        over.isShared
          ? run(over, 'read', work, timing)
          : work(new Transaction(timing.watch(over), place)),
      ),
    readAnyVersion: (work, timing) =>
      connected(async (over) => {
        await ready(over).catch((error) => {
          if (!(error instanceof ApiError)) throw error
        })
        return run(over, 'read', work, timing)
      }),
    read: (work, timing) =>
      connected(async (over) => {
        await ready(over)
        return run(over, 'read', readCurrent(over, work), timing)
      }),
    write: (work, timing) =>
      connected(async (over) => {
        await ready(over)
        return run(over, 'write', migrateThen(over, work), timing)
      }),
    writeThenRead: (work, read, timing) =>
      connected(async (over) => {
        await ready(over)
        if (!over.manyClients) {
          return run(
            over,
            'write',
            migrateThen(over, async (tx) => read(tx, await work(tx))),
            timing,
          )
        }
        const result = await run(over, 'write', migrateThen(over, work), timing)
        return run(
          over,
          'read',
          readCurrent(over, (tx) => read(tx, result)),
          timing,
        )
      }),
  }
}

/** The name of the version of the data. */
export const VERSION = 'version'

export async function readVersion(tx: Pick<Transaction, 'getMeta'>): Promise<number> {
  return Number((await tx.getMeta(VERSION)) ?? 0)
}

/** Seconds after which an updated process should be there. */
export const UPDATE_S = 20

async function migrate(tx: Transaction, { manyClients }: Store): Promise<void> {
  const version = await readVersion(tx)
  if (version > migrations.length) {
    throw manyClients
      ? new ApiError(apiErrors.olderServer, UPDATE_S)
      : new ApiError(apiErrors.newerData)
  }
  for (const step of migrations.slice(version)) await step(tx)
  if (version < migrations.length) tx.putMeta(VERSION, migrations.length)
}
