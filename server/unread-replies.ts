import type { ServerResponse } from 'node:http'
import { ApiError } from '../mocks/api-error.ts'
import { serverErrors } from '../src/contract/errors.ts'
import { Budget } from './budget.ts'

/** How much of the memory replies may take until their clients have read them. */
export type ReplyLimits = {
  /** Bytes of all replies. */
  bytes: number
  /** The part of these for one address. */
  share: number
  /** Ms in which a reply may be read at any speed. */
  grace: number
  /** Bytes a second that a client has to read afterwards, on average. */
  rate: number
  /** The same while there is no room for the reply to another client. */
  rateWhenFull: number
}

export const REPLY_LIMITS: ReplyLimits = {
  bytes: 200_000_000,
  share: 1 / 3,
  grace: 15_000,
  rate: 10_000,
  rateWhenFull: 100_000,
}

/** A reply that its client has not read yet. `sent` is the part that was passed to the operating system. */
export type UnreadReply = {
  client: string
  bytes: number
  sent: number
  since: number
  outgoing: ServerResponse
  timer?: NodeJS.Timeout
}

/** Counts the replies in memory until they are sent, and closes the connections of clients that read too slowly. */
export class UnreadReplies {
  readonly #limits: ReplyLimits
  readonly #budget: Budget
  readonly #open = new Set<UnreadReply>()

  constructor(limits: ReplyLimits) {
    this.#limits = limits
    this.#budget = new Budget(limits.bytes, limits.share)
  }

  /** Counts the reply to a client until it is sent, or its connection closed. */
  open(outgoing: ServerResponse, client: string): UnreadReply {
    const reply: UnreadReply = {
      client,
      bytes: 0,
      sent: 0,
      since: Number.POSITIVE_INFINITY,
      outgoing,
    }
    // Otherwise it would be counted forever.
    if (outgoing.closed) return reply
    this.#open.add(reply)
    outgoing.once('close', () => this.#remove(reply))
    return reply
  }

  /**
   * Counts `bytes` of a reply that is being made.
   * @throws ApiError 413 if it is too long even alone, 503 if there is no room for it now
   */
  grow(reply: UnreadReply, bytes: number): void {
    const { bytes: max, share } = this.#limits
    if (bytes > max * share) throw new ApiError(serverErrors.longReply)
    const more = bytes - reply.bytes
    if (!this.#budget.hasRoom(reply.client, more)) this.#closeSlow()
    if (!this.#budget.hasRoom(reply.client, more)) throw new ApiError(serverErrors.busyReplies, 5)
    this.#resize(reply, bytes)
  }

  /** Starts the time of a reply. @param bytes its final length: it may have been compressed, or be an error instead */
  start(reply: UnreadReply, bytes: number): void {
    if (!this.#open.has(reply)) return
    this.#resize(reply, bytes)
    reply.since = performance.now()
    const { grace, rate } = this.#limits
    const check = () => {
      const left = timeLeft(reply, grace, rate)
      if (left > 0) reply.timer = setTimeout(check, left)
      else reply.outgoing.destroy()
    }
    check()
  }

  #resize(reply: UnreadReply, bytes: number): void {
    if (!this.#open.has(reply)) return
    this.#budget.add(reply.client, bytes - reply.bytes)
    reply.bytes = bytes
  }

  #closeSlow(): void {
    const { grace, rateWhenFull } = this.#limits
    for (const reply of this.#open) {
      if (timeLeft(reply, grace, rateWhenFull) > 0) continue
      reply.outgoing.destroy()
      this.#remove(reply)
    }
  }

  #remove(reply: UnreadReply): void {
    clearTimeout(reply.timer)
    if (this.#open.delete(reply)) this.#budget.add(reply.client, -reply.bytes)
  }
}

/** Ms until a reply is too late. */
function timeLeft({ sent, since }: UnreadReply, grace: number, rate: number): number {
  return since + grace + (sent / rate) * 1000 - performance.now()
}

/** Bytes that are passed to the operating system at a time. */
export const PART = 64_000

/** The body of a reply in parts, each after the client has made room for it, which `reply` counts. */
export function inParts(body: Uint8Array, reply: UnreadReply): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull(controller) {
        const part = body.subarray(reply.sent, reply.sent + PART)
        reply.sent += part.length
        controller.enqueue(part)
        if (reply.sent === body.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
