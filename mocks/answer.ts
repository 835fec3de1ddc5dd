import type { ServedCall } from '../src/contract/call.ts'
import { type CallName, calls } from '../src/contract/calls.ts'
import { apiErrors } from '../src/contract/errors.ts'
import { ApiError } from './api-error.ts'
import type { UserRow } from './data/tables.ts'
import type { Transaction } from './data/transaction.ts'
import { serializeResult } from './domain/serialize-result.ts'
import { userOfToken } from './domain/token.ts'
import { removeExpired } from './expire.ts'
import type { Ask } from './handlers/handler.ts'
import { handlers } from './handlers/handlers.ts'
import { doOnce, readKey } from './idempotency.ts'
import { jsonBody } from './json-body.ts'
import { changesOf } from './publish.ts'
import { readBody } from './read-body.ts'
import type { ServerOptions } from './server-options.ts'
import type { Timing } from './timing.ts'

/** A call of the contract that was found for a request, with what its path says. */
export type Route = { name: CallName; params: Record<string, string> }

/**
 * Let the handler of a call answer.
 * @throws ApiError when the call refuses; whatever is thrown, nothing was changed
 */
export async function answer(
  { database, ...host }: ServerOptions,
  { name, params }: Route,
  request: Request,
  timing: Timing,
): Promise<Response> {
  const call: ServedCall = calls[name]
  const { body, sent } = call.body ? await readBody(request, call.body, call.form) : {}
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  const changesNothing = request.method === 'GET' || call.safe
  const prefersMinimal = /\breturn=minimal\b/.test(request.headers.get('Prefer') ?? '')
  const isWrite = !changesNothing && !call.control
  const keyed = isWrite ? await readKey(request, sent) : undefined
  const minimal = isWrite && prefersMinimal
  if (minimal) headers.set('Preference-Applied', 'return=minimal')

  const work = async (tx: Transaction) => {
    const viewer = call.auth && (await readViewer(tx, request))
    const { searchParams: query } = new URL(request.url)
    const ask = { params, body, viewer, query, headers, tx, host }
    // The table ties name, handler and reply together; for a name known only at run time it cannot.
    const handle = () =>
      (handlers[name] as (ask: unknown) => Promise<unknown>)(ask as Ask<CallName>)
    if (!isWrite) return { reply: await handle(), repeated: false }
    const { result, repeated } = await doOnce(tx, keyed, viewer?._id, handle)
    if (!repeated) await removeExpired(tx)
    const as = { viewer, postId: params.postId, full: !minimal }
    return { reply: await serializeResult(tx, result as object, as), repeated }
  }
  let written: Transaction | undefined
  const reading = call.control ? 'readAnyVersion' : 'read'
  const { reply, repeated } = await database[changesNothing ? reading : 'write'](async (tx) => {
    written = changesNothing ? undefined : tx
    return work(tx)
  }, timing)
  const changes = written && changesOf(written, request, repeated)
  if (changes) host.announce?.(changes)
  if (!call.binary) {
    headers.set('Content-Type', 'application/json')
    return new Response(await jsonBody(reply as object), { status: call.status, headers })
  }
  return new Response(reply as Blob, { status: headers.has('Location') ? 302 : 200, headers })
}

/** @throws ApiError 404 when the token is missing, bad or of nobody (spec §8) */
async function readViewer(tx: Transaction, request: Request): Promise<UserRow> {
  const token = request.headers.get('authorization')?.replace(/^Bearer /i, '') ?? ''
  const user = await userOfToken(tx, token)
  if (!user) throw new ApiError(apiErrors.notRegistered)
  return user
}
