import { expireLater } from '../data/expiry.ts'
import type { Transaction } from '../data/transaction.ts'

/**
 * Keeps the `_id` of a removed row from naming a new one (decision 067), which would appear wherever the old one was
 * linked. A record without a user belongs to no request.
 */
export async function reserveId(tx: Transaction, { _id }: { _id: string }): Promise<void> {
  // On a device nobody else writes, and a replica does as its club does.
  if (!tx.isLate || tx.isCopied || (await tx.getEntry('idempotency', _id))) return
  tx.putEntry('idempotency', _id, { hash: '', userId: undefined, result: undefined })
  expireLater(tx, { kind: 'idempotency', id: _id })
}
