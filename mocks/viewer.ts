import { apiErrors } from '../src/contract/errors.ts'
import { ApiError } from './api-error.ts'
import type { UserRow } from './data/tables.ts'
import type { Transaction } from './data/transaction.ts'
import { userOfToken } from './domain/token.ts'

/** The token of a request, or an empty text. */
export function tokenOf({ headers }: Request): string {
  return headers.get('authorization')?.replace(/^Bearer /i, '') ?? ''
}

/** @throws ApiError 404 when the token is missing or invalid, or its user does not exist */
export async function readViewer(tx: Transaction, token: string): Promise<UserRow> {
  const user = await userOfToken(tx, token)
  if (!user) throw new ApiError(apiErrors.notRegistered)
  return user
}
