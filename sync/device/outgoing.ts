import { isAfter } from '../../mocks/store/ids.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import type { Call } from '../../src/contract/call.ts'
import { calls } from '../../src/contract/calls.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { type CarriedWrite, lateNames, listCarried } from '../courier/carried.ts'
import { isTemporary } from '../local-calls.ts'
import { MAX_NAMES, type SentWrite, type WriteOutcome } from '../protocol.ts'
import { refersTo } from '../references.ts'
import { latestAtClub } from './early-names.ts'
import { readState } from './replica-state.ts'
import {
  authorizationOf,
  inOrder,
  listUnsent,
  listWaiting,
  putUnsent,
  type StoredWrite,
  tokensOf,
} from './unsent.ts'

/** A club forgets the names of writes after 30 days: a repeated one would be done twice. */
const MAX_AGE = 29 * 24 * 3_600_000

/** In characters of JSON. A club accepts 20 MB in a request, and a character takes up to 3 bytes. */
const MAX_WRITE_LENGTH = 5_000_000
/** Several writes are sent together up to this length. */
const MAX_LENGTH = 1_000_000

const UNKNOWN = 'This was sent more than four weeks ago, and it is not known whether it arrived.'

export type Batch = {
  writes: SentWrite[]
  /** The names of those that are sent for the first time. */
  first: string[]
  picture?: {
    /** With a proof, it is a picture of another phone's user. */
    write: StoredWrite & { file: NonNullable<StoredWrite['file']>; proof?: string }
    authorization: string
  }
}

/**
 * The writes that can be sent, oldest first: those of this phone's users with a token, except those about a write of another that the
 * club has not taken yet, and those of others. These can refer to each other.
 * @param tried the names of the writes of others that were sent in this sync: each is sent once
 */
export async function listSendable(
  tx: Transaction,
  tried: ReadonlySet<string>,
): Promise<(StoredWrite | CarriedWrite)[]> {
  const { clockOffset = 0 } = (await readState(tx)) ?? {}
  const now = Date.now() + clockOffset
  const carried = await listCarried(tx)
  const late = lateNames(carried, tried)
  const unsent = (await listWaiting(tx)).open.filter((write) => !refersTo(write, late))
  // The clock was wrong when it was handed over. It keeps its name, so the club takes it when its time has come.
  const latest = await latestAtClub(tx, now)
  const early = unsent.findIndex(({ name, handedOver }) => handedOver && isAfter(name, latest))
  return inOrder<StoredWrite>(
    unsent.slice(0, early < 0 ? undefined : early),
    carried.filter(({ name }) => !late.has(name)),
  )
}

/**
 * The next writes: a picture by itself, or the others up to the next picture. Notes that they were sent.
 * @param tried as in {@link listSendable}
 */
export async function takeBatch(
  tx: Transaction,
  maxWrites: number,
  tried: ReadonlySet<string>,
): Promise<Batch> {
  const batch: Batch = { writes: [], first: [] }
  const now = Date.now() + ((await readState(tx))?.clockOffset ?? 0)
  const latest = await latestAtClub(tx, now)
  let length = 0
  for (const write of (await listSendable(tx, tried)).slice(0, maxWrites)) {
    const { name, call, params, body, file, userId, sentAt } = write
    const isOfOther = isCarried(write)
    const size = JSON.stringify(body)?.length ?? 0
    if (!isOfOther) {
      // A clock was set back. It gets a new name after the pull, unless the club has done it.
      if (isAfter(name, latest)) break
      const isOld = sentAt !== undefined && sentAt < now - MAX_AGE
      const error = isOld ? UNKNOWN : size > MAX_WRITE_LENGTH && apiErrors.longText.text
      if (error) {
        putUnsent(tx, { ...write, error })
        continue
      }
    }
    length += size
    if ((file || length > MAX_LENGTH) && batch.writes.length > 0) break
    if (isOfOther) {
      if (file) return { ...batch, picture: await carriedPicture(tx, { ...write, file }) }
      batch.writes.push({ name, call, params, body, authorization: '', proof: write.proof })
      continue
    }
    const authorization = (await authorizationOf(tx, userId)) ?? ''
    if (sentAt === undefined) {
      putUnsent(tx, { ...write, sentAt: now })
      batch.first.push(name)
    }
    if (file) return { ...batch, picture: { write: { ...write, file }, authorization } }
    batch.writes.push({ name, call, params, body, authorization })
  }
  return batch
}

function isCarried(write: StoredWrite | CarriedWrite): write is CarriedWrite {
  return 'proof' in write
}

/** A club receives pictures only from its members: the token is that of a user of this phone. */
async function carriedPicture(
  tx: Transaction,
  write: NonNullable<Batch['picture']>['write'],
): Promise<NonNullable<Batch['picture']>> {
  const { viewers = [] } = (await readState(tx)) ?? {}
  const [authorization = ''] = await tokensOf(tx, viewers)
  return { write, authorization }
}

/**
 * The names of the writes here that may have reached the club: those that were sent or handed over, and those of others with
 * the pictures that they lack.
 */
export async function awaitedNames(tx: Transaction): Promise<string[]> {
  const sent = (await listUnsent(tx)).filter(({ sentAt }) => sentAt !== undefined)
  const names = [...(await listCarried(tx)), ...sent].flatMap(({ name, lacks = [] }) => [
    name,
    ...lacks,
  ])
  return names.slice(0, MAX_NAMES)
}

/** Notes that these writes were not sent after all: there was no network. */
export async function forgetSending(tx: Transaction, names: readonly string[]): Promise<void> {
  for (const write of await listUnsent(tx)) {
    if (names.includes(write.name)) putUnsent(tx, { ...write, sentAt: undefined })
  }
}

/**
 * Sorts the club's replies to writes.
 * @returns the names of the writes that need no other try, the refused ones, and those that wait for a log-in
 */
export function sortOutcomes(
  outcomes: readonly WriteOutcome[],
  pending: readonly StoredWrite[],
): { done: string[]; refused: WriteOutcome[]; needLogIn: string[] } {
  const done: string[] = []
  const refused: WriteOutcome[] = []
  const needLogIn: string[] = []
  for (const outcome of outcomes) {
    const { name, status } = outcome
    if ((status >= 200 && status < 300) || isReached(outcome, pending)) done.push(name)
    else if (needsLogIn(outcome)) needLogIn.push(name)
    else if (status >= 400 && !isTemporary(status)) refused.push(outcome)
  }
  return { done, refused, needLogIn }
}

function needsLogIn({ status, error }: WriteOutcome): boolean {
  return status === apiErrors.notRegistered.status && error === apiErrors.notRegistered.text
}

function isReached({ name, error }: WriteOutcome, pending: readonly StoredWrite[]): boolean {
  const write = pending.find((one) => one.name === name)
  const { doneIf = [] }: Partial<Call> = write ? calls[write.call] : {}
  return doneIf.some(({ text }) => text === error)
}
