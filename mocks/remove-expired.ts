import type { Database } from './database.ts'
import { removeUnlessShown } from './domain/kept-pictures.ts'
import { continueRemoval } from './domain/remove-account.ts'
import { releasePictures } from './reports/report.ts'
import type { ClockSettings } from './store/clock.ts'
import { expireNow, takeExpired } from './store/expiry.ts'
import type { Transaction } from './store/transaction.ts'
import type { Timing } from './timing.ts'

/** Removes a batch of expired entries, after a write, so that reads do not wait for it. The next write tries again after an error. */
export async function removeExpired(
  { write }: Database,
  clock: ClockSettings,
  timing: Timing,
): Promise<void> {
  const work = async (tx: Transaction) => {
    await tx.setClock(clock, false)
    tx.beginWrite()
    await removeBatch(tx)
  }
  await write(work, timing).catch(() => undefined)
}

async function removeBatch(tx: Transaction): Promise<void> {
  for (const expired of await takeExpired(tx)) {
    if (expired.kind === 'upload') await removeUnlessShown(tx, expired)
    else if (expired.kind === 'report') await releasePictures(tx, expired.id)
    else if (expired.kind === 'account') {
      const next = await continueRemoval(tx, expired)
      if (next) expireNow(tx, next)
    } else tx.putEntry(expired.kind, expired.id, undefined)
  }
}
