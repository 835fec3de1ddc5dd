import { apiErrors } from '../src/contract/errors.ts'
import { ApiError } from './api-error.ts'
import { userOfToken } from './domain/token.ts'
import type { Host } from './host.ts'
import type { UserRow } from './store/tables.ts'
import type { Transaction } from './store/transaction.ts'

/** The token of a request, or an empty text. */
export function tokenOf({ headers }: Request): string {
  return headers.get('authorization')?.replace(/^Bearer /i, '') ?? ''
}

/** @throws ApiError 404 when the token is missing or invalid, or its user does not exist, or the error of `readUser` */
export async function readViewer(
  tx: Transaction,
  token: string,
  readUser: Host['readUser'] = userOfToken,
): Promise<UserRow> {
  const user = await readUser(tx, token)
  if (!user) throw new ApiError(apiErrors.notRegistered)
  return user
}
