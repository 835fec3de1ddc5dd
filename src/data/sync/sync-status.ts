import {
  SYNC_CHANNEL,
  type SyncProblem,
  type SyncStatus,
  type UnsentWrite,
} from '../../../sync/messages.ts'
import { askWorker } from '../../pwa/ask-worker.ts'
import { clubReachable, followingPictures, syncStatus, unsentRows } from '../../pwa/club.ts'
import { openChannel } from '../../pwa/scoped.ts'
import { reportArrival } from '../arrivals.ts'
import { imagesOf } from '../drafts/draft.ts'

/** Keeps `syncStatus` and `unsentRows` current, until `signal` aborts. */
export function followSyncStatus(signal: AbortSignal): void {
  const channel = openChannel(SYNC_CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<SyncStatus>) => show(data), {
    signal,
  })
  signal.addEventListener('abort', () => channel.close())
  const read = () => askWorker('SYNC_STATUS').then(show, () => undefined)
  navigator.serviceWorker?.addEventListener('controllerchange', read, { signal })
  read()
}

function show(status: SyncStatus): void {
  const waiting = [...status.pending, ...status.carried]
  const rows = waiting.filter(({ error }) => error === undefined).flatMap(rowsOf)
  unsentRows.set(new Set(rows))
  followingPictures.set(new Set(status.carried.flatMap(({ lacks = [] }) => lacks)))
  const isBack = !clubReachable.get()
  clubReachable.set(!CUT_OFF.some((problem) => problem === status.wait?.problem))
  syncStatus.set(status)
  if (isBack && clubReachable.get()) reportArrival()
}

/** The `_id`s of the posts and comments whose text the write has set. */
function rowsOf({ name, call, params: { postId, commentId } }: UnsentWrite): string[] {
  if (call === 'POST /api/posts/edit/:postId') return [postId ?? '']
  if (call === 'POST /api/comments/edit/:postId/:commentId') return [commentId ?? '']
  return [name]
}

/** Nothing of the club gets through. */
const CUT_OFF: SyncProblem[] = ['offline', 'noReply', 'intercepted']

/** The writes that have not reached the club, a picture with its post as one. @param userId of one user only */
export function unsentOf({ pending }: Pick<SyncStatus, 'pending'>, userId?: string): UnsentWrite[] {
  const own = userId === undefined ? pending : pending.filter((write) => write.userId === userId)
  const shown = own.flatMap(({ body }) => imagesOf(Object(body)).map(({ url }) => url))
  return own.filter(
    ({ call, name }) =>
      call !== 'POST /api/uploads' || !shown.some((address) => address.endsWith(`/${name}`)),
  )
}
