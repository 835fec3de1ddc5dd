import { encode } from 'jose/base64url'
import { CompactSign } from 'jose/jws/compact/sign'
import { compactVerify } from 'jose/jws/compact/verify'
import type { UserRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'

const ALGORITHM = 'HS256'
/** In seconds. */
const VALID_FOR = 30 * 24 * 3600
const KEY = 'token-key'

/** Creates the device's signing key. Other devices reject its tokens. */
export function createTokenKey(tx: Transaction): void {
  tx.putMeta(KEY, crypto.getRandomValues(new Uint8Array(32)))
}

/** A token that names its user by `_id`, so that it stays valid after a rename. Expires after 30 days. */
export async function signToken(tx: Transaction, user: UserRow): Promise<string> {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { _id: user._id, username: user.username, iat, exp: iat + VALID_FOR }
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: ALGORITHM })
    .sign(await tokenKey(tx))
}

/** The user of a token; `undefined` if it is changed, expired, of another device, or its user does not exist. */
export async function userOfToken(tx: Transaction, token: string): Promise<UserRow | undefined> {
  const claims = await claimsOf(token, await tokenKey(tx))
  return claims && claims.exp * 1000 > Date.now() ? tx.get('users', claims._id) : undefined
}

type Claims = { _id: string; exp: number }

/** The claims of tokens with a valid signature, by key and token: a client sends the same one each time. */
const verified = new Map<string, Claims>()
const MAX_VERIFIED = 2_000

async function claimsOf(token: string, key: Uint8Array): Promise<Claims | undefined> {
  const name = `${encode(key)}.${token}`
  const known = verified.get(name)
  if (known) return known
  const algorithms = [ALGORITHM]
  const checked = await compactVerify(token, key, { algorithms }).catch(() => undefined)
  if (!checked) return undefined
  const claims: Claims = JSON.parse(new TextDecoder().decode(checked.payload))
  const [oldest] = verified.keys()
  if (verified.size >= MAX_VERIFIED && oldest) verified.delete(oldest)
  verified.set(name, claims)
  return claims
}

async function tokenKey(tx: Transaction): Promise<Uint8Array> {
  return (await tx.getMeta(KEY)) as Uint8Array
}
