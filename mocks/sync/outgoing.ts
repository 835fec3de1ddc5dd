import { apiErrors } from '../../src/contract/errors.ts'
import type { Database } from '../data/database.ts'
import { timeOf } from '../data/ids.ts'
import type { Transaction } from '../data/transaction.ts'
import { MAX_WRITES } from './local-calls.ts'
import {
  authorizationOf,
  isWaiting,
  listPending,
  type PendingWrite,
  putPending,
} from './pending.ts'
import type { SentWrite, WriteOutcome } from './protocol.ts'
import { readState } from './replica-state.ts'

/** A club forgets the names of writes after 30 days: a repeated one would be done twice. */
const MAX_AGE = 29 * 24 * 3_600_000

/** In characters of JSON. A club accepts 20 MB in a request, and a character takes up to 3 bytes. */
const MAX_WRITE_LENGTH = 5_000_000
/** Several writes are sent together up to this length. */
const MAX_LENGTH = 1_000_000

const UNKNOWN = 'This was sent more than four weeks ago, and it is not known whether it arrived.'

/** Whatever the reply, the club is then as the user wanted it. */
const REACHED = [
  apiErrors.alreadyLiked,
  apiErrors.alreadyDisliked,
  apiErrors.alreadyUpvoted,
  apiErrors.alreadyDownvoted,
  apiErrors.alreadyBookmarked,
  apiErrors.notBookmarked,
  apiErrors.alreadyFollowing,
  apiErrors.notFollowing,
].map(({ text }) => text as string)
const REMOVED: string[] = [apiErrors.unknownPost.text, apiErrors.unknownComment.text]

type Batch = {
  /** The number of all writes that wait. */
  waiting: number
  writes: SentWrite[]
  picture?: {
    write: PendingWrite & { file: NonNullable<PendingWrite['file']> }
    authorization: string
  }
}

/** Whether a picture waits to be sent. */
export function hasPicture(database: Database): Promise<boolean> {
  return database.read(async (tx) =>
    (await listPending(tx)).some((write) => isWaiting(write) && write.file),
  )
}

/** The next writes: a picture by itself, or the others up to the next picture. Notes that they were sent. */
export async function takeBatch(tx: Transaction): Promise<Batch> {
  const waiting = (await listPending(tx)).filter(isWaiting)
  const batch: Batch = { waiting: waiting.length, writes: [] }
  // A name has the club's time.
  const now = Date.now() + ((await readState(tx))?.clockOffset ?? 0)
  let length = 0
  for (const write of waiting.slice(0, MAX_WRITES)) {
    const { name, call, params, body, file, userId, isSent } = write
    if (isSent && (timeOf(name) ?? 0) < now - MAX_AGE) {
      putPending(tx, { ...write, error: UNKNOWN })
      continue
    }
    const own = JSON.stringify(body)?.length ?? 0
    if (own > MAX_WRITE_LENGTH) {
      putPending(tx, { ...write, error: apiErrors.longText.text })
      continue
    }
    length += own
    if ((file || length > MAX_LENGTH) && batch.writes.length > 0) break
    const authorization = await authorizationOf(tx, userId)
    if (!isSent) putPending(tx, { ...write, isSent: true })
    if (file) return { ...batch, picture: { write: { ...write, file }, authorization } }
    batch.writes.push({ name, call, params, body, authorization })
  }
  return batch
}

/**
 * Sorts the club's replies to writes. Those whose tokens have expired are in neither list: they wait until their users log
 * in again.
 * @returns the names of the writes that need no other try, and the refused ones
 */
export function sortOutcomes(
  outcomes: readonly WriteOutcome[],
  pending: readonly PendingWrite[],
): { done: string[]; refused: WriteOutcome[] } {
  const done: string[] = []
  const refused: WriteOutcome[] = []
  for (const outcome of outcomes) {
    const { name, status } = outcome
    if ((status >= 200 && status < 300) || isReached(outcome, pending)) done.push(name)
    else if (status >= 400 && !needsLogIn(outcome)) refused.push(outcome)
  }
  return { done, refused }
}

function needsLogIn({ status, error }: WriteOutcome): boolean {
  return status === apiErrors.notRegistered.status && error === apiErrors.notRegistered.text
}

function isReached({ name, error = '' }: WriteOutcome, pending: readonly PendingWrite[]): boolean {
  const write = pending.find((one) => one.name === name)
  const removes = write && /^DELETE |\/delete\//.test(write.call)
  return REACHED.includes(error) || (removes === true && REMOVED.includes(error))
}
