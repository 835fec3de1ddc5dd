import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { ApiError } from '../mocks/api-error.ts'
import { errorReply, undefinedRouteReply } from '../mocks/error-replies.ts'
import { handleRequest, type Route } from '../mocks/pipeline.ts'
import type { ServerOptions } from '../mocks/server-options.ts'
import type { Call } from '../src/contract/call.ts'
import { type CallName, calls } from '../src/contract/calls.ts'
import { CHANGES_PATH, CURSOR_HEADER } from '../src/contract/changes.ts'
import { apiErrors } from '../src/contract/errors.ts'
import { type Allowed, allowPages, checkAccess, clientAddress, type Env } from './access.ts'
import type { ChangeLog } from './change-log.ts'
import { streamChanges } from './changes.ts'
import type { Limits } from './http.ts'
import { limitLogIns, limitRequests, MAX_JSON_LENGTH, readBody, SIGN_UPS } from './limits.ts'
import { type LogLine, logRequests } from './log.ts'
import { pages } from './pages.ts'
import { send } from './send.ts'
import { addSyncRoutes } from './sync-routes.ts'
import { TokenBuckets } from './token-buckets.ts'

export type AppOptions = {
  allowed: Allowed
  /** The calls below /api/mock, and no limits on requests and log-ins. */
  controls: boolean
  /** Whether a reverse proxy in front of us names the client in `X-Forwarded-For`. */
  trustProxy: boolean
  /** The folder of the built app; without it, only the API and the seeded pictures are served. */
  pages?: string
  requests: Limits['requests']
  log?: (line: LogLine) => void
}

/** What the app works with. `closing` ends the event streams. */
export type AppParts = { server: ServerOptions; changes: ChangeLog; closing: AbortSignal }

const PUBLIC = fileURLToPath(new URL('../public', import.meta.url))

/** Everything that one address serves: API, changes, pictures and pages. Every error has the common shape. */
export function createApp(options: AppOptions, { server, changes, closing }: AppParts): Hono<Env> {
  const { controls, trustProxy } = options
  const app = new Hono<Env>({ strict: false })
  app.onError(errorReply)
  app.notFound(({ req }) => undefinedRouteReply(req.raw))
  if (options.log) app.use(logRequests(options.log, trustProxy))
  app.use(secure)
  app.use(checkAccess(options.allowed), allowPages)
  app.get('/healthz', async (c) => {
    await server.database.readUnlocked((tx) => tx.getMeta('version'))
    c.header('Cache-Control', 'no-store')
    return c.json({ status: 'ok' })
  })
  const requests = controls ? undefined : new TokenBuckets(options.requests)
  if (requests) app.use(limitRequests(requests, trustProxy))
  app.use('/api/*', ({ env: { outgoing } }, next) => {
    outgoing.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    return next()
  })

  app.get(CHANGES_PATH, (c) => streamChanges(c, changes, closing))
  addSyncRoutes(app, server, {
    mayWrite: (c) => !requests?.take(clientAddress(c, trustProxy)),
    maxLength: controls ? Number.POSITIVE_INFINITY : MAX_JSON_LENGTH,
  })
  const limitSignUps = controls ? undefined : limitRequests(new TokenBuckets(SIGN_UPS), trustProxy)
  if (limitSignUps) app.post('/api/auth/signup', limitSignUps)
  const limitLogIn = controls ? undefined : limitLogIns()
  async function reply(c: Context<Env>, route?: Route): Promise<Response> {
    const body = await readBody(c)
    if (body instanceof Response) return body
    const call: Call | undefined = route && calls[route.name]
    if (!controls && !call?.form && body.length > MAX_JSON_LENGTH) {
      throw new ApiError(apiErrors.longText)
    }
    // Before the request is handled: a change during it is not in the reply.
    c.env.outgoing.setHeader(CURSOR_HEADER, changes.cursor)
    const handle = () => handleRequest(server, c.req.raw, route)
    const isLogIn = route?.name === 'POST /api/auth/login'
    return send(c, await (limitLogIn && isLogIn ? limitLogIn(body, handle) : handle()))
  }
  for (const name of Object.keys(calls) as CallName[]) {
    const [method = '', path = ''] = name.split(' ')
    const { control }: Call = calls[name]
    if (control && !controls && name !== 'GET /api/openapi.json') continue
    app.on(method, path, (c) => reply(c, { name, params: c.req.param() }))
  }
  app.all('/api/*', (c) => reply(c))

  if (options.pages) app.route('/', pages(options.pages, controls))
  else app.use('/seed/*', serveStatic({ root: PUBLIC }))
  return app
}

/** The headers of public/_headers. Set beforehand: Hono's middleware would copy the reply to add them. */
const SECURE_HEADERS = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

const secure: MiddlewareHandler<Env> = ({ env: { outgoing } }, next) => {
  for (const [name, value] of Object.entries(SECURE_HEADERS)) outgoing.setHeader(name, value)
  return next()
}
