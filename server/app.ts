import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { secureHeaders } from 'hono/secure-headers'
import type { StatusCode } from 'hono/utils/http-status'
import { ApiError } from '../mocks/api-error.ts'
import { errorReply, undefinedRouteReply } from '../mocks/error-replies.ts'
import { handleRequest, type Route } from '../mocks/pipeline.ts'
import type { ServerOptions } from '../mocks/server-options.ts'
import type { Call } from '../src/contract/call.ts'
import { type CallName, calls } from '../src/contract/calls.ts'
import { CHANGES_PATH, CURSOR_HEADER } from '../src/contract/changes.ts'
import { type Allowed, allowPages, checkAccess, type Env } from './access.ts'
import type { ChangeLog } from './change-log.ts'
import { streamChanges } from './changes.ts'
import { alreadySent, type Limits } from './http.ts'
import { limitBody, limitLogIns, limitRequests } from './limits.ts'
import { type LogLine, logRequests } from './log.ts'
import { pages } from './pages.ts'
import { addSyncRoutes } from './sync-routes.ts'

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
  if (!controls) app.use(limitRequests(options.requests, trustProxy))
  app.use(limitBody, compress())
  app.use('/api/*', async (c, next) => {
    c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    await next()
  })

  app.get(CHANGES_PATH, (c) => streamChanges(c, changes, closing))
  addSyncRoutes(app, server)
  const limitLogIn = controls ? undefined : limitLogIns()
  async function reply(c: Context<Env>, route?: Route): Promise<Response> {
    const { request, body } = await readRequest(c)
    // Before the request is handled: a change during it is not in the reply.
    c.header(CURSOR_HEADER, changes.cursor)
    const handle = () => handleRequest(server, request, route)
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

/** The headers of public/_headers. */
const secure = secureHeaders({
  overwrite: false,
  contentSecurityPolicy: { frameAncestors: ["'none'"] },
  permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
  referrerPolicy: 'strict-origin-when-cross-origin',
  xFrameOptions: 'DENY',
  originAgentCluster: false,
  // Pages of other origins show our pictures (`--origin`).
  crossOriginResourcePolicy: false,
  // For browsers it would outlast the server, which can go back to http.
  strictTransportSecurity: false,
})

/** The request with its whole body, so that a connection that ends early changes nothing. */
async function readRequest({
  req,
}: Context<Env>): Promise<{ request: Request; body: ArrayBuffer }> {
  const { url, method } = req
  const { headers } = req.raw
  // The adapter drops the body of a reply to HEAD.
  if (method === 'GET' || method === 'HEAD') {
    return { request: new Request(url, { headers }), body: new ArrayBuffer() }
  }
  const body = await req.arrayBuffer().catch(() => {
    throw new ApiError({ status: 400, text: 'The body ended early.' })
  })
  try {
    return { request: new Request(url, { method, headers, body }), body }
  } catch {
    // Such as TRACE, which fetch forbids.
    throw new ApiError({ status: 400, text: `This API does not know the method ${method}.` })
  }
}

async function send(c: Context<Env>, response: Response): Promise<Response> {
  if (response.type === 'error') {
    // A forced failure without a reply, as without a network.
    c.env.outgoing.destroy()
    return alreadySent(500)
  }
  // Whole, so that it has its length, and leaves in one turn of the event loop.
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headers = {
    ...Object.fromEntries(response.headers),
    'Content-Length': String(bytes.length),
  }
  const status = response.status as StatusCode
  return c.newResponse([204, 205, 304].includes(status) ? null : bytes, status, headers)
}
