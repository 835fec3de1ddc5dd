import type { Context, MiddlewareHandler } from 'hono'
import type { Env } from './access.ts'
import { isForwarded } from './metrics/access.ts'

const PROXY =
  'Requests come through a proxy, which is one address for all limits and in the log. Start the club with --trust-proxy.'
const SIGN_UPS =
  'An address had more sign-ups than the people who may share one: --people-per-address says how many. Behind a proxy, --trust-proxy tells people apart.'

/** Names the option that the requests of a club ask for, each once. */
export function adviseOptions(
  trustProxy: boolean,
  note: (event: string) => void,
): MiddlewareHandler<Env> {
  const needs: [event: string, isMissing: (c: Context<Env>) => boolean][] = [
    [PROXY, ({ env: { incoming } }) => !trustProxy && isForwarded(incoming)],
    [SIGN_UPS, ({ req, res }) => req.path === '/api/auth/signup' && res.status === 429],
  ]
  return async (c, next) => {
    await next()
    const index = needs.findIndex(([, isMissing]) => isMissing(c))
    for (const [event] of index < 0 ? [] : needs.splice(index, 1)) note(event)
  }
}
