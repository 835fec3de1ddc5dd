import { ApiError } from '../../mocks/api-error.ts'
import { MAX_DEPTH, nestsDeeper, parseJson } from '../../mocks/read-body.ts'
import { isUuid } from '../../mocks/store/ids.ts'
import type { CallName } from '../../src/contract/calls.ts'
import { calls } from '../../src/contract/calls.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { MAX_BODY } from '../../src/contract/text-limits.ts'
import { canBeSentLater, MAX_WRITES } from '../local-calls.ts'
import { MAX_NAMES, MAX_VIEWERS, type SentWrite, type SyncRequest } from '../protocol.ts'
import { checkTokens } from './owners.ts'

/** A write with its body as JSON again, or why it can't be done. */
export type ReadWrite =
  | (Omit<SentWrite, 'body'> & { text: string | undefined })
  | { name: string; refusal: { status: number; error: string } }

export type ReadSync = Omit<SyncRequest, 'writes'> & { writes: ReadWrite[] }

/** In characters. */
const MAX_NONCE = 100
const MAX_PARAM = 200
/** The list of twenty writes, and the signature. */
const MAX_PROOF = 4_000
const CURSOR = /^[\w-]{0,128}$/

/**
 * Reads the body of `POST /api/changes`, with the checks that every body has. A write that can't be done does not
 * affect the others.
 * @throws ApiError 400 when the request is malformed, or a write has no name under which it could be refused
 */
export function readSync(json: string): ReadSync {
  const { writes, ...others } = checkSync(parseJson(json))
  return { ...others, writes: writes.map((write, index) => readWrite(write, index)) }
}

/** @throws ApiError 400 when the request is not one */
function checkSync(request: unknown): SyncRequest {
  const {
    since,
    writes,
    viewers = [],
    tokens = [],
    names = [],
    nonce = '',
  } = Object(request) as Partial<SyncRequest>
  if (typeof since !== 'string' || !CURSOR.test(since))
    throw new ApiError({ status: 400, text: 'since: must be a cursor of this club, or empty' })
  if (!Array.isArray(writes) || writes.length > MAX_WRITES) {
    throw new ApiError({ status: 400, text: `writes: must be a list of up to ${MAX_WRITES}` })
  }
  return {
    since,
    writes,
    viewers: checkViewers(viewers),
    tokens: checkTokens(tokens),
    names: checkIds('names', names, MAX_NAMES, 'writes'),
    nonce: String(nonce).slice(0, MAX_NONCE),
  }
}

/** @throws ApiError 400 when these are not the `_id`s of the users of a device */
export function checkViewers(viewers: unknown): string[] {
  return checkIds('viewers', viewers, MAX_VIEWERS, 'users')
}

function checkIds(field: string, ids: unknown, max: number, of: string): string[] {
  const isList = Array.isArray(ids) && ids.length <= max
  if (isList && ids.every((id) => typeof id === 'string' && isUuid(id))) return ids
  throw new ApiError({ status: 400, text: `${field}: must be a list of up to ${max} ids of ${of}` })
}

/** @throws ApiError 400 when the write has no name under which it could be refused */
function readWrite(write: unknown, index: number): ReadWrite {
  const { name, call, params, authorization, proof, body } = Object(write) as Partial<SentWrite>
  const error = `writes.${index}: is not a write`
  if (!isName(name)) throw new ApiError({ status: 400, text: error })
  if (nestsDeeper(body, MAX_DEPTH)) {
    const text = `body: must not nest deeper than ${MAX_DEPTH} levels`
    return { name, refusal: { status: 400, error: text } }
  }
  const isValid =
    typeof call === 'string' &&
    Object.hasOwn(calls, call) &&
    canBeSentLater(call as CallName, body) &&
    typeof params === 'object' &&
    params !== null &&
    Object.values(params).every(
      (value) => typeof value === 'string' && value.length <= MAX_PARAM,
    ) &&
    typeof authorization === 'string' &&
    // A header cannot hold it otherwise.
    /^(Bearer )?[\w.-]*$/.test(authorization) &&
    (proof === undefined || (typeof proof === 'string' && proof.length <= MAX_PROOF))
  if (!isValid) return { name, refusal: { status: 400, error } }
  const text = call.startsWith('DELETE ') ? undefined : JSON.stringify(body)
  const { status, text: longText } = apiErrors.longText
  if ((text?.length ?? 0) > MAX_BODY) return { name, refusal: { status, error: longText } }
  return { name, call, params, authorization, proof, text }
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && /^[\w-]{1,255}$/.test(name)
}
