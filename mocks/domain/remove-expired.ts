import { expireNow, takeExpired } from '../data/expiry.ts'
import type { Transaction } from '../data/transaction.ts'
import { removeUnlessShown } from './kept-pictures.ts'
import { continueRemoval } from './remove-account.ts'
import { releasePictures } from './report.ts'

/** Removes a batch of expired entries, with every write, so that reads do not wait for it. */
export async function removeExpired(tx: Transaction): Promise<void> {
  for (const expired of await takeExpired(tx)) {
    if (expired.kind === 'upload') await removeUnlessShown(tx, expired)
    else if (expired.kind === 'report') await releasePictures(tx, expired.id)
    else if (expired.kind === 'account') {
      const next = await continueRemoval(tx, expired)
      if (next) expireNow(tx, next)
    } else tx.putEntry(expired.kind, expired.id, undefined)
  }
}
