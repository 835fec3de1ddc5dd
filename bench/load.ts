import { connect } from 'node:net'

/** @throws Error when the reply is not a success */
export async function fetchJson<Reply = unknown>(url: string, init?: RequestInit): Promise<Reply> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Reply
}

export type RawRequest = { method?: string; path: string; token?: string; body?: string }

/**
 * Sends requests over one connection each, the next when the reply to the last one has arrived. Written over sockets,
 * because an HTTP client would need as much of the processor as the server.
 * @param next the request of a connection; called before each one
 * @returns requests per second
 * @throws Error when a reply is not a success
 */
export async function load(
  url: string,
  { clients, ms }: { clients: number; ms: number },
  next: (client: number) => RawRequest,
): Promise<number> {
  return (await loadTimes(url, { clients, ms }, next)).perSecond
}

/**
 * Like {@link load}.
 * @param onBusy called for each reply 503, which is not counted; without it, such a reply is a failure
 * @returns also the time of each request, in ms
 */
export async function loadTimes(
  url: string,
  { clients, ms, onBusy }: { clients: number; ms: number; onBusy?: () => void },
  next: (client: number) => RawRequest,
): Promise<{ perSecond: number; times: number[] }> {
  const start = performance.now()
  const run = (client: number) => runClient(url, () => next(client), { end: start + ms, onBusy })
  const each = await Promise.all(Array.from({ length: clients }, (_, client) => run(client)))
  const times = each.flat()
  return { perSecond: times.length / ((performance.now() - start) / 1000), times }
}

/** @returns the time of each reply before `end`, in ms */
function runClient(
  url: string,
  next: () => RawRequest,
  { end, onBusy }: { end: number; onBusy?: () => void },
): Promise<number[]> {
  const { hostname, port, host } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let received: Buffer = Buffer.alloc(0)
    const times: number[] = []
    let sent = 0
    const send = () => {
      sent = performance.now()
      if (sent > end) return void socket.end(() => resolve(times))
      const { method = 'GET', path, token = '', body = '' } = next()
      socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${token}\r\nprefer: return=minimal, people=own\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
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
      const isBusy = onBusy !== undefined && /^HTTP\/1.1 503/.test(head)
      if (!(isBusy || /^HTTP\/1.1 20/.test(head)) || Number.isNaN(length)) {
        socket.destroy()
        return reject(new Error(`Not a success with a length: ${received.toString()}`))
      }
      if (received.length < headEnd + 4 + length) return
      received = Buffer.alloc(0)
      if (isBusy) onBusy()
      else times.push(performance.now() - sent)
      send()
    })
  })
}
