import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { ApiError } from '../mocks/api-error.ts'
import { errorReply } from '../mocks/error-replies.ts'

export type Serve = (incoming: IncomingMessage) => Promise<Response>

export type Listening = {
  url: string
  /** Accepts no new requests, replies to those that were received, and ends in bounded time. */
  close(): Promise<void>
}

/** How long one client may occupy the server, in milliseconds. */
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
}

const LIMITS: Limits = {
  headers: 10_000,
  request: 60_000,
  idle: 90_000,
  close: 3_000,
  check: 1_000,
}

/** How long a client may read a reply while the rest of its request is ignored. */
const CLOSE_DELAY_MS = 1_000

/**
 * Serves over HTTP.
 * @param port 0 for any free port
 * @throws when the port is taken
 */
export async function listen(
  serve: Serve,
  host: string,
  port: number,
  changed?: Partial<Limits>,
): Promise<Listening> {
  const limits = { ...LIMITS, ...changed }
  const options = {
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.check,
    // Rejected by us, in the common error shape.
    requireHostHeader: false,
  }
  const server = createServer(options, (incoming, outgoing) => {
    void respond(serve, incoming, outgoing, () => server.listening)
  })
  server.timeout = limits.idle
  server.on('clientError', refuseConnection)
  // Without these two, Node replies with an empty body, or not at all.
  server.on('checkExpectation', (incoming, outgoing) => {
    void respond(refuseExpectation, incoming, outgoing, () => server.listening)
  })
  server.on('connect', (_incoming, socket: Socket) => {
    refuse(socket, 405, 'Method Not Allowed', 'CONNECT is not supported.')
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      server.close()
      const cut = setTimeout(() => server.closeAllConnections(), limits.close)
      await once(server, 'close')
      clearTimeout(cut)
    },
  }
}

async function respond(
  serve: Serve,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isListening: () => boolean,
) {
  const response = await serve(incoming).catch(errorReply)
  // A forced failure without a reply, as without a network.
  if (response.type === 'error') return outgoing.destroy()
  // Read the whole body before the reply is started: after that, nothing can fail.
  const body = Buffer.from(await response.arrayBuffer())
  // An open connection would keep a server that is closing from ending.
  outgoing.shouldKeepAlive &&= isListening() && incoming.complete
  outgoing.statusCode = response.status
  outgoing.setHeaders(response.headers)
  if (incoming.complete) return outgoing.end(body)
  // With `end()`, Node would read the rest of the request.
  outgoing.setHeader('Content-Length', body.length)
  outgoing.write(body, () => closeSocket(outgoing.socket))
}

/** Closes after the reply is sent. A reset could discard it before the client has read it. */
function closeSocket(socket: Socket | null): void {
  if (!socket) return
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

async function refuseExpectation(): Promise<Response> {
  const error = ['Expect: only 100-continue is supported.']
  return Response.json({ error }, { status: 417, headers: { 'Cache-Control': 'no-store' } })
}

/** Writes a reply to a connection for which Node has no request object. */
function refuse(socket: Socket, status: number, reason: string, text: string): void {
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

/** Twice the largest picture. */
const MAX_BODY_BYTES = 20_000_000

/** A path with a query. A second slash would start a host: `//elsewhere.test/api`. */
const TARGET = /^\/(?![/\\])/

/**
 * The whole request as a `Request`. Its URL has the path and the query of the request line, and a fixed
 * origin, so that a client cannot choose its host.
 * @throws ApiError 400 when the request line names no path, 413 when the body is too large
 */
export async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = '', url = '', headersDistinct } = incoming
  if (!TARGET.test(url)) {
    throw new ApiError({ status: 400, text: 'The request must name a path, such as /api/posts.' })
  }
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  const body = method === 'GET' || method === 'HEAD' ? undefined : await readBytes(incoming)
  try {
    return new Request(`http://localhost${url}`, { method, headers, body })
  } catch {
    // Such as TRACE, which fetch forbids.
    throw new ApiError({ status: 400, text: `This API does not know the method ${method}.` })
  }
}

/** The body. If it is too large, the rest of it is not read. */
async function readBytes(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const tooLarge = { status: 413, text: 'The body is larger than 20 MB.' }
  if (Number(incoming.headers['content-length']) > MAX_BODY_BYTES) throw new ApiError(tooLarge)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > MAX_BODY_BYTES) break
      chunks.push(chunk)
    }
  } catch {
    throw new ApiError({ status: 400, text: 'The body ended early.' })
  }
  if (size > MAX_BODY_BYTES) throw new ApiError(tooLarge)
  return Buffer.concat(chunks)
}
