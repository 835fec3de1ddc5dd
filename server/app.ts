import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { userOfToken } from '../mocks/domain/token.ts'
import { errorReply, undefinedRouteReply } from '../mocks/error-replies.ts'
import { replyToHead } from '../mocks/head.ts'
import { handleRequest, type Route } from '../mocks/pipeline.ts'
import type { ServerOptions } from '../mocks/server-options.ts'
import type { Call } from '../src/contract/call.ts'
import { type CallName, calls } from '../src/contract/calls.ts'
import {
  CHANGES_PATH,
  CLUB_HEADER,
  CURSOR_HEADER,
  REPLICA_PATH,
  TAB_HEADER,
} from '../src/contract/changes.ts'
import { type Allowed, allowPages, checkAccess, type Env, publicTab } from './access.ts'
import { bodyReader, checkForm, MAX_JSON_LENGTH, maxBytesOf } from './bodies.ts'
import { Budget } from './budget.ts'
import type { ChangeLog } from './change-log.ts'
import { streamChanges } from './changes.ts'
import { addDeviceRoutes } from './device-routes.ts'
import { healthCheck } from './health.ts'
import {
  ALL_STREAMS,
  type Limits,
  limitedAddress,
  limitGuesses,
  limitRequests,
  limitStreams,
} from './limits.ts'
import { type LogLine, logRequests } from './log.ts'
import { pages } from './pages.ts'
import { CALLS, inParallel, LONG_LISTS, limitParallel, SEARCHES } from './parallel.ts'
import type { Push } from './push/push.ts'
import { addPushRoutes } from './push/routes.ts'
import { replier } from './send.ts'
import { addSyncRoutes } from './sync-routes.ts'
import { TokenBuckets } from './token-buckets.ts'
import { UnreadReplies } from './unread-replies.ts'

export type AppOptions = {
  allowed: Allowed
  /** The calls below /api/mock, and no limits on requests and log-ins. */
  controls: boolean
  /** Whether a reverse proxy in front of us names the client in `X-Forwarded-For`. */
  trustProxy: boolean
  /** The folder of the built app; without it, only the API and the seeded pictures are served. */
  pages?: string
  limits: Limits
  log?: (line: LogLine) => void
}

/** What the app works with. `club` identifies it to devices, `closing` ends the event streams. */
export type AppParts = {
  server: ServerOptions
  changes: ChangeLog
  club: string
  push: Push
  closing: AbortSignal
}

const PUBLIC = fileURLToPath(new URL('../public', import.meta.url))

/** Everything that one address serves: API, changes, pictures and pages. Every error has the common shape. */
export function createApp(
  options: AppOptions,
  { server, changes, club, push, closing }: AppParts,
): Hono<Env> {
  const { controls, trustProxy, limits } = options
  const app = new Hono<Env>({ strict: false })
  app.onError(errorReply)
  app.notFound(({ req }) => undefinedRouteReply(req.raw))
  if (options.log) app.use(logRequests(options.log, trustProxy))
  app.use(secure)
  app.use('/api/*', ({ env: { outgoing } }, next) => {
    outgoing.setHeader(CLUB_HEADER, club)
    return next()
  })
  app.use(checkAccess(options.allowed), allowPages)
  const isHealthy = healthCheck(server.database)
  app.get('/healthz', async (c) => {
    c.header('Cache-Control', 'no-store')
    return (await isHealthy()) ? c.json({ status: 'ok' }) : c.json({ status: 'failing' }, 503)
  })
  const requests = controls ? undefined : new TokenBuckets(limits.requests)
  if (requests) app.use(limitRequests(requests, trustProxy))
  app.use('/api/*', ({ env: { outgoing } }, next) => {
    outgoing.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    return next()
  })

  const addressOf = (c: Context<Env>) => limitedAddress(c, trustProxy)
  const streams = new Budget(ALL_STREAMS, limits.streams / ALL_STREAMS)
  app.get(CHANGES_PATH, limitStreams(streams, addressOf), (c) => streamChanges(c, changes, closing))
  const readBody = bodyReader({
    limits: limits.bodies,
    unlimited: controls,
    memberOf: async (token) =>
      (await server.database.readUnlocked((tx) => userOfToken(tx, token)))?._id,
    addressOf,
  })
  const limitCalls = controls ? undefined : inParallel(addressOf, CALLS)
  const limitLists = controls ? undefined : limitParallel(addressOf, LONG_LISTS)
  const limitSearches = controls ? undefined : limitParallel(addressOf, SEARCHES)
  const beginReply = replier(addressOf, controls ? undefined : new UnreadReplies(limits.replies))
  if (limitLists) app.get(REPLICA_PATH, limitLists)
  addSyncRoutes(app, server, {
    readBody,
    beginReply,
    limitCopies: controls ? undefined : limitRequests(new TokenBuckets(limits.copies), trustProxy),
    mayWrite: (c) => !requests?.take(addressOf(c)),
    maxLength: controls ? Number.POSITIVE_INFINITY : MAX_JSON_LENGTH,
  })
  addPushRoutes(app, server, { readBody, push })
  addDeviceRoutes(app, server, readBody)
  if (!controls) {
    app.post('/api/auth/signup', limitRequests(new TokenBuckets(limits.signUps), trustProxy))
    app.post('/api/auth/login', limitRequests(new TokenBuckets(limits.logIns), trustProxy))
  }
  const guessLimit = controls ? undefined : limitGuesses(addressOf)
  async function reply(c: Context<Env>, route?: Route): Promise<Response> {
    const call: Call | undefined = route && calls[route.name]
    const body = await readBody(c, maxBytesOf(call))
    if (body instanceof Response) return body
    if (call?.form && !controls) checkForm(body, c.req.header('Content-Type'))
    // Before the request is handled: a change during it is not in the reply.
    c.env.outgoing.setHeader(CURSOR_HEADER, changes.cursor)
    const tab = c.req.header(TAB_HEADER)
    if (tab) c.env.outgoing.setHeader(TAB_HEADER, publicTab(tab))
    const { count, send } = beginReply(c)
    const host = { ...server, countReply: count }
    const handle = () => replyToHead(c.req.raw, (request) => handleRequest(host, request, route))
    const answer = async () =>
      send(await (guessLimit && call?.issuesToken ? guessLimit(c, body, handle) : handle()))
    // Log-ins have a queue of their own, for their passwords.
    return limitCalls && !call?.issuesToken ? limitCalls(c, answer) : answer()
  }
  for (const name of Object.keys(calls) as CallName[]) {
    const [method = '', path = ''] = name.split(' ')
    const { control, paged }: Call = calls[name]
    if (control && !controls && name !== 'GET /api/openapi.json') continue
    if (limitLists && limitSearches && paged) {
      app.get(path, (c, next) => (c.req.query('limit') ? next() : limitLists(c, next)))
      app.get(path, (c, next) => (c.req.query('search') ? limitSearches(c, next) : next()))
    }
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
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

const secure: MiddlewareHandler<Env> = ({ env: { outgoing } }, next) => {
  for (const [name, value] of Object.entries(SECURE_HEADERS)) outgoing.setHeader(name, value)
  return next()
}
