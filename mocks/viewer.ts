import { apiErrors } from '../src/contract/errors.ts'
import { ApiError } from './api-error.ts'
import type { UserRow } from './data/tables.ts'
import type { Transaction } from './data/transaction.ts'
import { userOfToken } from './domain/token.ts'

/** The token of a request, or an empty text. */
export function tokenOf({ headers }: Request): string {
  return headers.get('authorization')?.replace(/^Bearer /i, '') ?? ''
}

/** Returns the author of a write that another phone has delivered, with a proof in place of a token (docs/courier.md). */
export type ReadAuthor = (tx: Transaction) => Promise<UserRow>

/**
 * @param readAuthor in place of the token
 * @throws ApiError 404 when the token is missing or invalid, or its user does not exist, or the error of `readAuthor`
 */
export async function readViewer(
  tx: Transaction,
  token: string,
  readAuthor?: ReadAuthor,
): Promise<UserRow> {
  const user = readAuthor ? await readAuthor(tx) : await userOfToken(tx, token)
  if (!user) throw new ApiError(apiErrors.notRegistered)
  return user
}
