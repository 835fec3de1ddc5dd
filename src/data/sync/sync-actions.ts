import type { UnsentWrite } from '../../../sync/messages.ts'
import { askWorker } from '../../pwa/ask-worker.ts'
import { syncStatus } from '../../pwa/club.ts'
import { toast } from '../../ui/toast.ts'
import { report } from '../query-client.ts'
import { draftText, hasText, returnText } from './refused-writes.ts'

/**
 * Takes a pending write back. Its text becomes a draft, unless a refusal has made it one already, or nobody can log in to
 * send it any more.
 */
export async function discardWrite(write: UnsentWrite): Promise<void> {
  const isGone = syncStatus.get()?.gone.includes(write.userId)
  const isDraft = write.error === undefined && !isGone && hasText(write)
  const place = isDraft ? await returnText(write) : undefined
  await askWorker('SYNC_DISCARD', { name: write.name }).catch(report)
  if (place) toast('info', draftText(place))
}

/** Sends a refused write again. Without a network it waits again. */
export async function retryWrite({ name }: UnsentWrite): Promise<void> {
  await askWorker('SYNC_RETRY', { name }).catch(() => undefined)
}
