import type { JWK } from 'jose'
import { decode, encode } from 'jose/base64url'
import { CompactSign } from 'jose/jws/compact/sign'
import { compactVerify } from 'jose/jws/compact/verify'
import type { UserRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'
import { NO_PASSWORD } from './password.ts'

/**
 * A device signs with a secret (HS256). A club signs with a private key (ES256), so that devices can check its tokens
 * without a network. They store only the public one.
 */
type TokenKey = Uint8Array | { publicKey: JWK; privateKey?: JWK }
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

/** A secret for another purpose, the same in all processes of a club. */
export async function deriveSecret(tx: Transaction, purpose: string): Promise<Uint8Array> {
  const key = await tokenKey(tx)
  const secret = key instanceof Uint8Array ? encode(key) : key.privateKey?.d
  const bytes = new TextEncoder().encode(`${purpose}.${secret}`)
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

/** A token that names its user by `_id`, so that it stays valid after a rename. Expires as its place says (R3.13). */
export async function signToken(tx: Transaction, user: UserRow): Promise<string> {
  const key = await tokenKey(tx)
  const iat = Math.floor(tx.clock.now() / 1000)
  const { _id, username, sessions } = user
  const exp = iat + tx.place.tokenSeconds
  // Without the time of a UUIDv7, because others get it with the key of a device.
  const newId = () => (tx.clock.isSet ? tx.clock.newUuid().slice(19) : randomId())
  let jti = newId()
  // With an id seed and a time that stands still, a log-in after a log-out would get the same session.
  while (await isEnded(tx, { userId: _id, hash: jti, exp })) jti = newId()
  const end = await secretOf(tx, [_id, jti, exp].join('.'))
  return sign(key, { _id, username, iat, exp, session: sessions?.id, jti, end })
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
  const session = await sessionOf(tx, token)
  return session && userOfSession(tx, session, tx.clock.now())
}

/** The `_id` that a token claims, without a proof: to read ahead only. */
export function claimedUserId(token: string): string | undefined {
  try {
    return String(JSON.parse(new TextDecoder().decode(decode(token.split('.')[1] ?? '')))._id)
  } catch {
    return undefined
  }
}

/** Which session a token belongs to, without the token. `hash` is the token's `jti`, or of older ones a hash. */
export type Session = { userId: string; id?: string; hash: string; exp: number }

/** The user of a session; `undefined` if it has ended. @param now in ms since 1970 */
export async function userOfSession(
  tx: Transaction,
  session: Session,
  now: number,
): Promise<UserRow | undefined> {
  const [user, ended] = await Promise.all([tx.get('users', session.userId), isEnded(tx, session)])
  return user && !ended && isOpen(user, session, now) ? user : undefined
}

/** Whether no session of the user was ended since this one began, unless it was kept. @param now in ms since 1970 */
export function isOpen({ sessions }: UserRow, session: Session, now: number): boolean {
  const isCurrent = session.id === sessions?.id || session.hash === sessions?.kept
  return isCurrent && session.exp * 1000 > now
}

/** The session to which a token or what ends it (`endingOf`) belongs; `undefined` if that is not valid. */
export async function sessionToEnd(tx: Transaction, text: string): Promise<Session | undefined> {
  const [userId = '', hash = '', exp, end] = text.split('.')
  if (end === undefined) return sessionOf(tx, text)
  const isValid = end === (await secretOf(tx, [userId, hash, exp].join('.')))
  return isValid ? { userId, hash, exp: Number(exp) } : undefined
}

async function secretOf(tx: Transaction, ended: string): Promise<string> {
  return encode(await deriveSecret(tx, `end.${ended}`))
}

const BATCH = 10

/** Ends one session (R3.32). It is refused until its token would have expired, and forgotten by a later log-out. */
export async function endSession(tx: Transaction, session: Session): Promise<void> {
  const before = hex(tx.clock.now() / 1000)
  const expired = (await tx.listEntries('ended', { before, limit: BATCH })) as { _id: string }[]
  for (const { _id } of expired) tx.putEntry('ended', _id, undefined)
  tx.putEntry('ended', endedId(session), { _id: endedId(session) })
}

/** Whether {@link endSession} has ended it. */
export async function isEnded(tx: Transaction, session: Session): Promise<boolean> {
  return (await tx.getEntry('ended', endedId(session))) !== undefined
}

/** In the order of expiry. */
const endedId = ({ exp, hash }: Session) => `${hex(exp)}-${hash}`
const hex = (seconds: number) => Math.floor(seconds).toString(16).padStart(12, '0')

/** The user without any session but that of this token, which stays valid as it is (R3.18). */
export async function withOneSession(
  tx: Transaction,
  user: UserRow,
  token: string,
): Promise<UserRow> {
  const kept = (await sessionOf(tx, token))?.hash ?? ''
  return { ...user, sessions: { id: randomId(), kept } }
}

/** The user without any session, and without a password. */
export function withNoSession(user: UserRow): UserRow {
  // A hash that no password has: an empty one would match an empty password.
  return { ...user, password: NO_PASSWORD + randomId(), sessions: { id: randomId(), kept: '' } }
}

const randomId = () => encode(crypto.getRandomValues(new Uint8Array(16)))

/** The signature in a token cannot be guessed, so this hash reveals nothing. */
async function hashOf(token: string): Promise<string> {
  const bytes = new TextEncoder().encode(token)
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

type Claims = { _id: string; session?: string; exp: number; jti?: string; end?: string }

/** The claims of a token, which are not checked here. */
export function claimsIn(token: string): Partial<Claims> {
  try {
    return Object(JSON.parse(new TextDecoder().decode(decode(token.split('.')[1] ?? ''))))
  } catch {
    return {}
  }
}

/** The sessions of tokens with a valid signature, by key and token: a client sends the same one each time. */
const verified = new Map<string, Session>()
const MAX_VERIFIED = 2_000

/** The session of a token with a valid signature. It can have ended. */
export async function sessionOf(tx: Transaction, token: string): Promise<Session | undefined> {
  const key = await tokenKey(tx)
  const name = `${key instanceof Uint8Array ? encode(key) : key.publicKey.x}.${token}`
  const known = verified.get(name)
  if (known) return known
  const checked = await verifySignature(token, key)
  // A session has no type.
  if (!checked || checked.typ !== undefined) return undefined
  const { _id: userId, session: id, exp, jti } = checked.claims as Claims
  // Not by the signature: from one of ES256, everybody can make a second one that is valid.
  const session = { userId, id, hash: jti ?? (await hashOf(token)), exp }
  const [oldest] = verified.keys()
  if (verified.size >= MAX_VERIFIED && oldest) verified.delete(oldest)
  verified.set(name, session)
  return session
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
