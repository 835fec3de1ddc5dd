import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { publicLookup } from './public-address.ts'

/** What a push service replied. */
export type PushReply = {
  status: number
  /** In ms, as the service asked for it. */
  retryAfter?: number
}

/** Sends one message. @throws when no reply came in time, or the service may not be connected to */
export type Post = (
  endpoint: string,
  headers: Record<string, string>,
  body: Uint8Array,
) => Promise<PushReply>

/** Bytes of a reply that are read. None is needed. */
const MAX_REPLY = 10_000
/** Connections to one service. */
const MAX_SOCKETS = 4

type Options = {
  /** Also connects to http addresses of this machine, where tests have a push service. */
  allowsLocal: boolean
  /** Ms until the reply is complete. */
  timeout: number
  signal: AbortSignal
}

/** Returns a function that sends messages to push services in the internet. It follows no redirect. */
export function pushClient({ allowsLocal, timeout, signal }: Options): Post {
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS }
  const secure = new Agent(options)
  const plain = allowsLocal ? new HttpAgent(options) : undefined
  const lookup = publicLookup()
  signal.addEventListener('abort', () => {
    secure.destroy()
    plain?.destroy()
  })
  return (endpoint, headers, body) =>
    new Promise((resolve, reject) => {
      const url = new URL(endpoint)
      const isLocal = plain !== undefined && url.protocol === 'http:'
      const sending = (isLocal ? httpRequest : httpsRequest)(
        url,
        {
          method: 'POST',
          headers: { ...headers, 'Content-Length': body.length },
          agent: isLocal ? plain : secure,
          lookup: isLocal ? undefined : lookup,
          signal: AbortSignal.timeout(timeout),
        },
        (reply) => {
          let length = 0
          reply.on('data', (chunk: Buffer) => {
            length += chunk.length
            if (length > MAX_REPLY) reply.destroy()
          })
          reply.on('error', () => undefined)
          const { statusCode: status = 0, headers: received } = reply
          resolve({ status, retryAfter: msUntil(received['retry-after']) })
        },
      )
      sending.on('error', reject)
      sending.end(body)
    })
}

/** Seconds or a date (RFC 9110, 10.2.3), in ms from now. */
function msUntil(retryAfter: string | undefined): number | undefined {
  if (!retryAfter) return undefined
  const ms = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
