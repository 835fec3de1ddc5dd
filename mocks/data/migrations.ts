import { UPLOADS } from '../../src/contract/uploads-path.ts'
import { repairGuest } from '../domain/guest.ts'
import { createTokenKey } from '../domain/token.ts'
import { replaceData } from './data-set.ts'
import { expireLater } from './expiry.ts'
import { uniqueKey } from './keys.ts'
import { seedData } from './seed/seed.ts'
import type { Transaction } from './transaction.ts'

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
  expireRecordsAndUploads,
]

/**
 * Idempotency records stand by key, and pictures that no row shows expire. Rows show the pictures
 * that were moved from their new addresses already, so the list of those is dropped.
 */
async function expireRecordsAndUploads(tx: Transaction): Promise<void> {
  tx.clearMeta('done/')
  tx.clearMeta(UPLOADS)
  // One at a time: their bytes may not fit into the memory together.
  let [upload] = await tx.list('uploads', { limit: 1 })
  while (upload) {
    const { _id, id } = upload
    expireLater(tx, { kind: 'upload', _id, id })
    ;[upload] = await tx.list('uploads', { limit: 1, before: _id })
  }
}
