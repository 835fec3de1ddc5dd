import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contentTypes, LocalServer } from '../../scripts/local-server.ts'

/** The build that the other tests use. */
export const firstBuild = fileURLToPath(new URL('../../dist', import.meta.url))

/**
 * A plain static host like GitHub Pages: files under a path, and `404.html` with status 404 for everything else.
 * It can be stopped, restarted at the same address, and given another build.
 */
export class StaticHost extends LocalServer {
  /** The folder that is served; changing it is a deploy. */
  folder: string
  readonly base: string
  /** The folder for each request in turn, as of a load balancer during an update; by default {@link folder}. */
  balance?: (pathname: string) => string
  /** Paths that fail with 503 while they are listed here. */
  readonly failing = new Set<string>()
  /** Sent with every reply. */
  readonly headers: Record<string, string> = {}

  constructor(folder: string, base = '/') {
    super((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const { status, type, body } = this.#answer(pathname)
      const headers = { ...this.headers, 'Content-Type': type, 'Cache-Control': 'no-cache' }
      response.writeHead(status, headers).end(body)
    })
    this.folder = folder
    this.base = base
  }

  get url(): string {
    return `http://localhost:${this.port}${this.base}`
  }

  #answer(pathname: string): { status: number; type: string; body: Buffer } {
    if (this.failing.has(pathname)) return { status: 503, type: 'text/plain', body: Buffer.of() }
    const inside = pathname.startsWith(this.base) && pathname.slice(this.base.length)
    const folder = this.balance?.(pathname) ?? this.folder
    const file = join(folder, inside || 'index.html')
    if (inside !== false && existsSync(file) && statSync(file).isFile()) {
      return {
        status: 200,
        type: contentTypes[extname(file)] ?? 'text/plain',
        body: readFileSync(file),
      }
    }
    const notFound = join(folder, '404.html')
    const body = existsSync(notFound) ? readFileSync(notFound) : Buffer.from('Not found')
    return { status: 404, type: 'text/html', body }
  }
}
