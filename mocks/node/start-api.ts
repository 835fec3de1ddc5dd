import { readFileSync } from 'node:fs'
import { openApiDocument } from '../../scripts/api-description/openapi.ts'
import { openDatabase } from '../db/database.ts'
import { createServer } from '../server/server.ts'
import { remembering } from '../store/remembering.ts'
import type { ApiOptions } from './api-options.ts'
import { corsHeaders, mayBeCalled, mayCall, preflightReply } from './cors.ts'
import { type Listening, listen, type Serve } from './listen.ts'
import { seedPicture } from './seed-pictures.ts'
import { sqliteStore } from './sqlite-store.ts'

/**
 * Serve the mock API over HTTP, with its data in a file and, unless its settings say so, no delay.
 * @throws when the port is taken or the file cannot be used
 */
export async function startApi({
  host,
  port,
  data,
  origin,
  imageHost,
}: ApiOptions): Promise<Listening> {
  const store = sqliteStore(data)
  const { version } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  // As in the worker, nobody else writes these two.
  const remembered = remembering(store, ['meta/settings', 'meta/token-key'])
  const serve = createServer({
    database: openDatabase(remembered),
    delayMs: 0,
    imageHost,
    build: version,
    describe: async () => openApiDocument(version),
  })
  const { url, close } = await listen(forPages(serve, host, origin), host, port).catch((error) => {
    store.close()
    throw error
  })
  return {
    url,
    async close() {
      await close()
      store.close()
    },
  }
}

/** `serve`, and what pages of other origins need of a server: their leave, and pictures. */
function forPages(serve: Serve, host: string, allowed: readonly string[]): Serve {
  return async (request) => {
    const origin = request.headers.get('Origin')
    if (!mayBeCalled(host, request)) {
      const error = ['This API is called by the name localhost only.']
      return Response.json({ error }, { status: 403 })
    }
    if (!mayCall(origin, allowed)) {
      const error = [`Pages of ${origin} may not call this API. Start it with --origin ${origin}`]
      return Response.json({ error }, { status: 403 })
    }
    const response =
      preflightReply(request) ?? (await seedPicture(request)) ?? (await serve(request))
    if (response.type === 'error') return response
    for (const [name, value] of Object.entries(corsHeaders(origin))) {
      response.headers.set(name, value)
    }
    return response
  }
}
