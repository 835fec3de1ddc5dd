import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { cachedStore } from '../mocks/data/cached-store.ts'
import { openDatabase } from '../mocks/data/database.ts'
import { errorReply } from '../mocks/error-replies.ts'
import { createServer } from '../mocks/msw-handlers.ts'
import { openApiDocument } from '../scripts/api-description/openapi.ts'
import { checkHost, checkOrigin, corsHeaders, preflightReply } from './access.ts'
import { sqliteStore } from './adapters/sqlite.ts'
import { type Limits, type Listening, listen, type Serve, toRequest } from './http.ts'
import type { ApiOptions } from './options.ts'

/**
 * Serves the mock API over HTTP, with its data in a file and, unless its settings set one, no delay.
 * @throws when the port is taken or the file cannot be used
 */
export async function startApi(options: ApiOptions, limits?: Partial<Limits>): Promise<Listening> {
  const { host, port, data, imageHost } = options
  const store = sqliteStore(data)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  // As in the worker, only this process writes these two.
  const cached = cachedStore(store, ['meta/settings', 'meta/token-key'])
  const serve = createServer({
    database: openDatabase(cached),
    delayMs: 0,
    imageHost,
    build: version,
    describe: async () => openApiDocument(version),
  })
  const { url, close } = await listen(forPages(serve, options), host, port, limits).catch(
    (error) => {
      store.close()
      throw error
    },
  )
  return {
    url,
    async close() {
      await close()
      store.close()
    },
  }
}

/** Adds access control, CORS headers and the seeded pictures to `serve`. */
function forPages(serve: (request: Request) => Promise<Response>, options: ApiOptions): Serve {
  async function reply(incoming: IncomingMessage): Promise<Response> {
    const request = await toRequest(incoming)
    return preflightReply(request) ?? (await seedPicture(request)) ?? serve(request)
  }
  return async (incoming) => {
    const { method, headers, headersDistinct } = incoming
    // Before the body is read.
    checkHost(headersDistinct.host?.join() ?? '', options)
    checkOrigin(method, headers, options)
    const response = await reply(incoming).catch(errorReply)
    if (response.type === 'error') return response
    for (const [name, value] of Object.entries(corsHeaders(headers.origin))) {
      response.headers.set(name, value)
    }
    return response
  }
}

const PICTURE = /^\/seed\/(?:covers|people|posts)\/[a-z-]+\.svg$/

/** The pictures of the seeded users and posts. In the app, its own host serves them. */
async function seedPicture({ method, url }: Request): Promise<Response | undefined> {
  const { pathname } = new URL(url)
  if (method !== 'GET' || !PICTURE.test(pathname)) return undefined
  const file = new URL(`../public${pathname}`, import.meta.url)
  const bytes = await readFile(file).catch(() => undefined)
  return bytes && new Response(bytes, { headers: { 'Content-Type': 'image/svg+xml' } })
}
