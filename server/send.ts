import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'
import { replyLength } from '../mocks/encode-reply.ts'
import { bytesBeforeCut } from '../mocks/rule-reply.ts'
import type { Env } from './access.ts'
import { alreadySent } from './http.ts'
import { inParts, PART, type UnreadReplies, type UnreadReply } from './unread-replies.ts'

const compress = promisify(gzip)
/** Shorter bodies hardly get shorter. */
const COMPRESS_FROM = 1024

/** Shorter replies are not counted: each connection has one at a time. */
const SMALL = 16_000

/** Counts and sends the reply to one request of the API. */
export type ReplyWriter = {
  /** @throws ApiError if it gets too long. @param bytes its length so far */
  count(bytes: number): void
  send(response: Response): Promise<Response>
}

/**
 * Returns a function that begins the reply to a request. It is sent compressed if it is a text and the client accepts
 * that.
 * @param unread counts the replies in memory; without it, they have no limit
 */
export function replier(
  addressOf: (c: Context<Env>) => string,
  unread?: UnreadReplies,
): (c: Context<Env>) => ReplyWriter {
  return (c) => {
    const { outgoing } = c.env
    let reply: UnreadReply | undefined
    const count = (bytes: number) => {
      if (!unread) return
      reply ??= unread.open(outgoing, addressOf(c))
      unread.grow(reply, bytes)
    }

    async function send(response: Response): Promise<Response> {
      const { status, headers } = response
      if (status === 0) {
        // A forced failure without a reply, as without a network.
        outgoing.destroy()
        return alreadySent(500)
      }
      const cut = bytesBeforeCut(response)
      if (cut) {
        // The client can tell that bytes are missing.
        const length = { 'Content-Length': String(cut.length * 2) }
        outgoing.writeHead(status, { ...Object.fromEntries(headers), ...length })
        outgoing.write(cut, () => outgoing.destroy())
        return alreadySent(status)
      }
      const length = replyLength(response)
      if (length > SMALL) count(length)
      let body = await compressed(c, response)
      if (!unread || !reply) return body ? new Response(body, { status, headers }) : response
      if (!body && length > PART) body = new Uint8Array(await response.arrayBuffer())
      unread.start(reply, body?.length ?? length)
      if (!body) return response
      if (body.length <= PART) return new Response(body, { status, headers })
      headers.set('Content-Length', String(body.length))
      return new Response(inParts(body, reply), { status, headers })
    }
    return { count, send }
  }
}

/** The compressed body of a reply; `undefined` if it is sent as it is. */
async function compressed(
  { env, req }: Context<Env>,
  response: Response,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  // Another object when the body has been read.
  const { headers } = response
  const accepted = env.incoming.headers['accept-encoding'] ?? ''
  const isText = headers.get('Content-Type')?.startsWith('application/json')
  // Only then is the body read: without, the adapter sends it as it is.
  if (!isText || req.method === 'HEAD' || !/\bgzip\b(?!;\s*q=0)/.test(accepted)) return undefined
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length < COMPRESS_FROM) return bytes
  headers.set('Content-Encoding', 'gzip')
  return compress(bytes)
}
