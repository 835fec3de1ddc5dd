import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative } from 'node:path'
import { crc32, gzipSync } from 'node:zlib'
import { contentTypes, LocalServer } from '../scripts/local-server.ts'

const PACKED = ['.html', '.js', '.css', '.json', '.webmanifest', '.svg']

type File = { headers: Record<string, string>; body: Buffer }

/**
 * A static host as those of docs/deploy.md: everything that packs well is sent packed (gzip, as
 * every one of them can), `assets/` is kept for ever, the rest is asked for again.
 */
export class Host extends LocalServer {
  readonly #files = new Map<string, File>()

  /** @param folders what is in the first hides what has the same path in those after it */
  constructor(...folders: string[]) {
    super((request, response) => this.#answer(request, response))
    for (const folder of folders.toReversed()) this.#read(folder)
  }

  get url(): string {
    return `http://localhost:${this.port}/`
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
