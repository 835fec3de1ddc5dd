import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { crc32, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { contentTypes, LocalServer } from '../scripts/local-server.ts'
import { stubs } from '../scripts/vite/stubs.ts'

/** The app, and the peers that the README of this folder describes. */
export type SiteName = 'app' | 'floor' | 'stock-msw' | 'full-list'

/** The sites under test. Each is built and served when it is first needed. */
export class Sites {
  readonly #hosts = new Map<SiteName, Host>()

  /** @returns the hosts of at least these sites */
  async open(names: SiteName[]): Promise<Record<SiteName, Host>> {
    for (const name of names) if (!this.#hosts.has(name)) await this.#open(name)
    return Object.fromEntries(this.#hosts) as Record<SiteName, Host>
  }

  async stop(): Promise<void> {
    for (const host of this.#hosts.values()) await host.stop()
  }

  async #open(name: SiteName): Promise<void> {
    // The page with the full list uses the worker of the app, which has to be served first.
    if (name === 'full-list') await this.open(['app'])
    console.warn(`Building ${name} …`)
    if (name === 'app') await buildApp()
    else await buildPeer(name)
    const host = new Host(...(name === 'full-list' ? [name, 'app'] : [name]).map(outputOf))
    await host.start()
    this.#hosts.set(name, host)
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))
/** The output of all builds; ignored by git. */
const outputOf = (name: string) => `${root}dist-bench/${name}`

/** Builds the app as `npm run build` does. @returns the duration in seconds */
export async function buildApp(): Promise<number> {
  const start = performance.now()
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--outDir', outputOf('app')]
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [...vite, '--emptyOutDir'], { cwd: root, env })
  return (performance.now() - start) / 1000
}

async function buildPeer(name: Exclude<SiteName, 'app'>): Promise<void> {
  await build({
    configFile: false,
    root: `${root}bench/peers/${name}`,
    logLevel: 'error',
    // Stock MSW includes all its dependencies.
    resolve: { alias: name === 'stock-msw' ? {} : stubs },
    plugins: [react()],
    build: { target: 'es2023', outDir: outputOf(name), emptyOutDir: true },
  })
  const worker = 'mockServiceWorker.js'
  if (name === 'stock-msw')
    await copyFile(`${root}node_modules/msw/lib/${worker}`, `${outputOf(name)}/${worker}`)
}

const COMPRESSED = ['.html', '.js', '.css', '.json', '.webmanifest', '.svg']

type File = { headers: Record<string, string>; body: Buffer }

/**
 * A static host like those of docs/deploy.md: text is compressed with gzip, `assets/` is immutable, and
 * everything else is revalidated.
 */
export class Host extends LocalServer {
  readonly #files = new Map<string, File>()

  /** @param folders a file of an earlier folder hides the same path of a later one */
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
  const isCompressed = COMPRESSED.includes(extname(name))
  const body = isCompressed ? gzipSync(content) : content
  const caching = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  const headers = {
    'Content-Type': contentTypes[extname(name)] ?? 'text/plain',
    'Content-Length': String(body.length),
    'Cache-Control': caching,
    ETag: `"${crc32(content)}"`,
    ...(isCompressed && { 'Content-Encoding': 'gzip' }),
  }
  return { headers, body }
}
