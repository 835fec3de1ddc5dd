import { type Changes, TAB_HEADER } from '../src/contract/changes.ts'
import type { Host } from './host.ts'
import type { Done } from './idempotency.ts'
import type { Transaction } from './store/transaction.ts'
import { tokenOf } from './viewer.ts'

/** Subscribers read everything again when a write changed more rows than this, those of which only one user learns not counted. */
export const MAX_LISTED_CHANGES = 50

/**
 * The changes of a write, to be published; `undefined` if there are none.
 * @param done.repeated any row may have changed, unless only the users of `own` learn of it
 */
export function changesOf(
  tx: Transaction,
  request: Request,
  { publicTab }: Host,
  { repeated, own }: Done,
): Changes | undefined {
  const tab = request.headers.get(TAB_HEADER)
  const by = tab ? publicTab(tab, tokenOf(request)) : ''
  if (!repeated) return listedChanges(tx, by)
  return own?.length === 0 ? undefined : { by, changes: own }
}

/** The changes of a transaction. @param by the public name of the tab that made them */
export function listedChanges({ changed }: Transaction, by: string): Changes | undefined {
  if (changed?.length === 0) return undefined
  // If they counted, strangers would learn that there are some.
  const open = changed?.filter(({ isOwn }) => !isOwn)
  return { by, changes: open && open.length <= MAX_LISTED_CHANGES ? changed : undefined }
}
