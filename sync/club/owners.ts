import { ApiError } from '../../mocks/api-error.ts'
import { readTime } from '../../mocks/domain/settings.ts'
import { sessionOf, userOfSession } from '../../mocks/domain/token.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { MAX_VIEWERS } from '../protocol.ts'

/** In characters: that of a username of 100 code points has 900. */
const MAX_TOKEN = 1_000

/** @throws ApiError 400 when these are not the tokens of the users of a device */
export function checkTokens(tokens: unknown): string[] {
  const isList = Array.isArray(tokens) && tokens.length <= MAX_VIEWERS
  if (isList && tokens.every((token) => typeof token === 'string' && token.length <= MAX_TOKEN))
    return tokens
  const text = `tokens: must be a list of up to ${MAX_VIEWERS} tokens`
  throw new ApiError({ status: 400, text })
}

/**
 * The `_id`s of the users to whom valid tokens belong: a client may name any user as its own, but only these get what
 * nobody else may know.
 */
export async function ownersOf(tx: Transaction, tokens: readonly string[]): Promise<string[]> {
  const now = await readTime(tx)
  const users = await Promise.all(
    tokens.map(async (token) => {
      const session = await sessionOf(tx, token)
      return session && userOfSession(tx, session, now)
    }),
  )
  return users.flatMap((user) => user?._id ?? [])
}
