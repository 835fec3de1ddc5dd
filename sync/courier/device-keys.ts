import { keyOfSession, readKeys, thumbprint, usableKey } from '../../mocks/domain/device-keys.ts'
import { sessionOf } from '../../mocks/domain/token.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import type { ClubConnection } from '../device/club-connection.ts'
import { readState } from '../device/replica-state.ts'
import { tokensOf } from '../device/unsent.ts'

/** The key pair of a user on this device. The private part can't leave it. */
export type DevicePair = { kid: string; x: string; y: string; privateKey: CryptoKey }

/** Key pairs by the `_id` of their user, outside of the replica, which holds only what JSON can. */
export type KeyStore = {
  read: (userId: string) => Promise<DevicePair | undefined>
  /** `undefined` removes it. */
  write: (userId: string, pair: DevicePair | undefined) => Promise<void>
  /** How the device is called in the list of devices. */
  deviceName: string
}

/** What is to be registered: the key of a session that has none. */
type Missing = { userId: string; token: string }

/** The users whose session has no key at the club, as far as the replica knows. One that was revoked stays revoked. */
export async function listMissingKeys(tx: Transaction, keys: KeyStore): Promise<Missing[]> {
  const { viewers = [] } = (await readState(tx)) ?? {}
  const missing: Missing[] = []
  for (const userId of viewers) {
    const [token = ''] = await tokensOf(tx, [userId])
    const session = token && (await sessionOf(tx, token))
    if (!session) continue
    const key = await keyOfSession(tx, session)
    const pair = await keys.read(userId)
    if (!key?.isRevoked && (!key || key.kid !== pair?.kid)) missing.push({ userId, token })
  }
  return missing
}

/** Registers the key of this device for a session of a user. */
export async function registerDevice(
  club: ClubConnection,
  keys: KeyStore,
  { userId, token }: Missing,
): Promise<boolean> {
  const pair = (await keys.read(userId)) ?? (await createPair())
  await keys.write(userId, pair)
  const { x, y } = pair
  return club.registerDevice(token, { x, y, name: keys.deviceName })
}

/** The pair with which a user can sign here; `undefined` while the club does not know it, or has revoked it. */
export async function readPair(
  tx: Transaction,
  keys: KeyStore,
  userId: string,
  now: number,
): Promise<DevicePair | undefined> {
  const pair = await keys.read(userId)
  const user = pair && (await tx.get('users', userId))
  return user && (await usableKey(tx, user, pair.kid, now)) ? pair : undefined
}

/** Whether a user has removed this device in Settings. */
export async function isRemoved(tx: Transaction, keys: KeyStore, userId: string): Promise<boolean> {
  const pair = await keys.read(userId)
  const known = (await readKeys(tx, userId)).find(({ kid }) => kid === pair?.kid)
  return known?.isRevoked ?? false
}

async function createPair(): Promise<DevicePair> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey)
  return { kid: await thumbprint(x, y), x, y, privateKey }
}
