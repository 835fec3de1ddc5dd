import { apiErrors } from '../../src/contract/errors.ts'
import { guest } from '../../src/contract/guest.ts'
import { ApiError } from '../api-error.ts'
import { seedUser } from '../seed/seed.ts'
import { seedGuest } from '../seed/users.ts'
import type { UserRow } from '../store/tables.ts'
import { timestamp } from '../store/timestamp.ts'
import type { Transaction } from '../store/transaction.ts'
import { type ProfileFields, usersNamed } from './profile.ts'

/**
 * Refuses a change of the guest's username or password, which everybody uses.
 * @throws ApiError 400 when the fields would change one of them
 */
export function refuseGuestChange(user: UserRow, { username, password }: ProfileFields): void {
  if (!isGuest(user)) return
  const isRenamed = username !== undefined && username.trim() !== guest.username
  if (isRenamed || password) throw new ApiError(apiErrors.guestIsFixed)
}

/** Whether the password of this user is the guest's, which everybody knows. */
export function isGuest({ username, password }: UserRow): boolean {
  return username === guest.username && password === guest.password
}

/** Adds the guest as a new user if the data have none. Changes nothing else. */
export async function restoreGuest(tx: Transaction): Promise<void> {
  if ((await usersNamed(tx, guest.username)).length > 0) return
  const { _id, ...fields } = seedUser(seedGuest, { id: '', createdAt: timestamp(tx.now) })
  await tx.insert('users', fields)
}

/** In data of version 1 the guest's password may have been changed, which broke the guest log-in. */
export async function repairGuest(tx: Transaction): Promise<void> {
  const row = await tx.get('users', seedGuest._id)
  if (row?.username === guest.username) await tx.put('users', { ...row, password: guest.password })
}
