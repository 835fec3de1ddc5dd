/**
 * Raises the version of the data, as a later build does. Import it before everything else: the version of the protocol is
 * fixed when its file is loaded.
 */
import { migrations } from '../../mocks/migrations.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'

/** Gives all posts their new form. */
async function markPosts(tx: Transaction): Promise<void> {
  for (const post of await tx.list('posts')) {
    const next = { ...post, form: 'next' }
    await tx.put('posts', next)
  }
}

;(migrations as ((tx: Transaction) => Promise<void>)[]).push(markPosts)
