import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/** The pattern of a request's path, from which its reply comes. There are few of them, whatever clients send. */
export function routeOf(c: Context): string {
  const route = matchedRoutes(c).find(({ path }) => !path.endsWith('*'))
  if (route) return route.path
  return c.req.path.startsWith('/api/') ? '/api/*' : '/*'
}
