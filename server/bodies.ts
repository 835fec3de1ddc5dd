import type { IncomingMessage } from 'node:http'
import { MIMEType } from 'node:util'
import type { Context } from 'hono'
import { ApiError } from '../mocks/api-error.ts'
import type { Call } from '../src/contract/call.ts'
import { apiErrors } from '../src/contract/errors.ts'
import { MAX_BODY } from '../src/contract/text-limits.ts'
import { bearerToken, type Env } from './access.ts'
import { Budget } from './budget.ts'
import { alreadySent, refuse } from './http.ts'

/** How much of the memory bodies may take. */
export type BodyLimits = {
  /** Ms in which a body must bring `minimum` bytes, or end. Otherwise it is given up. */
  window: number
  minimum: number
  /** Bytes of all bodies that are received or handled at the same time: of members, and of everyone else. */
  members: number
  strangers: number
  /** The part of these that one account, or one address, can use. */
  share: number
}

export const BODY_LIMITS: BodyLimits = {
  window: 10_000,
  minimum: 20_000,
  members: 80_000_000,
  strangers: 16_000_000,
  share: 1 / 3,
}

/** A character takes up to three bytes. Parsing a longer JSON would delay everyone else. */
const MAX_JSON_BYTES = 3 * MAX_BODY

/** Twice the largest picture. */
const MAX_BYTES = 20_000_000

/** The largest picture, and the rest of its form. */
const MAX_FORM_BYTES = 11_000_000

/**
 * What a device sends at once: writes of 150,000 characters, fifty tokens and signatures, and the names that it waits for. It is parsed in
 * some ten milliseconds.
 */
export const MAX_SYNC_BYTES = 800_000

/** What is received without a token: some writes of a device whose session has ended. */
const STRANGER_BYTES = 32_000

/** A call that needs no token: a log-in, or a sign-up with the fields of the form and some more. */
const LOG_IN_BYTES = 16_000

/** A call without a body: clients may send `{}`. */
const NO_BODY_BYTES = 1_000

/** Fields of a form: a picture is one. */
const MAX_FIELDS = 20

/**
 * Checks that a form has few fields: parsing one with many would delay everyone else.
 * @throws ApiError 400
 */
export function checkForm(body: Buffer, type = ''): void {
  // The same algorithm as that of `formData()`, so that both find the same boundary.
  const boundary =
    /^multipart\/form-data\s*(;|$)/i.test(type) && new MIMEType(type).params.get('boundary')
  if (boundary && countUpTo(body, `--${boundary}`, MAX_FIELDS + 2) <= MAX_FIELDS + 1) return
  const text = `The body must be a multipart form with at most ${MAX_FIELDS} fields.`
  throw new ApiError({ status: 400, text })
}

/** @throws ApiError 413 when a JSON has too many characters */
export function checkJson(body: Buffer): void {
  if (body.length > MAX_BODY && body.toString().length > MAX_BODY)
    throw new ApiError(apiErrors.longText)
}

function countUpTo(body: Buffer, text: string, max: number): number {
  let count = 0
  for (let at = body.indexOf(text); at >= 0 && count < max; at = body.indexOf(text, at + 1)) count++
  return count
}

/** The maximum length of a body, in bytes. */
export function maxBytesOf(call: Call | undefined): number {
  if (call?.form) return MAX_FORM_BYTES
  if (!call?.body) return NO_BODY_BYTES
  return call.auth ? MAX_JSON_BYTES : LOG_IN_BYTES
}

type Options = {
  limits: BodyLimits
  /** Without limits but the one of any body: for practice. */
  unlimited: boolean
  /** The `_id` of the user of a valid token. */
  memberOf: (token: string) => Promise<string | undefined>
  addressOf: (c: Context<Env>) => string
}

/** Reads a body, or replies with an error. */
export type ReadBody = (c: Context<Env>, maxBytes?: number) => Promise<Buffer | Response>

/**
 * Returns a function that reads the whole body of a request, so that a connection that ends early changes nothing, and
 * passes it to `c.req`. More than {@link STRANGER_BYTES} is received only with the token of a member. When a body is
 * refused, its rest is not read.
 */
