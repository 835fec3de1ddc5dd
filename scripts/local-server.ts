import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on this machine, at a free port, that can be stopped and started again at the same address. */
export class LocalServer {
  readonly #listener: RequestListener
  #server: Server | undefined
  #port = 0

  constructor(listener: RequestListener) {
    this.#listener = listener
  }

  /** 0 before the first start. */
  get port(): number {
    return this.#port
  }

  async start(): Promise<void> {
    const server = createServer(this.#listener)
    await new Promise<void>((resolve) => server.listen(this.#port, 'localhost', resolve))
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  /** Closes all connections; requests without an answer fail. */
  closeConnections(): void {
    this.#server?.closeAllConnections()
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    server?.closeAllConnections()
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  }
}

/** Content types of the files of a build, by file extension. */
export const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}
