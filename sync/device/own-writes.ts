import { isAfter } from '../../mocks/store/ids.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { MAX_BODY } from '../../src/contract/text-limits.ts'
import { readState } from './replica-state.ts'
import {
  authorizationOf,
  listUnsent,
  listWaiting,
  putUnsent,
  removeUnsent,
  type StoredWrite,
} from './unsent.ts'
import { latestAtClub } from './unusable-names.ts'
import type { WriteSource } from './write-source.ts'

/** A club forgets the names of writes after 30 days: a repeated one would be done twice. */
const MAX_AGE = 29 * 24 * 3_600_000
const UNKNOWN = 'This was sent more than four weeks ago, and it is not known whether it arrived.'

/** The writes of the users of this device. */
export const ownWrites: WriteSource = {
  list: listUnsent,

  /**
   * Up to the first name that lies in the club's future, because a clock was wrong. It gets another one with the next pull, or waits for its
   * time if it was handed over.
   */
  async listReady(tx) {
    const { open } = await listWaiting(tx)
    const latest = await latestAtClub(tx, await clubTime(tx))
    const early = open.findIndex(({ name }) => isAfter(name, latest))
    return { ready: open.slice(0, early < 0 ? undefined : early), late: [] }
  },

  async prepare(tx, write) {
    const { body, sentAt, userId } = write
    const now = await clubTime(tx)
    const isOld = sentAt !== undefined && sentAt < now - MAX_AGE
    const isLong = (JSON.stringify(body)?.length ?? 0) > MAX_BODY
    const error = isOld ? UNKNOWN : isLong && apiErrors.longText.text
    putUnsent(tx, { ...write, ...(error ? { error } : { sentAt: sentAt ?? now }) })
    return error ? undefined : { authorization: (await authorizationOf(tx, userId)) ?? '' }
  },

  async settle(tx, done, errors) {
    const waiting: StoredWrite[] = []
    for (const write of await listUnsent(tx)) {
      const error = errors.get(write.name)
      if (done.has(write.name)) removeUnsent(tx, write)
      else if (error !== undefined) putUnsent(tx, { ...write, error })
      else if (write.error === undefined) waiting.push(write)
    }
    return waiting
  },

  register: async () => false,

  async forgetUser(tx, userId) {
    for (const write of await listUnsent(tx)) if (write.userId === userId) removeUnsent(tx, write)
  },

  // It is theirs, needs no other row, and is sent after the next log-in.
  clear: () => undefined,
}

async function clubTime(tx: Transaction): Promise<number> {
  return Date.now() + ((await readState(tx))?.clockOffset ?? 0)
}