export function bodyReader({ limits, unlimited, memberOf, addressOf }: Options): ReadBody {
  const members = new Budget(limits.members, limits.share)
  const strangers = new Budget(limits.strangers, limits.share)

  return async (c, maxBytes = MAX_BYTES) => {
    const { incoming, outgoing } = c.env
    if (incoming.method === 'GET' || incoming.method === 'HEAD') return Buffer.alloc(0)
    const max = unlimited ? MAX_BYTES : maxBytes
    const length = declaredLength(incoming)
    if (length !== undefined && length > max) return refuseBody(incoming, tooLarge(max))
    const isSmall = max <= STRANGER_BYTES || (length !== undefined && length <= STRANGER_BYTES)
    // Also of a small body: those of strangers must not take the memory that members have.
    const member = unlimited ? undefined : await memberOf(bearerToken(incoming))
    c.set('user', member)
    const limit = isSmall || unlimited || member ? max : STRANGER_BYTES
    // A device then sends less at once.
    const stranger = max === MAX_SYNC_BYTES ? tooLarge(STRANGER_BYTES) : STRANGER
    if (length !== undefined && length > limit) return refuseBody(incoming, stranger)

    const budget = member ? members : strangers
    const client = member ?? addressOf(c)
    let taken = 0
    outgoing.once('close', () => budget.add(client, -taken))
    const take = (bytes: number) => {
      if (taken + bytes > limit) return limit < max ? stranger : tooLarge(max)
      if (!unlimited && !budget.hasRoom(client, bytes)) return FULL
      budget.add(client, bytes)
      taken += bytes
      return undefined
    }
    const body = await receive(incoming, limits, take)
    if (!Buffer.isBuffer(body)) return refuseBody(incoming, body)
    // Hono's adapter takes the body from here.
    return Object.assign(incoming, { rawBody: body }).rawBody
  }
}

type Refusal = { status: number; reason: string; text: string }

function tooLarge(max: number): Refusal {
  const size = max < 1_000_000 ? `${max / 1_000} kB` : `${max / 1_000_000} MB`
  const text = max === MAX_JSON_BYTES ? apiErrors.longText.text : `The body is larger than ${size}.`
  return { status: 413, reason: 'Content Too Large', text }
}
const STRANGER: Refusal = { ...apiErrors.notRegistered, reason: 'Not Found' }
const STALLED: Refusal = {
  status: 408,
  reason: 'Request Timeout',
  text: 'The request took too long to arrive.',
}
const FULL: Refusal = {
  status: 503,
  reason: 'Service Unavailable',
  text: 'Too much arrives at the same time, so nothing was changed. Try again.',
}

function refuseBody({ socket }: IncomingMessage, { status, reason, text }: Refusal): Response {
  if (socket.writable) refuse(socket, status, reason, text)
  return alreadySent(status)
}

/** `undefined` if only the end of the body will tell. */
function declaredLength({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}

/** @param take counts bytes; returns why they are not accepted */
function receive(
  incoming: IncomingMessage,
  { window, minimum }: BodyLimits,
  take: (bytes: number) => Refusal | undefined,
): Promise<Buffer | Refusal> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const end = (result: Buffer | Refusal) => {
      clearInterval(timer)
      incoming.off('data', add)
      if (!Buffer.isBuffer(result)) incoming.pause()
      resolve(result)
    }
    let received = 0
    const timer = setInterval(() => {
      if (received < minimum) end(STALLED)
      received = 0
    }, window)
    const add = (chunk: Buffer) => {
      received += chunk.length
      const refusal = take(chunk.length)
      if (refusal) end(refusal)
      else chunks.push(chunk)
    }
    incoming.on('data', add)
    incoming.once('end', () => end(Buffer.concat(chunks)))
    incoming.once('error', () => end(ENDED_EARLY))
    incoming.once('close', () => end(ENDED_EARLY))
  })
}

const ENDED_EARLY: Refusal = { status: 400, reason: 'Bad Request', text: 'The body ended early.' }
