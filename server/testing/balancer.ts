import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/**
 * A load balancer that passes each request to one of `targets` at random, over connections that it keeps. Like nginx, it
 * tries the next one when a connection is refused, and answers 502 when one is lost after the request was sent.
 * @param targets addresses of processes, which may change
 */
export async function startBalancer(targets: readonly string[]) {
  const agent = new Agent({ keepAlive: true })
  const server = createServer((incoming, outgoing) => {
    buffer(incoming)
      .then((body) => passOn(incoming, outgoing, body))
      .catch(() => outgoing.destroy())
  })

  async function passOn(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer) {
    const order = targets.toSorted(() => Math.random() - 0.5)
    for (const target of order) {
      const { method, url = '', headers } = incoming
      try {
        const reply = await send(target + url, method, headers, body)
        const { connection: _, ...others } = reply.headers
        outgoing.writeHead(reply.statusCode ?? 502, others)
        reply.pipe(outgoing)
        reply.once('error', () => outgoing.destroy())
        return
      } catch (error) {
        if (Object(error).code !== 'ECONNREFUSED') break
      }
    }
    outgoing.writeHead(502).end()
  }

  function send(
    url: string,
    method: string | undefined,
    headers: IncomingHttpHeaders,
    body: Buffer,
  ) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      const { connection: _, 'transfer-encoding': __, ...others } = headers
      const given = { ...others, 'content-length': String(body.length) }
      request(url, { method, headers: given, agent }, resolve).once('error', reject).end(body)
    })
  }

  server.listen(0, 'localhost')
  await once(server, 'listening')
  onTestFinished(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}`
}
