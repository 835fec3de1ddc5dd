import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Serve = (request: Request) => Promise<Response>

export type Listening = {
  url: string
  /** Take no new requests, answer those that came, then end. */
  close(): Promise<void>
}

/**
 * Serve over HTTP.
 * @param port 0 for any that is free
 * @throws when the port is taken
 */
export async function listen(serve: Serve, host: string, port: number): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    void respond(serve, incoming, outgoing, () => server.listening)
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}

async function respond(
  serve: Serve,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  goesOn: () => boolean,
) {
  try {
    const response = await serve(await toRequest(incoming))
    // As without a network: a failure of the mock's settings.
    if (response.type === 'error') return outgoing.destroy()
    // No promise after the first is left to reject: the answer is whole before it is begun.
    const body = Buffer.from(await response.arrayBuffer())
    // A client that kept the connection would keep a server that is to end from ending.
    outgoing.shouldKeepAlive &&= goesOn()
    outgoing.statusCode = response.status
    outgoing.setHeaders(response.headers)
    outgoing.end(body)
  } catch (error) {
    // What no Request can be made of (a method or host of no sense), or who hung up.
    const text = error instanceof Error ? error.message : String(error)
    outgoing.statusCode = 400
    outgoing.setHeader('Content-Type', 'application/json')
    outgoing.end(JSON.stringify({ error: [`The request cannot be read: ${text}`] }))
  }
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headersDistinct } = incoming
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  // The mock reads a body as a whole in any case.
  const body = ['GET', 'HEAD'].includes(method) ? undefined : await buffer(incoming)
  return new Request(new URL(url, `http://${headers.get('Host')}`), { method, headers, body })
}
