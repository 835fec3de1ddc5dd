/** The keys of a subscription: the browser's public key and a secret that it shares with us, both base64url. */
export type PushKeys = { p256dh: string; auth: string }

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
const SALT_LENGTH = 16
/** One record holds every message: push services accept 4096 bytes. */
const RECORD_LENGTH = 4096
/** The delimiter after the content of the last record (RFC 8188, 2). */
const LAST_RECORD = 2

/**
 * Encrypts a message for a browser (RFC 8291, with the content coding `aes128gcm` of RFC 8188).
 * @param using salt and key pair, in tests; otherwise each message has its own
 * @throws when the public key is no point of the curve
 */
export async function encrypt(
  text: string,
  { p256dh, auth }: PushKeys,
  using: { salt?: Uint8Array<ArrayBuffer>; pair?: CryptoKeyPair } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const salt = using.salt ?? crypto.getRandomValues(new Uint8Array(SALT_LENGTH))
  const own =
    using.pair ?? ((await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])) as CryptoKeyPair)
  const ownPoint = Buffer.from(await crypto.subtle.exportKey('raw', own.publicKey))
  const point = Buffer.from(p256dh, 'base64url')
  const publicKey = await importPoint(point)
  const shared = await crypto.subtle.deriveBits(
    { name: 'ECDH', public: publicKey },
    own.privateKey,
    256,
  )
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, ownPoint])
  const secret = await derive(shared, Buffer.from(auth, 'base64url'), info, 32)
  const key = await derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = await derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const content = Buffer.concat([Buffer.from(text), Buffer.of(LAST_RECORD)])
  const encrypted = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce },
    await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']),
    content,
  )
  const length = Buffer.alloc(4)
  length.writeUInt32BE(RECORD_LENGTH)
  const header = [salt, length, Buffer.of(ownPoint.length), ownPoint]
  return Buffer.concat([...header, Buffer.from(encrypted)])
}

/** @throws when the bytes are no point of the curve */
export function importPoint(point: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', point, CURVE, true, [])
}

/** HKDF (RFC 5869) with SHA-256. */
async function derive(
  secret: ArrayBuffer,
  salt: Uint8Array<ArrayBuffer>,
  info: string | Uint8Array<ArrayBuffer>,
  bytes: number,
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt, info: Buffer.from(info) }
  return crypto.subtle.deriveBits(algorithm, key, bytes * 8)
}
