import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { Database } from '../../mocks/database.ts'

const KEY = 'push-key'

/** Seconds. RFC 8292 allows a day; a clock may differ. */
const VALID_FOR = 12 * 3600
/** Tokens that are kept, one for each push service. */
const MAX_TOKENS = 100

/** Proves to push services who sends a message (RFC 8292). */
export type Vapid = {
  /** The public key as browsers take it: an uncompressed point, base64url. */
  publicKey: string
  /** The header `Authorization` for a push service. */
  authorize(origin: string): Promise<string>
}

/**
 * The key pair of the club, which is created once and kept in its data. Browsers bind subscriptions to it. Replicas and
 * snapshots do not have it.
 * @param contact a `mailto:` or `https:` address for the operator of a push service; Apple requires one
 */
export async function openVapid(database: Database, contact?: string): Promise<Vapid> {
  const created = await generateKeyPair('ES256', { extractable: true })
  const pair = await exportJWK(created.privateKey)
  const jwk = await database.write(async (tx) => {
    const stored = (await tx.getMeta(KEY)) as JWK | undefined
    if (!stored) tx.putMeta(KEY, pair)
    return stored ?? pair
  })
  const key = await importJWK(jwk, 'ES256')
  const publicKey = pointOf(jwk)
  const tokens = new Map<string, { token: string; until: number }>()
  return {
    publicKey,
    async authorize(origin) {
      const now = Math.floor(Date.now() / 1000)
      const known = tokens.get(origin)
      if (known && known.until > now) return `vapid t=${known.token}, k=${publicKey}`
      const claims = contact === undefined ? {} : { sub: contact }
      const token = await new SignJWT(claims)
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(origin)
        .setExpirationTime(now + VALID_FOR)
        .sign(key)
      tokens.delete(origin)
      const [oldest] = tokens.keys()
      if (tokens.size >= MAX_TOKENS && oldest) tokens.delete(oldest)
      // A message may wait, and be tried again.
      tokens.set(origin, { token, until: now + VALID_FOR / 2 })
      return `vapid t=${token}, k=${publicKey}`
    },
  }
}

function pointOf({ x = '', y = '' }: JWK): string {
  const parts = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return Buffer.concat(parts).toString('base64url')
}
