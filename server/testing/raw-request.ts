import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

/** A connection to a server at `url`, on which a test writes what it likes. */
export function rawConnection(url: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  // A reset by the server is an end like another.
  socket.on('error', () => undefined)
  return socket
}

export type RawReply = { status: number; head: string; body: string }

/** All that is received until the server closes, as one reply. */
export async function rawReply(socket: Socket): Promise<RawReply> {
  const received = await text(socket)
  const [head = '', body = ''] = received.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body }
}

/** Send a request line, headers and a body, and give the reply; the server closes. */
export function rawRequest(url: string, lines: string[], body = ''): Promise<RawReply> {
  const socket = rawConnection(url)
  const length = body ? [`Content-Length: ${body.length}`] : []
  socket.write([...lines, ...length, 'Connection: close', '', body].join('\r\n'))
  return rawReply(socket)
}
