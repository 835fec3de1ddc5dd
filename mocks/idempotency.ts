import { encode } from 'jose/base64url'
import { KEY_HEADER } from '../src/contract/call.ts'
import { apiErrors } from '../src/contract/errors.ts'
import { ApiError } from './api-error.ts'
import { expireLater } from './data/expiry.ts'
import type { Transaction } from './data/transaction.ts'
import { hashPassword, passwordMatches } from './domain/password.ts'

const MAX_KEY_LENGTH = 255

/** The idempotency key of a request ({@link KEY_HEADER}) and the hash that identifies the request. */
export type KeyedRequest = {
  key: string
  /** SHA-256 of method, path and body. */
  hash: string
  /** The form in which the hash is stored. */
  storedHash: string
}

/** Stored for each key, for a day. `result` refers to rows by `_id`, which keeps the record small. */
type IdempotencyRecord = { hash: string; userId: string | undefined; result: unknown }

/**
 * Reads the key of a request and hashes method, path and body. `undefined` without a key.
 * @param sent the body as it was sent: its text, or the fields of its form
 * @param stored reads the hash that is stored for a key
 * @throws ApiError 400 when the key is too long
 */
export async function readKey(
  request: Request,
  sent: string | FormData,
  stored: (key: string) => Promise<string | undefined>,
): Promise<KeyedRequest | undefined> {
  const key = request.headers.get(KEY_HEADER)
  if (!key) return undefined
  if (key.length > MAX_KEY_LENGTH) throw new ApiError(apiErrors.longKey)
  // The raw bytes of a form differ between attempts, because each has a new boundary.
  const body = typeof sent === 'string' ? sent : await Promise.all([...sent].map(hashField))
  const text = JSON.stringify([request.method, new URL(request.url).pathname, body])
  const hash = await sha256(new TextEncoder().encode(text))
  // A fast hash would allow guessing the password in the body.
  const storedHash = text.includes('password') ? await slowHash(hash, await stored(key)) : hash
  return { key, hash, storedHash }
}

/** The stored hash if it is of `hash`, else a new one. Done here, because it takes long. */
async function slowHash(hash: string, stored: string | undefined): Promise<string> {
  if (stored !== undefined && (await passwordMatches(hash, stored))) return stored
  return hashPassword(hash)
}

/** The hash of the request that used `key`, if it is known. */
export async function storedHashOf(tx: Transaction, key: string): Promise<string | undefined> {
  return ((await tx.getEntry('idempotency', key)) as IdempotencyRecord | undefined)?.hash
}

/**
 * Runs `work` and records its result in the same transaction, or returns the recorded result. A browser
 * that stops a worker between commit and reply sends the request again.
 * @throws ApiError 422 when the key belongs to another request
 */
export async function doOnce<Result>(
  tx: Transaction,
  request: KeyedRequest | undefined,
  userId: string | undefined,
  work: () => Promise<Result>,
): Promise<{ result: Result; repeated: boolean }> {
  if (!request) return { result: await work(), repeated: false }
  const { key, hash, storedHash } = request
  const record = (await tx.getEntry('idempotency', key)) as IdempotencyRecord | undefined
  if (record) {
    const isSame =
      record.userId === userId &&
      // The second is for a request that was stored since `readKey`.
      (record.hash === storedHash || (await passwordMatches(hash, record.hash)))
    if (!isSame) throw new ApiError(apiErrors.keyOfAnotherRequest)
    return { result: record.result as Result, repeated: true }
  }
  const result = await work()
  const done: IdempotencyRecord = { hash: storedHash, userId, result }
  tx.putEntry('idempotency', key, done)
  expireLater(tx, { kind: 'idempotency', id: key })
  return { result, repeated: false }
}

async function hashField([name, value]: [string, FormDataEntryValue]): Promise<unknown> {
  return [name, typeof value === 'string' ? value : await sha256(await value.arrayBuffer())]
}

async function sha256(bytes: BufferSource): Promise<string> {
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
