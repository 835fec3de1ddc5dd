import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { timeOf } from '../mocks/store/ids.ts'
import { KEY_HEADER } from '../src/contract/call.ts'
import { clientAddress, type Env } from './access.ts'

/** One request. Without query, other headers and body, which may hold secrets. */
export type LogLine = {
  time: string
  method: string
  path: string
  /** The pattern that the path matches, such as `/api/posts/:postId`. */
  route: string
  status: number
  /** Until the reply started. */
  ms: number
  address: string
  /** The `_id` of the user whose valid token the request had. */
  user?: string
  /** The name of the write: its idempotency key. */
  write?: string
  /** The writes in the body of a sync, by name, with their statuses. */
  writes?: Record<string, number>
}

/** An unexpected error, such as a commit that failed. */
export type ErrorLine = {
  time: string
  /** With the stack and the causes. */
  error: string
} & Partial<Pick<LogLine, 'method' | 'path' | 'user' | 'write'>>

/** Something that happened to the server, and not because of a request. */
export type EventLine = { time: string; event: string }

/** Describes every request when its reply starts. */
export function logRequests(
  write: (line: LogLine) => void,
  trustProxy: boolean,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const started = performance.now()
    await next()
    write({
      time: new Date().toISOString(),
      ...aboutRequest(c),
      route: routeOf(c),
      status: c.res.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      address: clientAddress(c, trustProxy),
      writes: c.get('writes'),
    })
  }
}

type RequestContext = Parameters<MiddlewareHandler<Env>>[0]

function aboutRequest(c: RequestContext) {
  return {
    method: c.req.method,
    path: c.req.path.slice(0, 200),
    user: c.get('user'),
    write: nameOfWrite(c.req.header(KEY_HEADER)),
  }
}

/** Any other key is a text of the client. */
function nameOfWrite(key: string | undefined): string | undefined {
  return key !== undefined && timeOf(key) !== undefined ? key : undefined
}

/** The line of an error. @param c the request that met it, if there is one */
export function errorLine(error: unknown, c?: RequestContext): ErrorLine {
  return {
    time: new Date().toISOString(),
    ...(c && aboutRequest(c)),
    error: stackOf(error),
  }
}

/** The stack of an error, then those of its causes, of which there may be a circle. */
function stackOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error)
  const stack = error.stack ?? String(error)
  if (error.cause === undefined || depth === 4) return stack
  return `${stack}\nCaused by: ${stackOf(error.cause, depth + 1)}`
}

/** The pattern of a request's path, from which its reply comes. There are few of them, whatever clients send. */
function routeOf(c: Context): string {
  const route = matchedRoutes(c).find(({ path }) => !path.endsWith('*'))
  if (route) return route.path
  return c.req.path.startsWith('/api/') ? '/api/*' : '/*'
}
