import { encode } from 'jose/base64url'
import { ApiError } from '../api-error.ts'
import type { UserRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'
import { isOpen, type Session } from './token.ts'

/** The public key of a device (ES256), with which its user signs writes that other phones deliver. */
export type DeviceKey = {
  /** The thumbprint of the key (RFC 7638). */
  kid: string
  x: string
  y: string
  /** The session in which it was registered, and with which it ends (R3.28). */
  session: Session
  /** These are at the club only. In ms since 1970. */
  name?: string
  createdAt?: number
  usedAt?: number
  /** It accepts nothing, and its session can register no other key. */
  isRevoked?: true
}

/** The oldest give way. A revoked one counts, because it keeps its session from registering another key. */
const MAX_KEYS = 10
const MAX_NAME = 60
const DAY_MS = 24 * 3_600_000

const REVOKED = { status: 403, text: 'This device was removed. Log in again to add it.' }
const UNKNOWN = { status: 404, text: 'This device is not in your list.' }

/** All keys of a user, those of ended sessions too. */
export async function readKeys(tx: Transaction, userId: string): Promise<DeviceKey[]> {
  return ((await tx.getEntry('devices', userId)) as DeviceKey[] | undefined) ?? []
}

function putKeys(tx: Transaction, userId: string, keys: readonly DeviceKey[]): void {
  tx.putEntry('devices', userId, keys.length > 0 ? keys : undefined)
}

/** Whether what the key has signed is accepted. @param now in ms since 1970 */
export function isUsable(user: UserRow, key: DeviceKey, now: number): boolean {
  return !key.isRevoked && isOpen(user, key.session, now)
}

/** The key of a user that has signed something; `undefined` if it is unknown, revoked, or its session has ended. */
export async function usableKey(
  tx: Transaction,
  user: UserRow,
  kid: string,
  now: number,
): Promise<DeviceKey | undefined> {
  const key = (await readKeys(tx, user._id)).find((one) => one.kid === kid)
  return key && isUsable(user, key, now) ? key : undefined
}

/** The key of a session, revoked or not. */
export async function keyOfSession(
  tx: Transaction,
  { userId, hash }: Session,
): Promise<DeviceKey | undefined> {
  return (await readKeys(tx, userId)).find(({ session }) => session.hash === hash)
}

/**
 * Registers the key of a session, in place of its former one.
 * @param now in ms since 1970
 * @throws ApiError 403 when the key of the session was revoked: a lost phone gets no other one
 */
export async function registerKey(
  tx: Transaction,
  user: UserRow,
  session: Session,
  { x, y, name }: { x: string; y: string; name: string },
  now: number,
): Promise<void> {
  const former = await keyOfSession(tx, session)
  if (former?.isRevoked) throw new ApiError(REVOKED)
  const kid = await thumbprint(x, y)
  const others = (await readKeys(tx, user._id)).filter(
    (key) => key.kid !== kid && key !== former && isOpen(user, key.session, now),
  )
  const times = { createdAt: former?.createdAt ?? now, usedAt: now }
  const own: DeviceKey = { kid, x, y, session, name: name.slice(0, MAX_NAME), ...times }
  putKeys(tx, user._id, [own, ...others.slice(0, MAX_KEYS - 1)])
}

/** @throws ApiError 404 when the user has no such key */
export async function revokeKey(tx: Transaction, user: UserRow, kid: string): Promise<void> {
  const keys = await readKeys(tx, user._id)
  if (!keys.some((key) => key.kid === kid)) throw new ApiError(UNKNOWN)
  const change = (key: DeviceKey) => (key.kid === kid ? { ...key, isRevoked: true as const } : key)
  putKeys(tx, user._id, keys.map(change))
}

/** For a session that ends. */
export async function removeKeyOf(tx: Transaction, session: Session): Promise<void> {
  const key = await keyOfSession(tx, session)
  if (!key) return
  const keys = await readKeys(tx, session.userId)
  putKeys(
    tx,
    session.userId,
    keys.filter(({ kid }) => kid !== key.kid),
  )
}

/** For an account that is removed. */
export function removeKeys(tx: Transaction, user: Pick<UserRow, '_id'>): void {
  putKeys(tx, user._id, [])
}

/** Notes that a key was used, once a day: each change of a key is sent to every replica. */
export async function noteUse(
  tx: Transaction,
  user: UserRow,
  { kid, usedAt = 0 }: DeviceKey,
  now: number,
): Promise<void> {
  if (now - usedAt < DAY_MS) return
  const keys = await readKeys(tx, user._id)
  const change = (key: DeviceKey) => (key.kid === kid ? { ...key, usedAt: now } : key)
  putKeys(tx, user._id, keys.map(change))
}

/** The thumbprint of a public key of the curve P-256 (RFC 7638), as base64url. */
export async function thumbprint(x: string, y: string): Promise<string> {
  const text = JSON.stringify({ crv: 'P-256', kty: 'EC', x, y })
  const bytes = new TextEncoder().encode(text)
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
