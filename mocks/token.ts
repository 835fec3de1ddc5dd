import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import type { UserRow } from './db/rows.ts'
import type { Transaction } from './db/transaction.ts'

const ALGORITHM = 'HS256'
const KEY = 'token-key'

/** Make the device's own signing key. Tokens of one device are worth nothing on another. */
export function createTokenKey(tx: Transaction): void {
  tx.putMeta(KEY, crypto.getRandomValues(new Uint8Array(32)))
}

/** A token that names its user by `_id`, so that it outlives a rename. Valid for 30 days. */
export async function signToken(tx: Transaction, user: UserRow): Promise<string> {
  return new SignJWT({ _id: user._id, username: user.username })
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuedAt()
    .setExpirationTime('30d')
    .sign(await tokenKey(tx))
}

/** The user that a token names; `undefined` if it is tampered with, expired, foreign or of nobody. */
export async function userOfToken(tx: Transaction, token: string): Promise<UserRow | undefined> {
  const key = await tokenKey(tx)
  const verified = await jwtVerify(token, key, { algorithms: [ALGORITHM] }).catch(() => undefined)
  const id = verified?.payload._id
  return typeof id === 'string' ? tx.get('users', id) : undefined
}

async function tokenKey(tx: Transaction): Promise<Uint8Array> {
  return (await tx.getMeta(KEY)) as Uint8Array
}
