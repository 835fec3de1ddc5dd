import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { ApiError } from '../mocks/api-error.ts'
import { errorReply } from '../mocks/error-replies.ts'

export type Listening = {
  url: string
  /** Accepts no new requests, replies to those that were received, and ends in bounded time. */
  close(): Promise<void>
}

/** How much of the server one client may occupy. Times in milliseconds. */
export type Limits = {
  /** Until all headers of a request are received. */
  headers: number
  /** Until a whole request is received. */
  request: number
  /** Without a byte in either direction: longer than the longest delay of the settings. */
  idle: number
  /** After `close()`, until connections that are still open are cut. */
  close: number
  /** How often `headers` and `request` are checked. */
  check: number
  /** Connections of one address at the same time. */
  connections: number
  /** Requests of one address: at once, and from then on. A screen with its pictures takes some 60. */
  requests: { burst: number; perSecond: number }
}

export const LIMITS: Limits = {
  headers: 10_000,
  request: 60_000,
  idle: 90_000,
  close: 3_000,
  check: 1_000,
  connections: 500,
  requests: { burst: 600, perSecond: 100 },
}

/** How long a client may read a reply while the rest of its request is ignored. */
const CLOSE_DELAY_MS = 1_000

export type Address = {
  host: string
  /** 0 for any free port. */
  port: number
  /** Certificate and key in PEM, for https. */
  tls?: { cert: string; key: string }
}

type Fetch = Parameters<typeof getRequestListener>[0]

/**
 * Serves `fetch` over HTTP.
 * @throws when the port is taken
 */
export async function listen(
  fetch: Fetch,
  { host, port, tls }: Address,
  limits: Limits,
): Promise<Listening> {
  const options = {
    ...tls,
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.check,
    // Rejected by us, in the common error shape.
    requireHostHeader: false,
  }
  const listener = getRequestListener(fetch, { errorHandler })
  const server = tls ? createSecureServer(options, listener) : createServer(options, listener)
  server.timeout = limits.idle
  server.on('connection', limitConnections(limits.connections))
  server.on('clientError', refuseConnection)
  // Without these two, Node replies with an empty body, or not at all.
  server.on('checkExpectation', refuseExpectation)
  server.on('connect', (_incoming, socket: Socket) => {
    refuse(socket, 405, 'Method Not Allowed', 'CONNECT is not supported.')
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http${tls ? 's' : ''}://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      server.close()
      // Connections whose last reply was on its way become idle later.
      const closeIdle = setInterval(() => server.closeIdleConnections(), 50)
      const cut = setTimeout(() => server.closeAllConnections(), limits.close)
      await once(server, 'close')
      clearInterval(closeIdle)
      clearTimeout(cut)
    },
  }
}

/** The reply when Hono's adapter can't build a request, for example from an invalid Host header. */
function errorHandler(error: unknown): Response {
  if (!(error instanceof Error) || error.name !== 'RequestError') return errorReply(error)
  const text = 'The request must have a valid Host header and name a path, such as /api/posts.'
  return errorReply(new ApiError({ status: 400, text }))
}

/** Closes connections above the limit of their address at once. */
function limitConnections(limit: number): (socket: Socket) => void {
  const counts = new Map<string, number>()
  return (socket) => {
    const { remoteAddress = '' } = socket
    const count = (counts.get(remoteAddress) ?? 0) + 1
    if (count > limit) return socket.destroy()
    counts.set(remoteAddress, count)
    socket.once('close', () => {
      const left = (counts.get(remoteAddress) ?? 0) - 1
      if (left > 0) counts.set(remoteAddress, left)
      else counts.delete(remoteAddress)
    })
  }
}

/** Closes after the reply is sent. A reset could discard it before the client has read it. */
function closeSocket(socket: Socket): void {
  socket.end()
  const cut = setTimeout(() => socket.destroy(), CLOSE_DELAY_MS)
  socket.once('close', () => clearTimeout(cut))
}

/** The reply to a request that is not HTTP, or that takes too long. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return void socket.destroy()
  const [status, reason, text] = REFUSALS[error.code ?? ''] ?? [
    400,
    'Bad Request',
    "The request can't be parsed.",
  ]
  refuse(socket, status, reason, text)
}

const REFUSALS: Record<string, [status: number, reason: string, text: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers are too large.'],
}

function refuseExpectation(_incoming: IncomingMessage, outgoing: ServerResponse): void {
  const text = 'Expect: only 100-continue is supported.'
  if (outgoing.socket) refuse(outgoing.socket, 417, 'Expectation Failed', text)
}

/** Writes a reply to a connection, and closes it: the rest of the request is not read. */
export function refuse(socket: Socket, status: number, reason: string, text: string): void {
  const body = JSON.stringify({ error: [text] })
  socket.write(`HTTP/1.1 ${status} ${reason}\r
Content-Type: application/json\r
Content-Length: ${Buffer.byteLength(body)}\r
Cache-Control: no-store\r
Connection: close\r
\r
${body}`)
  closeSocket(socket)
}

/** What a handler returns that has replied by itself, or closed the connection. */
export function alreadySent(status: number): Response {
  const response = new Response(null, { status, headers: RESPONSE_ALREADY_SENT.headers })
  // Hono's faster `Response` would be sent without a look at its headers. Reading it makes it a standard one.
  void response.body
  return response
}
