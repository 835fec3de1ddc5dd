import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, relative } from 'node:path'
import { crc32, gzipSync } from 'node:zlib'
import { contentTypes } from '../scripts/content-types.ts'

const PACKED = ['.html', '.js', '.css', '.json', '.webmanifest', '.svg']

type File = { headers: Record<string, string>; body: Buffer }

/**
 * A static host as those of docs/deploy.md: everything that packs well is sent packed (gzip, as
 * every one of them can), `assets/` is kept for ever, the rest is asked for again.
 */
export class Host {
  readonly #files = new Map<string, File>()
  #server: Server | undefined
  #port = 0

  /** @param folders what is in the first hides what has the same path in those after it */
  constructor(...folders: string[]) {
    for (const folder of folders.toReversed()) this.#read(folder)
  }

  get port(): number {
    return this.#port
  }

  get url(): string {
    return `http://localhost:${this.#port}/`
  }

  /** Again at the same address, if it was stopped. */
  async start(): Promise<void> {
    const server = createServer((request, response) => this.#answer(request, response))
    await new Promise<void>((resolve) => server.listen(this.#port, 'localhost', resolve))
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    server?.closeAllConnections()
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  }

  #read(folder: string): void {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((entry) => entry.isFile())) {
      const path = join(entry.parentPath, entry.name)
      const name = relative(folder, path).replaceAll('\\', '/')
      this.#files.set(`/${name}`, toFile(name, readFileSync(path)))
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const found = this.#files.get(pathname === '/' ? '/index.html' : pathname)
    const file = found ?? this.#files.get('/404.html') ?? { headers: {}, body: Buffer.from('None') }
    if (found && request.headers['if-none-match'] === found.headers.ETag)
      response.writeHead(304, { ETag: found.headers.ETag }).end()
    else response.writeHead(found ? 200 : 404, file.headers).end(file.body)
  }
}

function toFile(name: string, content: Buffer): File {
  const packed = PACKED.includes(extname(name))
  const body = packed ? gzipSync(content) : content
  const keep = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  const headers = {
    'Content-Type': contentTypes[extname(name)] ?? 'text/plain',
    'Content-Length': String(body.length),
    'Cache-Control': keep,
    ETag: `"${crc32(content)}"`,
    ...(packed && { 'Content-Encoding': 'gzip' }),
  }
  return { headers, body }
}
