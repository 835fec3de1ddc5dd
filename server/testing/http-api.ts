import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Limits } from '../http.ts'
import { startApi } from '../start.ts'

/** Serves the API over HTTP in this process until the test ends. */
export async function httpApi(origin: string[] = [], limits?: Partial<Limits>, host = 'localhost') {
  const options = { host, port: 0, data: ':memory:', origin }
  const { url, close } = await startApi(options, limits)
  let closing: Promise<void> | undefined
  const closeOnce = () => {
    closing ??= close()
    return closing
  }
  onTestFinished(closeOnce)
  const send = (path: string, init?: RequestInit) => fetch(url + path, init)
  const from = (origin: string, init?: RequestInit) =>
    send('/api/posts', { ...init, headers: { ...init?.headers, Origin: origin } })
  const set = (body: object) =>
    send('/api/mock/settings', { method: 'POST', body: JSON.stringify(body) })
  return { url, close: closeOnce, send, from, set }
}

/** Opens a connection to a server at `url`, on which a test can write any bytes. */
export function rawConnection(url: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  // A reset by the server ends the connection, too.
  socket.on('error', () => undefined)
  return socket
}

export type RawReply = { status: number; head: string; body: string }

/** Reads everything until the server closes, as one reply. */
export async function rawReply(socket: Socket): Promise<RawReply> {
  const received = await text(socket)
  const [head = '', body = ''] = received.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body }
}

/** Sends a request line, headers and a body, and returns the reply; the server closes. */
export function rawRequest(url: string, lines: string[], body = ''): Promise<RawReply> {
  const socket = rawConnection(url)
  const length = body ? [`Content-Length: ${body.length}`] : []
  socket.write([...lines, ...length, 'Connection: close', '', body].join('\r\n'))
  return rawReply(socket)
}
