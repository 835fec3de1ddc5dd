import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { ApiError } from '../mocks/api-error.ts'
import { errorReply } from '../mocks/error-replies.ts'
import { addressGroup } from './access.ts'
import type { CertificateFiles } from './certificate.ts'

export type Listening = {
  url: string
  /** Uses another certificate for new connections. @throws if it is broken */
  useCertificate(tls: NonNullable<Address['tls']>): void
  /** Accepts no new requests, replies to those that were received, and ends in bounded time. */
  close(): Promise<void>
}

/** How much of the server one connection may occupy. Times in milliseconds. */
export type ConnectionLimits = {
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
}

/** How long a client may read a reply while the rest of its request is ignored. */
const CLOSE_DELAY_MS = 1_000

export type Address = {
  host: string
  /** 0 for any free port. */
  port: number
  /** Certificate and key in PEM, for https, and their files. */
  tls?: { cert: string; key: string; files?: CertificateFiles }
}

type Fetch = Parameters<typeof getRequestListener>[0]

/**
 * Serves `fetch` over HTTP.
 * @throws when the port is taken
 */
export async function listen(
  fetch: Fetch,
  { host, port, tls }: Address,
  limits: ConnectionLimits,
): Promise<Listening> {
  const options = {
    cert: tls?.cert,
    key: tls?.key,
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.check,
    // Rejected by us, in the common error shape.
    requireHostHeader: false,
  }
  const replies = new Set<ServerResponse>()
  let isClosing = false
  const inOrder = oneAtATime(getRequestListener(fetch, { errorHandler }))
  const listener: Listener = (incoming, outgoing) => {
    replies.add(outgoing)
    outgoing.once('close', () => replies.delete(outgoing))
    if (isClosing) outgoing.shouldKeepAlive = false
    return inOrder(incoming, outgoing)
  }
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
    useCertificate({ cert, key }) {
      if ('setSecureContext' in server) server.setSecureContext({ cert, key })
    },
    async close() {
      // A load balancer would send its next request on a connection that it takes for open.
      isClosing = true
      for (const reply of replies) reply.shouldKeepAlive = false
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

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown

/** Requests of a connection that wait for the one before. Browsers and proxies send none before its reply. */
const MAX_WAITING = 10

/**
 * Handles the requests of a connection one after the other, so that it has one reply in memory, and closes a connection
 * on which too many wait: Node reads as many as the client sends.
 */
function oneAtATime(listener: Listener): Listener {
  const last = new WeakMap<Socket, { outgoing: ServerResponse; waiting: number }>()
  return (incoming, outgoing) => {
    const { socket } = incoming
    limitChunks(incoming)
    const before = last.get(socket)?.outgoing
    const isFirst = !before || before.closed
    const waiting = isFirst ? 0 : (last.get(socket)?.waiting ?? 0) + 1
    last.set(socket, { outgoing, waiting })
    if (isFirst) return void listener(incoming, outgoing)
    if (waiting > MAX_WAITING) return void socket.destroy()
    // A client may send the next request before it has read the reply (RFC 9112, 9.3.2).
    before.once('close', () => {
      const current = last.get(socket)
      if (current) current.waiting -= 1
      // The connection may have ended with the reply.
      if (socket.writable) listener(incoming, outgoing)
    })
  }
}

/** Chunks of a body that may be short: on average they have at least {@link MIN_CHUNK} bytes. */
const SHORT_CHUNKS = 100
const MIN_CHUNK = 64

/**
 * Cuts the connection of a body in many short chunks. Each is an object that takes some hundred bytes, and the limits of
 * bodies count what is in it. Node's parser pushes the chunks: before anyone reads the body, and after.
 */
function limitChunks(incoming: IncomingMessage): void {
  const push = incoming.push.bind(incoming)
  let count = 0
  let length = 0
  incoming.push = (chunk: Buffer | null, encoding) => {
    count += 1
    length += chunk?.length ?? 0
    if (chunk === null || count <= SHORT_CHUNKS || length / count >= MIN_CHUNK)
      return push(chunk, encoding)
    incoming.socket.destroy()
    return false
  }
}

/** Closes connections above the limit of their address at once. */
function limitConnections(limit: number): (socket: Socket) => void {
  const counts = new Map<string, number>()
  return (socket) => {
    const address = addressGroup(socket.remoteAddress ?? '')
    const count = (counts.get(address) ?? 0) + 1
    if (count > limit) return socket.destroy()
    counts.set(address, count)
    socket.once('close', () => {
      const left = (counts.get(address) ?? 0) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
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
  // The rest of a request that was refused can't be parsed, either. A reset before its end could discard the reply.
  if (socket.writableEnded && !socket.readableEnded) return
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
