import { CHANGES_CHANNEL, type Changes, TAB_HEADER } from '../src/contract/changes.ts'
import type { Transaction } from './data/transaction.ts'

/** More than this is not listed: whoever hears of it had better read anew. */
const MANY = 50

/** Tell all pages of the origin. */
export function publishToPages(changes: Changes): void {
  const channel = new BroadcastChannel(CHANGES_CHANNEL)
  channel.postMessage(changes)
  channel.close()
}

/**
 * What a committed transaction changed, and for whom. `undefined` if nothing.
 * @param repeated it was done before, by a worker that may have stopped before it published that
 */
export function changesOf(
  { changed }: Transaction,
  { headers }: Request,
  repeated: boolean,
): Changes | undefined {
  if (repeated) return { by: headers.get(TAB_HEADER) ?? '', changes: undefined }
  if (changed?.length === 0) return undefined
  const listed = changed && changed.length <= MANY ? changed : undefined
  return { by: headers.get(TAB_HEADER) ?? '', changes: listed }
}
