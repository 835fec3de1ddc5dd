import { type HttpHandler, http } from 'msw/http'
import { getResponse } from 'msw/utils/get-response'
import { type CallName, calls } from '../src/contract/calls.ts'
import { respond } from './pipeline.ts'
import type { ServerOptions } from './server-options.ts'

/** A back end: give it a request to /api, get the answer. It never throws and never hangs. */
export function createServer(options: ServerOptions): (request: Request) => Promise<Response> {
  const mswHandlers = createMswHandlers(options)
  return async (request) => {
    const { origin } = new URL(request.url)
    // MSW throws for a URL of more than 8,192 characters, which no route has.
    const matching = getResponse(mswHandlers, request, { baseUrl: origin })
    const response = await matching.catch(() => undefined)
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
