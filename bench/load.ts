import { connect } from 'node:net'
import { percentile } from './measurement.ts'

/** A request as bytes, for a connection that stays open. */
export type RawRequest = { method?: string; path: string; token?: string; body?: string }

/** Requests per second, and the 99th percentile of the time to the last byte of a reply, in ms. */
export type Load = { perSecond: number; p99: number }

/**
 * Sends requests over one connection each, the next when the reply to the last one has arrived. Written over sockets,
 * because an HTTP client would need as much of the processor as the server.
 * @param urls of the servers, which share the connections
 * @param next the request of a connection; called before each one
 * @throws Error when a reply is not a success
 */
export async function load(
  urls: string[],
  { clients, ms }: { clients: number; ms: number },
  next: (client: number) => RawRequest,
): Promise<Load> {
  const times: number[] = []
  const start = performance.now()
  await Promise.all(
    Array.from({ length: clients }, (_, client) =>
      runClient(urls[client % urls.length] ?? '', () => next(client), start + ms, times),
    ),
  )
  const seconds = (performance.now() - start) / 1000
  return { perSecond: times.length / seconds, p99: percentile(times, 0.99) }
}

function runClient(url: string, next: () => RawRequest, end: number, times: number[]) {
  const { hostname, port, host } = new URL(url)
  return new Promise<void>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let received: Buffer = Buffer.alloc(0)
    let sent = 0
    const send = () => {
      if (performance.now() > end) return void socket.end(resolve)
      const { method = 'GET', path, token = '', body = '' } = next()
      sent = performance.now()
      const content = body && `content-type: application/json\r\ncontent-length: ${body.length}\r\n`
      socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${token}\r\nprefer: return=minimal\r\n${content}\r\n${body}`,
      )
    }
    socket.once('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received = received.length > 0 ? Buffer.concat([received, chunk]) : chunk
      const headEnd = received.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const head = received.toString('latin1', 0, headEnd)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (!/^HTTP\/1.1 20/.test(head) || Number.isNaN(length)) {
        socket.destroy()
        return reject(new Error(`Not a success with a length: ${received.toString()}`))
      }
      if (received.length < headEnd + 4 + length) return
      received = Buffer.alloc(0)
      times.push(performance.now() - sent)
      send()
    })
  })
}
