import { connect } from 'node:net'
import { percentile } from './measurement.ts'

/** @throws Error when the reply is not a success */
export async function fetchJson<Reply = unknown>(url: string, init?: RequestInit): Promise<Reply> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Reply
}

type RawRequest = { method?: string; path: string; token?: string }

/**
 * Sends requests over one connection each, the next when the reply to the last one has arrived. Written over sockets,
 * because an HTTP client would need as much of the processor as the server.
 * @param urls of the servers, which share the connections
 * @param next the request of a connection; called before each one
 * @returns requests per second, and the 99th percentile of the time to the last byte of a reply, in ms
 * @throws Error when a reply is not a success
 */
export async function load(
  urls: string[],
  { clients, ms }: { clients: number; ms: number },
  next: (client: number) => RawRequest,
): Promise<{ perSecond: number; p99: number }> {
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
      const { method = 'GET', path, token = '' } = next()
      sent = performance.now()
      socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${token}\r\nprefer: return=minimal, people=own\r\n\r\n`,
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
