import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What the proxy does instead of passing a request on: it never replies, ends the connection before or after the club has got the
 * request, or waits for some ms. `change` edits the text of the club's reply.
 */
export type Fault =
  | 'hang'
  | 'drop'
  | 'loseReply'
  | { delay: number }
  | { status: number; body?: string; headers?: Record<string, string> }
  | { change: (text: string) => string }

type Seen = { method: string; path: string; at: number }

/** A proxy between a phone and its club, which answers in its place when it is asked to. */
export class FaultyProxy {
  url = ''
  /** Chooses the fault of a request. */
  fault: (seen: Seen) => Fault | undefined = () => undefined
  /** Gets the body of each request. */
  onBody: (seen: Seen, text: string) => void = () => undefined
  readonly seen: Seen[] = []
  readonly #server: Server
  readonly #target: () => string

  /** @param target the club, or chooses one of its processes for each request */
  constructor(target: string | (() => string)) {
    this.#target = typeof target === 'string' ? () => target : target
    this.#server = createServer((incoming, outgoing) => {
      const { method = '', url = '' } = incoming
      const seen = { method, path: url, at: performance.now() }
      this.seen.push(seen)
      const body: Buffer[] = []
      incoming.on('data', (part: Buffer) => void body.push(part))
      incoming.on('end', () => this.onBody(seen, Buffer.concat(body).toString()))
      const fault = this.fault(seen)
      if (fault === 'hang') return
      if (fault === 'drop') return void incoming.destroy()
      if (typeof fault === 'object' && 'status' in fault) {
        const { status, body = '', headers = { 'Content-Type': 'text/html' } } = fault
        incoming.resume()
        outgoing.writeHead(status, headers).end(body)
        return
      }
      this.#passOn(incoming, fault).then(
        ({ reply, text }) => {
          if (fault === 'loseReply') return incoming.destroy()
          const headers = { ...reply.headers }
          if (text !== undefined) delete headers['content-length']
          outgoing.writeHead(reply.statusCode ?? 502, headers)
          if (text === undefined) reply.pipe(outgoing)
          else outgoing.end(text)
        },
        () => outgoing.writeHead(502).end(),
      )
    })
  }

  async start(): Promise<void> {
    this.#server.listen(0, 'localhost')
    await once(this.#server, 'listening')
    this.url = `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  /** The requests to a path, as they arrived. */
  requests(method: string, path: string): Seen[] {
    return this.seen.filter((one) => one.method === method && one.path.startsWith(path))
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** Ends all connections, the open stream of changes too, as when a phone drives into a tunnel. */
  cut(): void {
    this.#server.closeAllConnections()
  }

  async #passOn(incoming: IncomingMessage, fault: Fault | undefined) {
    const headers = { ...incoming.headers }
    const change = typeof fault === 'object' && 'change' in fault ? fault.change : undefined
    // Its text can be changed.
    if (change) delete headers['accept-encoding']
    const outgoing = request(this.#target() + incoming.url, { method: incoming.method, headers })
    incoming.pipe(outgoing)
    const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
    if (typeof fault === 'object' && 'delay' in fault) await sleep(fault.delay)
    if (!change) return { reply }
    let text = ''
    for await (const part of reply.setEncoding('utf8')) text += part
    return { reply, text: change(text) }
  }
}
