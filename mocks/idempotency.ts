import { encode } from 'jose/base64url'
import { KEY_HEADER } from '../src/contract/call.ts'
import type { Change } from '../src/contract/changes.ts'
import { apiErrors } from '../src/contract/errors.ts'
import { ApiError } from './api-error.ts'
import { withoutSlash } from './domain/rule-paths.ts'
import { expireLater } from './store/expiry.ts'
import type { UserRow } from './store/tables.ts'
import type { Transaction } from './store/transaction.ts'

const MAX_KEY_LENGTH = 255

/** The idempotency key of a request ({@link KEY_HEADER}) and the hash that identifies the request. */
export type KeyedRequest = {
  key: string
  /** SHA-256 of method, path and body without passwords, which a fast hash would allow to guess. */
  hash: string
}

/** Stored for each key, for a day. `result` refers to rows by `_id`, which keeps the record small. */
type IdempotencyRecord = { hash: string; userId: string | undefined; result: unknown } & OwnChanges
/** `own`: the changes of a write of which only their users learn, perhaps none. */
type OwnChanges = { own?: Change[] }
/** How a write was done: `repeated` if that was before, perhaps by a worker that stopped before it published the changes. */
export type Done = { repeated: boolean } & OwnChanges

/**
 * Reads the key of a request and hashes method, path and body. `undefined` without a key.
 * @param sent the body as it was sent: its text, or the fields of its form
 * @throws ApiError 400 when the key is too long
 */
export async function readKey(
  request: Request,
  sent: string | FormData,
): Promise<KeyedRequest | undefined> {
  const key = request.headers.get(KEY_HEADER)
  if (!key) return undefined
  if (key.length > MAX_KEY_LENGTH) throw new ApiError(apiErrors.longKey)
  // The raw bytes of a form differ between attempts, because each has a new boundary.
  const body =
    typeof sent === 'string' ? withoutPasswords(sent) : await Promise.all([...sent].map(hashField))
  const text = JSON.stringify([request.method, withoutSlash(new URL(request.url).pathname), body])
  return { key, hash: await sha256(new TextEncoder().encode(text)) }
}

function withoutPasswords(text: string): string {
  // `currentPassword` too.
  if (!text.includes('assword"')) return text
  return JSON.stringify(JSON.parse(text), (key, value) =>
    key.endsWith('assword') ? undefined : value,
  )
}

/**
 * The record of a write that was done with this key; `undefined` if there is none.
 * @throws ApiError 422 when the key belongs to another request
 */
export async function findRecord(
  tx: Transaction,
  { key, hash }: KeyedRequest,
  userId: string | undefined,
): Promise<IdempotencyRecord | undefined> {
  const record = (await tx.getEntry('idempotency', key)) as IdempotencyRecord | undefined
  const isSame = !record || (record.userId === userId && record.hash === hash)
  if (!isSame) throw new ApiError(apiErrors.keyOfAnotherRequest)
  return record
}

/**
 * Runs `work` and records its result in the same transaction, or returns the recorded result. A browser
 * that stops a worker between commit and reply sends the request again.
 * @throws ApiError as {@link findRecord} does
 */
export async function doOnce<Result>(
  tx: Transaction,
  request: KeyedRequest | undefined,
  userId: string | undefined,
  work: () => Promise<Result>,
): Promise<{ result: Result } & Done> {
  if (!request) return { result: await work(), repeated: false }
  const record = await findRecord(tx, request, userId)
  if (record) return { result: record.result as Result, repeated: true, own: record.own }
  const { key, hash } = request
  const result = await work()
  const { changed } = tx
  const isOwn = changed?.every((change) => change.isOwn)
  const done: IdempotencyRecord = { hash, userId, result, ...(isOwn && { own: changed }) }
  tx.putEntry('idempotency', key, done)
  expireLater(tx, { kind: 'idempotency', id: key })
  return { result, repeated: false }
}

/**
 * Checks a repeated sign-up like a log-in: its key may be known, and the password may have been changed.
 * @param prepared the account whose name and password are in the body, as `prepare` returns it for a log-in
 * @throws ApiError 401 when that is not the account of the sign-up
 */
export async function mustBeLoggedIn(
  tx: Transaction,
  result: unknown,
  prepared: unknown,
): Promise<void> {
  // The first attempt ended after `prepare`, which has hashed the password for a new account.
  if (typeof prepared === 'string') throw new ApiError(apiErrors.busyDatabase)
  const { encodedToken: userId } = result as { encodedToken: string }
  const { _id, password } = Object(prepared) as Partial<UserRow>
  const user = await tx.get('users', userId)
  const isSame = user !== undefined && user._id === _id && user.password === password
  if (!isSame) throw new ApiError(apiErrors.wrongPassword)
}

async function hashField([name, value]: [string, FormDataEntryValue]): Promise<unknown> {
  return [name, typeof value === 'string' ? value : await sha256(await value.arrayBuffer())]
}

async function sha256(bytes: BufferSource): Promise<string> {
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
