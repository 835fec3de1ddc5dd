import { existsSync, readFileSync, statSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contentTypes, LocalServer } from '../../scripts/local-server.ts'

/** The build that the other tests use. */
export const firstBuild = fileURLToPath(new URL('../../dist', import.meta.url))

export type Answer = { status: number; headers: Record<string, string>; body: Buffer | string }

const YEAR = { 'Cache-Control': 'public, max-age=31536000, immutable' }
const text = (body: string, type = 'text/plain'): Answer => ({
  status: 200,
  headers: { 'Content-Type': type },
  body,
})
const error = (status: number): Answer => ({ status, headers: {}, body: 'Error' })

/** Wrong answers as real hosts give them, each made from the right one. */
const faults = {
  'an error of a gateway': () => error(503),
  'a maintenance reply as JSON, kept for a year': () => ({
    ...text('{"status":"maintenance"}', 'application/json'),
    headers: { ...YEAR, 'Content-Type': 'application/json' },
  }),
  'a script that is not ours': () => text('self.parked = true', 'text/javascript'),
  'half of the file': (right: Answer) => ({
    ...right,
    headers: { ...right.headers, 'Content-Length': String(right.body.length) },
    body: right.body.slice(0, right.body.length / 2),
  }),
  'no answer': () => 'hangs' as const,
} as const satisfies Record<string, (right: Answer) => Answer | 'hangs'>

export type Fault = keyof typeof faults

/**
 * A plain static host like GitHub Pages: files under a path, and `404.html` with status 404 for everything else.
 * It can be stopped, restarted at the same address, given another build, and made to give wrong answers.
 */
export class StaticHost extends LocalServer {
  /** The folder that is served; changing it is a deploy. */
  folder: string
  readonly base: string
  /** The folder for each request in turn, as of a load balancer during an update; by default {@link folder}. */
  balance?: (pathname: string) => string
  /** Paths that fail with 503 while they are listed here. */
  readonly failing = new Set<string>()
  /** Which requests get a wrong answer. */
  fault?: ((pathname: string) => Fault | undefined) | undefined
  /** Sites beside the app at the same origin: their folders by their paths. */
  readonly others = new Map<string, string>()
  /** Sent with every reply. */
  readonly headers: Record<string, string> = {}
  /** The paths that were requested. */
  readonly requested: string[] = []

  constructor(folder: string, base = '/') {
    super((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      this.requested.push(pathname)
      const fault = this.failing.has(pathname) ? 'an error of a gateway' : this.fault?.(pathname)
      const right = this.#answer(pathname)
      const answer = fault ? faults[fault](right) : right
      if (answer !== 'hangs') send(response, answer)
    })
    this.folder = folder
    this.base = base
  }

  get url(): string {
    return `http://localhost:${this.port}${this.base}`
  }

  #answer(pathname: string): Answer {
    const isOwn = pathname.startsWith(this.base)
    const other = isOwn ? undefined : [...this.others].find(([path]) => pathname.startsWith(path))
    const [base, folder] = other ?? [this.base, this.balance?.(pathname) ?? this.folder]
    const inside = pathname.startsWith(base) && pathname.slice(base.length)
    const file = join(folder, inside || 'index.html')
    const headers = { 'Cache-Control': 'no-cache', ...this.headers }
    if (inside !== false && existsSync(file) && statSync(file).isFile()) {
      const type = contentTypes[extname(file)] ?? 'text/plain'
      return {
        status: 200,
        headers: { ...headers, 'Content-Type': type },
        body: readFileSync(file),
      }
    }
    const notFound = join(folder, '404.html')
    const body = existsSync(notFound) ? readFileSync(notFound) : 'Not found'
    return { status: 404, headers: { ...headers, 'Content-Type': 'text/html' }, body }
  }
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers)
  // A body that is shorter than announced never ends by itself.
  const isCut = 'Content-Length' in headers && Number(headers['Content-Length']) > body.length
  if (isCut) response.write(body, () => response.destroy())
  else response.end(body)
}
