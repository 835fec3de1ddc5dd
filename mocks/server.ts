import { type HttpHandler, http } from 'msw/http'
import { getResponse } from 'msw/utils/get-response'
import { type CallName, calls } from '../src/contract/calls.ts'
import type { Announce } from './announce.ts'
import { answer, type Route } from './answer.ts'
import type { Database } from './db/database.ts'
import { errorReply, unroutedReply } from './reply.ts'
import { Timing } from './timing.ts'

/** How long the mock takes to answer, unless told otherwise (spec §9). */
export const DEFAULT_DELAY_MS = 400

export type ServerOptions = { database: Database; delayMs?: number; announce?: Announce }

/** A back end: give it a request to /api, get the answer. It never throws and never hangs. */
export function createServer(options: ServerOptions): (request: Request) => Promise<Response> {
  const mswHandlers = createMswHandlers(options)
  return async (request) => {
    const { origin } = new URL(request.url)
    const response = await getResponse(mswHandlers, request, { baseUrl: origin })
    return response ?? respond(options, request)
  }
}

/** The contract as MSW handlers, for any MSW host. */
export function createMswHandlers(options: ServerOptions): HttpHandler[] {
  return (Object.keys(calls) as CallName[]).map((name) => {
    const [method, path] = name.split(' ') as ['GET' | 'POST' | 'DELETE', string]
    const register = { GET: http.get, POST: http.post, DELETE: http.delete }[method]
    return register(path, ({ request, params }) =>
      respond(options, request, { name, params: params as Record<string, string> }),
    )
  })
}

/** Answer a request, with `Server-Timing`. What no call serves is told so at once. */
async function respond(
  { database, delayMs = DEFAULT_DELAY_MS, announce }: ServerOptions,
  request: Request,
  route?: Route,
): Promise<Response> {
  const timing = new Timing()
  const reply = async () => {
    if (!route) return unroutedReply(request)
    return answer(database, route, request, timing, announce).catch(errorReply)
  }
  timing.delay = route ? delayMs : 0
  // The delay and the work go side by side, so that the delay is the least a call takes.
  const [response] = await Promise.all([
    reply().finally(() => timing.endWork()),
    pause(timing.delay),
  ])
  response.headers.set('Server-Timing', String(timing))
  return response
}

function pause(ms: number): Promise<void> | undefined {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined
}
