import { KEY_HEADER } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { TAB_HEADER } from '../../src/contract/changes.ts'
import { apiErrors, type ErrorBody } from '../../src/contract/errors.ts'
import { ApiError } from '../api-error.ts'
import { CLOCK_PRECISION, timeOf } from '../data/ids.ts'
import { migrations } from '../data/migrations.ts'
import { readTime } from '../domain/settings.ts'
import { handleRequest } from '../pipeline.ts'
import type { ServerOptions } from '../server-options.ts'
import { canBeSentLater, isTemporary, MAX_WRITES } from './local-calls.ts'
import type { SentWrite, SyncReply, SyncRequest, WriteOutcome } from './protocol.ts'
import { readChanges } from './write-log.ts'

/**
 * The club's side of a sync: does the writes of a device in their order, then reads what has changed since its cursor,
 * these writes included. Stops at the first write that may succeed later.
 * @param client.device its id, which is named in the changes
 * @param client.mayWrite returns false when it has written too much
 * @param client.maxLength of the body of a write, in characters
 * @param client.signal ends a write that a failure lets hang
 * @throws ApiError 400 when the request is malformed
 */
export async function exchange(
  server: ServerOptions,
  sent: unknown,
  { device = '', mayWrite = () => true, maxLength = Number.POSITIVE_INFINITY, signal }: Client = {},
): Promise<SyncReply> {
  const { since, writes } = checkRequest(sent)
  const outcomes: WriteOutcome[] = []
  for (const write of writes) {
    if (!mayWrite()) break
    const isLong = (JSON.stringify(write.body)?.length ?? 0) > maxLength
    const outcome = isLong ? tooLong(write) : await doWrite(server, write, device, signal)
    if (isTemporary(outcome.status)) break
    outcomes.push(outcome)
  }
  return server.database.read(async (tx) => ({
    version: migrations.length,
    now: await readTime(tx),
    outcomes,
    changes: await readChanges(tx, since),
  }))
}

type Client = {
  device?: string
  mayWrite?: () => boolean
  maxLength?: number
  signal?: AbortSignal
}

function tooLong({ name }: SentWrite): WriteOutcome {
  return { name, status: apiErrors.longText.status, error: apiErrors.longText.text }
}

/** RFC 8470. */
const TOO_EARLY = 425

async function doWrite(
  server: ServerOptions,
  { name, call, params, body, authorization }: SentWrite,
  device: string,
  signal?: AbortSignal,
): Promise<WriteOutcome> {
  // It would get another id here. The device corrects its clock by this reply, and the name with it.
  if ((timeOf(name) ?? 0) > (await server.database.readUnlocked(readTime)) + CLOCK_PRECISION)
    return { name, status: TOO_EARLY }
  const [method = '', pattern = ''] = call.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, param) => encodeURIComponent(params[param] ?? ''))
  const headers = {
    'Content-Type': 'application/json',
    Prefer: 'return=minimal',
    authorization,
    [KEY_HEADER]: name,
    [TAB_HEADER]: device,
  }
  const text = method === 'DELETE' ? undefined : JSON.stringify(body)
  const init = { method, headers, body: text, signal }
  const request = new Request(new URL(path, 'http://localhost'), init)
  const response = await handleRequest(server, request, { name: call, params })
  if (response.ok) return { name, status: response.status }
  // A forced failure without a reply has no body.
  const { error }: Partial<ErrorBody> = await response.json().catch(() => ({}))
  return { name, status: response.status, error: error?.[0] }
}

function checkRequest(sent: unknown): SyncRequest {
  const { since, writes } = Object(sent) as Partial<SyncRequest>
  if (typeof since !== 'string') throw new ApiError({ status: 400, text: 'since: must be a text' })
  if (!Array.isArray(writes) || writes.length > MAX_WRITES) {
    throw new ApiError({ status: 400, text: `writes: must be a list of up to ${MAX_WRITES}` })
  }
  for (const [index, write] of writes.entries()) {
    const { name, call, params, authorization } = Object(write) as Partial<SentWrite>
    const isValid =
      typeof name === 'string' &&
      typeof call === 'string' &&
      Object.hasOwn(calls, call) &&
      canBeSentLater(call as CallName, write.body) &&
      typeof params === 'object' &&
      params !== null &&
      Object.values(params).every((value) => typeof value === 'string') &&
      typeof authorization === 'string' &&
      // A header cannot hold it otherwise.
      /^(Bearer )?[\w.-]*$/.test(authorization) &&
      /^[\w-]*$/.test(name)
    if (!isValid) throw new ApiError({ status: 400, text: `writes.${index}: is not a write` })
  }
  return { since, writes }
}
