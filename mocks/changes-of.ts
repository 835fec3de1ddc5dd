import { type Changes, TAB_HEADER } from '../src/contract/changes.ts'
import type { Transaction } from './data/transaction.ts'
import type { HostOptions } from './server-options.ts'

/** Subscribers read everything again when a write changed more rows than this. */
export const MAX_LISTED_CHANGES = 50

/**
 * The changes of a write, to be published; `undefined` if there are none.
 * @param repeated the request was done before, by a worker that may have stopped before it published
 */
export function changesOf(
  tx: Transaction,
  { headers }: Request,
  { publicTab = (tab) => tab }: HostOptions,
  repeated: boolean,
): Changes | undefined {
  const tab = headers.get(TAB_HEADER)
  const by = tab ? publicTab(tab) : ''
  return repeated ? { by, changes: undefined } : listedChanges(tx, by)
}

/** The changes of a transaction. @param by the public name of the tab that made them */
export function listedChanges({ changed }: Transaction, by: string): Changes | undefined {
  if (changed?.length === 0) return undefined
  return { by, changes: changed && changed.length <= MAX_LISTED_CHANGES ? changed : undefined }
}
