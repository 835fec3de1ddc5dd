import { type HttpHandler, http } from 'msw/http'
import { getResponse } from 'msw/utils/get-response'
import { type CallName, calls } from '../src/contract/calls.ts'
import type { Router } from './find-route.ts'
import { replyToHead } from './head.ts'
import type { Host } from './host.ts'
import { handleRequest } from './pipeline.ts'

/** Creates a back end: a function that handles requests to `/api`. It never rejects. */
export function createServer(host: Host): (request: Request) => Promise<Response> {
  return routed((request, route) => handleRequest(host, request, route))
}

/** Creates one MSW handler for each call of the contract, for any host of MSW. */
export function createMswHandlers(host: Host): HttpHandler[] {
  return mswHandlers((request, route) => handleRequest(host, request, route))
}

/** A function that passes each request to `handle`, with the call of the contract that it matches. */
export const routed: Router = (handle) => {
  // MSW tries one handler after the other, so it gets no more than it needs.
  const byMethod = Map.groupBy(mswHandlers(handle), ({ info }) => info.method)
  return (given) =>
    replyToHead(given, async (request) => {
      const { origin } = new URL(request.url)
      // MSW throws on URLs of more than 8,192 characters. No route matches those.
      const matching = getResponse(byMethod.get(request.method) ?? [], request, { baseUrl: origin })
      const response = await matching.catch(() => undefined)
      return response ?? handle(request)
    })
}

function mswHandlers(handle: Parameters<Router>[0]): HttpHandler[] {
  return (Object.keys(calls) as CallName[]).map((name) => {
    const [method, path] = name.split(' ') as ['GET' | 'POST' | 'DELETE', string]
    const register = { GET: http.get, POST: http.post, DELETE: http.delete }[method]
    return register(path, ({ request, params }) =>
      handle(request, { name, params: params as Record<string, string> }),
    )
  })
}
