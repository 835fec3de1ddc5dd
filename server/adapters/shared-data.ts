import { ApiError } from '../../mocks/api-error.ts'
import { readVersion, UPDATE_S, VERSION } from '../../mocks/database.ts'
import type { SharedData } from '../../mocks/store/store.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { META } from '../../mocks/store/write-buffer.ts'
import { apiErrors } from '../../src/contract/errors.ts'

type Versions = Pick<Transaction, 'getMeta' | 'putMeta'>

/** How the processes of a club share a database while they are updated one after the other (docs/club.md#updating-a-club). */
export const sharedData: SharedData = {
  /** Others are stopped before: each of their commits would make a long migration start again. */
  async migrate(latest, run, step) {
    await run((tx) => beginMigration(tx, latest))
    await run(step).catch(async (error) => {
      await run((tx) => giveUpMigration(tx, latest)).catch(() => undefined)
      throw error
    })
  },

  /** The transaction sees one version, so it is checked at the end. */
  async readCurrent(latest, tx, work, onOutdated) {
    tx.entries.readAlong(META + VERSION)
    const check = async () => {
      if ((await readVersion(tx)) <= latest) return
      onOutdated()
      throw new ApiError(apiErrors.olderServer, UPDATE_S)
    }
    const result = await work(tx).catch(async (error) => {
      // It may have failed because of the new form of the data.
      await check().catch((other) => {
        if (other instanceof ApiError) throw other
      })
      throw error
    })
    await check()
    return result
  },
}

/** Half a version more than that of the data: builds of that version stop, and the migration begins with the same step. */
async function beginMigration(tx: Versions, latest: number): Promise<void> {
  const version = await readVersion(tx)
  const isOld = version > 0 && version < latest
  if (isOld && Number.isInteger(version)) tx.putMeta(VERSION, version + 0.5)
}

async function giveUpMigration(tx: Versions, latest: number): Promise<void> {
  const version = await readVersion(tx)
  // A build of the earlier version fails, too, and must not stop the migration of another.
  const isOwn = version < latest && !Number.isInteger(version)
  if (isOwn) tx.putMeta(VERSION, Math.floor(version))
}
