import type { JWK } from 'jose'
import { encode } from 'jose/base64url'
import { CompactSign } from 'jose/jws/compact/sign'
import { compactVerify } from 'jose/jws/compact/verify'
import type { UserRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'
import { NO_PASSWORD } from './password.ts'

/**
 * A device signs with a secret (HS256). A club signs with a private key (ES256), so that devices can check its tokens
 * without a network. They store only the public one.
 */
type TokenKey = Uint8Array | { publicKey: JWK; privateKey?: JWK }
/** In seconds. */
const VALID_FOR = 30 * 24 * 3600
const KEY = 'token-key'

/** Creates the device's signing key. Other devices reject its tokens. */
export function createTokenKey(tx: Transaction): void {
  tx.putMeta(KEY, crypto.getRandomValues(new Uint8Array(32)))
}

/** Stores the key pair of a club, or on a device its public key. Tokens of any other key are rejected. */
export function putKeyPair(tx: Transaction, pair: Exclude<TokenKey, Uint8Array>): void {
  tx.putMeta(KEY, pair)
}

/** The public key of a club; `undefined` on a device. */
export async function publicKey(tx: Transaction): Promise<JWK | undefined> {
  const key = await tokenKey(tx)
  return key instanceof Uint8Array ? undefined : key.publicKey
}

/** A token that names its user by `_id`, so that it stays valid after a rename. Expires after 30 days (R3.13). */
export async function signToken(tx: Transaction, user: UserRow): Promise<string> {
  const key = await tokenKey(tx)
  const iat = Math.floor(tx.clock.now() / 1000)
  const { _id, username, sessions } = user
  return sign(key, { _id, username, iat, exp: iat + VALID_FOR, session: sessions?.id })
}

/** Signs claims for another purpose than a session. The type keeps them apart (RFC 8725, 3.11). */
export async function signTyped(tx: Transaction, typ: string, claims: object): Promise<string> {
  return sign(await tokenKey(tx), claims, typ)
}

/** The claims of a token of this type; `undefined` if the key or the type is another one. */
export async function readTyped(tx: Transaction, typ: string, token: string): Promise<unknown> {
  const checked = await verifySignature(token, await tokenKey(tx))
  return checked?.typ === typ ? checked.claims : undefined
}

function sign(key: TokenKey, claims: object, typ?: string): Promise<string> {
  const secret = key instanceof Uint8Array ? key : key.privateKey
  if (!secret) throw new Error('Only the club signs tokens')
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: algorithmOf(key), ...(typ && { typ }) })
    .sign(secret)
}

/**
 * The user of a token; `undefined` if it is changed, expired or of another device, its session was ended, or its user
 * does not exist.
 */
export async function userOfToken(tx: Transaction, token: string): Promise<UserRow | undefined> {
  const claims = await claimsOf(token, await tokenKey(tx))
  // False, too, without an end.
  const isCurrent = claims !== undefined && claims.exp * 1000 > tx.clock.now()
  if (!isCurrent) return undefined
  const user = await tx.get('users', claims._id)
  const { id, kept } = user?.sessions ?? {}
  return claims.session === id || (await hashOf(token)) === kept ? user : undefined
}

/** Which session a token belongs to, without the token. */
export type Session = { userId: string; id?: string; hash: string; exp: number }

/** The session of a token with a valid signature. It can have ended. */
export async function sessionOf(tx: Transaction, token: string): Promise<Session | undefined> {
  const claims = await claimsOf(token, await tokenKey(tx))
  if (!claims) return undefined
  return { userId: claims._id, id: claims.session, hash: await hashOf(token), exp: claims.exp }
}

/** Whether the token of a session would still be accepted (R3.13, R3.18). @param now in ms since 1970 */
export function isOpen({ sessions }: UserRow, session: Session, now: number): boolean {
  const isCurrent = session.id === sessions?.id || session.hash === sessions?.kept
  return isCurrent && session.exp * 1000 > now
}

/** The user without the sessions of all tokens but this one, which stays valid as it is (R3.18). */
export async function withOneSession(user: UserRow, token: string): Promise<UserRow> {
  const id = encode(crypto.getRandomValues(new Uint8Array(16)))
  return { ...user, sessions: { id, kept: await hashOf(token) } }
}

/** The user without any session, and without a password. */
export function withNoSession(user: UserRow): UserRow {
  const random = () => encode(crypto.getRandomValues(new Uint8Array(16)))
  // A hash that no password has: an empty one would match an empty password.
  return { ...user, password: NO_PASSWORD + random(), sessions: { id: random(), kept: '' } }
}

/** The signature in a token cannot be guessed, so this hash reveals nothing. */
async function hashOf(token: string): Promise<string> {
  const bytes = new TextEncoder().encode(token)
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

type Claims = { _id: string; exp: number; session?: string }

/** The claims of tokens with a valid signature, by key and token: a client sends the same one each time. */
const verified = new Map<string, Claims>()
const MAX_VERIFIED = 2_000

async function claimsOf(token: string, key: TokenKey): Promise<Claims | undefined> {
  const name = `${key instanceof Uint8Array ? encode(key) : key.publicKey.x}.${token}`
  const known = verified.get(name)
  if (known) return known
  const checked = await verifySignature(token, key)
  // A session has no type.
  if (!checked || checked.typ !== undefined) return undefined
  const claims = checked.claims as Claims
  const [oldest] = verified.keys()
  if (verified.size >= MAX_VERIFIED && oldest) verified.delete(oldest)
  verified.set(name, claims)
  return claims
}

async function verifySignature(
  token: string,
  key: TokenKey,
): Promise<{ typ?: string; claims: unknown } | undefined> {
  const secret = key instanceof Uint8Array ? key : key.publicKey
  const algorithms = [algorithmOf(key)]
  const checked = await compactVerify(token, secret, { algorithms }).catch(() => undefined)
  if (!checked) return undefined
  const { protectedHeader, payload } = checked
  return { typ: protectedHeader.typ, claims: JSON.parse(new TextDecoder().decode(payload)) }
}

function algorithmOf(key: TokenKey): 'HS256' | 'ES256' {
  return key instanceof Uint8Array ? 'HS256' : 'ES256'
}

async function tokenKey(tx: Transaction): Promise<TokenKey> {
  return (await tx.getMeta(KEY)) as TokenKey
}
