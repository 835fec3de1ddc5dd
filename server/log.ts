import type { MiddlewareHandler } from 'hono'
import { clientAddress, type Env } from './access.ts'

/** One request. Without query, headers and body, which may hold secrets. */
export type LogLine = {
  time: string
  method: string
  path: string
  status: number
  ms: number
  address: string
}

/** Logs every request when its reply starts. */
export function logRequests(
  write: (line: LogLine) => void,
  trustProxy: boolean,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const started = performance.now()
    await next()
    write({
      time: new Date().toISOString(),
      method: c.req.method,
      path: c.req.path.slice(0, 200),
      status: c.res.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      address: clientAddress(c, trustProxy),
    })
  }
}
