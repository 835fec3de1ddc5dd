import type { Store } from './store.ts'
import type { Transaction } from './transaction.ts'

/** Runs in one transaction. */
export type Work<Result> = (tx: Transaction) => Promise<Result>

/** How processes of different builds use the same data. `latest` is the version of the data that this build knows. */
export type SharedData = {
  /**
   * Migrates the data while others use them.
   * @param run runs one transaction
   */
  migrate(latest: number, run: (work: Work<void>) => Promise<void>, step: Work<void>): Promise<void>
  /**
   * Runs `work`, unless another build has migrated the data.
   * @param onOutdated called when it has
   * @throws ApiError 503 then
   */
  readCurrent<Result>(
    latest: number,
    tx: Transaction,
    work: Work<Result>,
    onOutdated: () => void,
  ): Promise<Result>
}

/** A store that several processes may share, perhaps of different builds. */
export type SharedStore = Store & { shared?: SharedData }
