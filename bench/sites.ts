import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { contentTypes, LocalServer } from '../scripts/local-server.ts'
import { stubs } from '../scripts/vite/stubs.ts'

/** The app, or a peer: a folder of `peers`. The README of this folder describes them. */
export type SiteName = 'app' | 'floor' | 'stock-msw'

const hosts = new Map<SiteName, Promise<Host>>()

/** The host of a site, which is built and served when it is first needed. */
export function hostOf(name: SiteName): Promise<Host> {
  const opening = hosts.get(name) ?? open(name)
  hosts.set(name, opening)
  return opening
}

export async function stopHosts(): Promise<void> {
  for (const host of hosts.values()) await (await host).stop()
}

async function open(name: SiteName): Promise<Host> {
  console.warn(`Building ${name} …`)
  await (name === 'app' ? buildApp() : buildPeer(name))
  const host = new Host(outputOf(name))
  await host.start()
  return host
}

const root = fileURLToPath(new URL('..', import.meta.url))
/** The output of all builds; ignored by git. */
export const outputOf = (name: string) => `${root}dist-bench/${name}`

/** Builds the app as `npm run build` does. */
async function buildApp(): Promise<void> {
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--outDir', outputOf('app')]
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [...vite, '--emptyOutDir'], { cwd: root, env })
}

async function buildPeer(name: 'floor' | 'stock-msw'): Promise<void> {
  const isStock = name === 'stock-msw'
  const outDir = outputOf(name)
  await build({
    configFile: false,
    root: `${root}bench/peers/${name}`,
    logLevel: 'error',
    // Stock MSW includes all its dependencies.
    resolve: { alias: isStock ? {} : stubs },
    plugins: [react()],
    build: { target: 'es2023', outDir, emptyOutDir: true },
  })
  const worker = 'mockServiceWorker.js'
  if (isStock) await copyFile(`${root}node_modules/msw/lib/${worker}`, `${outDir}/${worker}`)
}

/** The slow link: 1.6 Mbit/s for all connections together, and the time from request to response. */
const BYTES_PER_MS = 200
const RTT_MS = 150
/** The bytes sent at a time: small packets share the link fairly between responses. */
const PACKET = 1460

type File = { headers: Record<string, string>; body: Buffer }

/** A static host like those of docs/club.md#the-app-alone-on-a-static-host: text is compressed with gzip, and `assets/` is immutable. */
class Host extends LocalServer {
  /**
   * Sends responses over a slow link. Unlike the browser's network throttling, it also applies to workers. Loss and the
   * cost of opening a connection are not simulated.
   */
  slow = false
  readonly #files = new Map<string, File>()
  #busyUntil = 0

  constructor(folder: string) {
    super((request, response) => this.#answer(request, response))
    for (const name of globSync('**/*.*', { cwd: folder }))
      this.#files.set(`/${name}`, toFile(name, readFileSync(join(folder, name))))
  }

  get url(): string {
    return `http://localhost:${this.port}/`
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const found = this.#files.get(pathname === '/' ? '/index.html' : pathname)
    const { headers, body } = found ?? this.#files.get('/404.html') ?? toFile('', Buffer.from(''))
    response.writeHead(found ? 200 : 404, headers)
    if (this.slow) await this.#sendSlowly(response, body)
    response.end(this.slow ? undefined : body)
  }

  async #sendSlowly(response: ServerResponse, body: Buffer): Promise<void> {
    await setTimeout(RTT_MS)
    for (let at = 0; at < body.length; at += PACKET) {
      const now = performance.now()
      this.#busyUntil = Math.max(this.#busyUntil, now) + PACKET / BYTES_PER_MS
      await setTimeout(this.#busyUntil - now)
      response.write(body.subarray(at, at + PACKET))
    }
  }
}

function toFile(name: string, content: Buffer): File {
  const isText = /\.(html|js|css|json|webmanifest|svg)$/.test(name)
  const headers = {
    'Content-Type': contentTypes[extname(name)] ?? 'text/plain',
    'Cache-Control': name.startsWith('assets/') ? 'max-age=31536000, immutable' : 'no-cache',
    ...(isText && { 'Content-Encoding': 'gzip' }),
  }
  return { headers, body: isText ? gzipSync(content) : content }
}
