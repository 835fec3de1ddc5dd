import { mutationOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { countForeignChanges } from '../client/call.ts'
import { HttpError } from '../client/http.ts'
import { tokenUser } from '../client/session.ts'
import { viewerQuery } from './auth.ts'
import { cachedComments, cachedPost, cachedUser } from './cached-rows.ts'
import { readDraft } from './drafts/draft-store.ts'
import {
  applyToComments,
  applyToPost,
  applyToUser,
  mutedBy,
  type PendingWrite,
} from './pending-writes.ts'
import { orRereadAll } from './reread.ts'

const PENDING_WRITE = ['pending-write']

type Options<Write extends PendingWrite, Reply> = {
  /** Names the row that is written. Writes to the same row are sent one after the other. */
  row: string
  send: (write: Write) => Promise<Reply>
  /** Puts the reply, and nothing else, into the query cache. */
  store: (client: QueryClient, reply: Reply, write: Write) => void
  /** Reads the row again. After a failure, it is not known whether the write was stored. */
  reread: (client: QueryClient, write: Write) => Promise<void>
}

/**
 * Mutation options for a write that shows at once. While it is pending it is applied to all data
 * that is shown (`pending-writes.ts`), so a failure needs no rollback: the write is no longer pending.
 */
export function optimisticWrite<Write extends PendingWrite, Reply>({
  row,
  send,
  store,
  reread,
}: Options<Write, Reply>) {
  return mutationOptions<Reply | undefined, Error, Write>({
    mutationKey: PENDING_WRITE,
    scope: { id: row },
    async mutationFn(write, { client }) {
      if (!isNeeded(client, write)) return undefined
      const before = countForeignChanges()
      const reply = await send(write).catch(async (error) => {
        // Another tab, or a write whose reply was lost, may have reached the target state: that is not a failure.
        await orRereadAll(client, reread(client, write))
        if (isRefused(error) && 'wanted' in write && isReached(client, write)) return undefined
        throw error
      })
      if (reply === undefined) return undefined
      store(client, reply, write)
      // Another tab may have changed the row after this reply was made.
      if (before !== countForeignChanges()) await orRereadAll(client, reread(client, write))
      return reply
    },
  })
}

function isRefused(error: unknown): boolean {
  return error instanceof HttpError && error.response?.status === 400
}

const snapshots = new WeakMap<QueryClient, readonly PendingWrite[]>()

/**
 * The pending writes in the order of the clicks, without those that will not be sent because a later click replaces
 * them; the same array until one is added or settles.
 */
export function pendingWrites(client: QueryClient): readonly PendingWrite[] {
  const pending = allPending(client)
  const writes = pending
    .filter(({ write, isWaiting }, index) => !(isWaiting && isReplaced(write, pending, index)))
    .map(({ write }) => write)
  const before = snapshots.get(client)
  const isSame =
    before?.length === writes.length && before.every((write, index) => write === writes[index])
  if (isSame) return before
  snapshots.set(client, writes)
  return writes
}

type Pending = { write: PendingWrite; isWaiting: boolean }

/** @returns with `isWaiting`: whether an earlier write to the same row has to end first */
function allPending(client: QueryClient): Pending[] {
  const filters = { mutationKey: PENDING_WRITE, status: 'pending' } as const
  const pending = client.getMutationCache().findAll(filters)
  return pending.map(({ state: { variables, isPaused } }) => {
    return { write: variables as PendingWrite, isWaiting: isPaused }
  })
}

/** Whether a later toggle has the same target. */
function isReplaced(write: PendingWrite, pending: readonly Pending[], index: number): boolean {
  if (!('wanted' in write)) return false
  return pending.slice(index + 1).some((later) => targetOf(later.write) === targetOf(write))
}

/** As {@link pendingWrites}, for a component. */
export function usePendingWrites(): readonly PendingWrite[] {
  const client = useQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) => client.getMutationCache().subscribe(onChange),
    [client],
  )
  return useSyncExternalStore(subscribe, () => pendingWrites(client))
}

/** The second line of the toast of an edit that failed, if it changed something, which is a draft now (R4.12). */
export const draftKept = (id: string) => () =>
  readDraft(`${tokenUser()}/edit/${id}`) && 'Your edit is saved as a draft.'

/** A toggle is not sent if a later click replaces it, or if its target state is already reached. */
function isNeeded(client: QueryClient, write: PendingWrite): boolean {
  if (!('wanted' in write)) return true
  const pending = allPending(client)
  const index = pending.findIndex((one) => one.write === write)
  return !isReplaced(write, pending, index) && !isReached(client, write)
}

/** The target of a toggle: a later toggle of the same target replaces an earlier one. */
export function targetOf(write: PendingWrite): string {
  if ('userId' in write) return `${write.type} ${write.userId}`
  if (write.type === 'bookmark') return `bookmark ${write.post._id}`
  return `${write.type} ${'commentId' in write ? write.commentId : write.postId}`
}

/** Whether the cached rows already have the target state, so that applying the write changes nothing. */
export function isReached(client: QueryClient, write: PendingWrite): boolean {
  const viewer = client.getQueryData(viewerQuery.queryKey)
  if (!viewer) return false
  if (write.type === 'mute') return mutedBy(viewer, []).has(write.userId) === write.wanted
  if (write.type === 'follow') {
    const user = cachedUser(client, write.userId)
    return user !== undefined && applyToUser(user, [write], viewer) === user
  }
  if (write.type === 'vote') {
    const comments = cachedComments(client, write.postId)
    return comments !== undefined && applyToComments(comments, [write], viewer) === comments
  }
  const post = cachedPost(client, write.type === 'bookmark' ? write.post._id : write.postId)
  return post !== undefined && applyToPost(post, [write], viewer) === post
}
