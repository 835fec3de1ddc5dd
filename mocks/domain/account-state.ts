import type { UserRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'

/** What a club has decided about an account. In no reply, and in no replica. */
export type AccountState = {
  /** Nobody can log in. Since when, in ms since 1970, and why. */
  suspended?: { at: number; reason?: string }
  /** Its removal has begun, and is not finished. */
  isRemoved?: true
  /** The password is one-time: until when it can be used, in ms since 1970. */
  oneTime?: { until: number; isUsed?: true }
}

export async function readAccountState(
  tx: Transaction,
  { _id }: Pick<UserRow, '_id'>,
): Promise<AccountState> {
  return ((await tx.getEntry('accounts', _id)) as AccountState | undefined) ?? {}
}

export function putAccountState(
  tx: Transaction,
  { _id }: Pick<UserRow, '_id'>,
  state: AccountState,
): void {
  const { suspended, oneTime, isRemoved } = state
  tx.putEntry('accounts', _id, suspended || oneTime || isRemoved ? state : undefined)
}

/** After its first use, a one-time password works for so long again: the reply can have been lost. */
const GRACE_MS = 10 * 60_000

/**
 * Uses up the password of an account if it is a one-time one.
 * @returns false if it was used up before, or has expired
 */
export async function useOneTimePassword(tx: Transaction, user: UserRow): Promise<boolean> {
  const { oneTime, ...state } = await readAccountState(tx, user)
  if (!oneTime) return true
  const now = tx.clock.now()
  if (now >= oneTime.until) return false
  if (oneTime.isUsed) return true
  const until = Math.min(oneTime.until, now + GRACE_MS)
  putAccountState(tx, user, { ...state, oneTime: { until, isUsed: true } })
  return true
}

/** The user has set a password of their own. */
export async function endOneTimePassword(tx: Transaction, user: UserRow): Promise<void> {
  const { oneTime, ...state } = await readAccountState(tx, user)
  if (oneTime) putAccountState(tx, user, state)
}
