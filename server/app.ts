import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { ApiError } from '../mocks/api-error.ts'
import { userOfToken } from '../mocks/domain/token.ts'
import { errorReply, undefinedRouteReply } from '../mocks/error-replies.ts'
import type { Route } from '../mocks/find-route.ts'
import { replyToHead } from '../mocks/head.ts'
import type { Host } from '../mocks/host.ts'
import { handleRequest } from '../mocks/pipeline.ts'
import type { Call } from '../src/contract/call.ts'
import { type CallName, calls } from '../src/contract/calls.ts'
import {
  CHANGES_PATH,
  CLUB_HEADER,
  CURSOR_HEADER,
  REPLICA_PATH,
  TAB_HEADER,
} from '../src/contract/changes.ts'
import { UPLOADS } from '../src/contract/uploads-path.ts'
import {
  type Allowed,
  allowPages,
  bearerToken,
  checkAccess,
  type Env,
  publicTab,
} from './access.ts'
import { adviseOptions } from './advice.ts'
import { bodyReader, checkForm, checkJson, maxBytesOf } from './bodies.ts'
import type { Budget } from './budget.ts'
import type { ChangeLog } from './change-log.ts'
import { streamChanges } from './changes.ts'
import { addDeviceRoutes } from './device-routes.ts'
import type { Health } from './health.ts'
import { httpsOnly } from './https-only.ts'
import { type Limits, limitedAddress, limitGuesses, limitRequests, limitStreams } from './limits.ts'
import { type ErrorLine, errorLine, type LogLine, logRequests } from './log.ts'
import { cookieOf, findMember, memberOf } from './members-only.ts'
import { mayReadMetrics } from './metrics/access.ts'
import type { Metrics } from './metrics/metrics.ts'
import { pages } from './pages.ts'
import { CALLS, inParallel, LOG_INS, LONG_LISTS, limitParallel, SEARCHES } from './parallel.ts'
import type { PrivacyFacts } from './privacy.ts'
import type { Push } from './push/push.ts'
import { addPushRoutes } from './push/routes.ts'
import { replier } from './send.ts'
import { limitSignUps, type SignUp } from './sign-ups.ts'
import { addSyncRoutes } from './sync-routes.ts'
import { TokenBuckets } from './token-buckets.ts'
import { UnreadReplies } from './unread-replies.ts'

export type AppOptions = {
  allowed: Allowed
  /** The calls below /api/mock, and no limits on requests and log-ins. */
  controls: boolean
  /** Whether the app has them too. */
  pageControls: boolean
  /** Whether a reverse proxy in front of us names the client in `X-Forwarded-For`. */
  trustProxy: boolean
  /** Nothing can be read without a session (R3.26). */
  membersOnly?: boolean
  signUp?: SignUp
  /** How members reach the organiser. */
  contact?: string
  /** Whether it is served over https, without a proxy. */
  tls: boolean
  /** The folder of the built app; without it, only the API and the seeded pictures are served. */
  pages?: string
  limits: Limits
  /** Lets other machines read the metrics. */
  metricsToken?: string
  log?: (line: LogLine) => void
  /** Takes what an operator should know, as a text. */
  note: (event: string) => void
  /** Takes the unexpected errors; by default, they go to the console. */
  logError?: (line: ErrorLine) => void
}

/** What the app works with. `club` identifies it to devices, `closing` ends the event streams. */
export type AppParts = {
  server: Host
  changes: ChangeLog
  club: string
  push: Push
  metrics: Metrics
  health: Health
  /** Counts the event streams. */
  streams: Budget
  closing: AbortSignal
}

const NO_METRICS = {
  status: 403,
  text: 'Programs on the same machine can read the metrics, and others with the token of --metrics-token.',
}

const UPLOADS_ROUTES = `${UPLOADS}*`

const PUBLIC = fileURLToPath(new URL('../public', import.meta.url))

/** Everything that one address serves: API, changes, pictures and pages. Every error has the common shape. */
export function createApp(
  options: AppOptions,
  { server, changes, club, push, metrics, health, streams, closing }: AppParts,
): Hono<Env> {
  const { controls, trustProxy, limits, log, logError } = options
  const app = new Hono<Env>({ strict: false })
  const reportTo = (c: Context<Env>) => (error: unknown) => {
    health.note(error)
    if (logError) logError(errorLine(error, c))
    else console.error(error)
  }
  app.onError((error, c) => errorReply(error, reportTo(c)))
  app.notFound(({ req }) => undefinedRouteReply(req.raw))
  app.use(
    logRequests((line) => {
      const call: Call | undefined = calls[`${line.method} ${line.route}` as CallName]
      metrics.countRequest(line, Boolean(call?.writes))
      log?.(line)
    }, trustProxy),
  )
  if (!controls) app.use(adviseOptions(trustProxy, options.note))
  app.use(secure)
  if (options.tls) app.use(httpsOnly(options.allowed.origin))
  app.use('/api/*', ({ env: { outgoing } }, next) => {
    outgoing.setHeader(CLUB_HEADER, club)
    return next()
  })
  app.use(checkAccess(options.allowed), allowPages)
  app.get('/healthz', async (c) => {
    c.header('Cache-Control', 'no-store')
    return (await health.check()) ? c.json({ status: 'ok' }) : c.json({ status: 'failing' }, 503)
  })
  const requests = controls ? undefined : new TokenBuckets(limits.requests)
  if (requests) app.use(limitRequests(requests, trustProxy))
  app.get('/metrics', async (c) => {
    if (!mayReadMetrics(c, options.metricsToken)) throw new ApiError(NO_METRICS)
    const { type, text } = await metrics.read()
    return c.body(text, 200, { 'Cache-Control': 'no-store', 'Content-Type': type })
  })
  app.use('/api/*', ({ env: { outgoing } }, next) => {
    outgoing.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    return next()
  })

  const { signUp = 'open' } = options
  const { membersOnly: isRequired = false } = options
  const members = { database: server.database, cookie: cookieOf(club), trustProxy, isRequired }
  // Pictures that no row shows yet are their owner's. An element that shows one sends no token.
  app.use(isRequired ? '/api/*' : UPLOADS_ROUTES, findMember(members))
  const addressOf = (c: Context<Env>) => limitedAddress(c, trustProxy)
  app.get(CHANGES_PATH, limitStreams(streams, addressOf), async (c) => {
    const member = c.get('member') ?? (await memberOf(server.database, bearerToken(c.env.incoming)))
    return streamChanges(c, { log: changes, member, signal: closing })
  })
  const readBody = bodyReader({
    limits: limits.bodies,
    unlimited: controls,
    memberOf: async (token) =>
      (await server.database.readUnlocked((tx) => userOfToken(tx, token)))?._id,
    addressOf,
  })
  const limitLogIns = controls ? undefined : inParallel(addressOf, LOG_INS)
  const limitCalls = controls ? undefined : inParallel(addressOf, CALLS)
  const limitLists = controls ? undefined : limitParallel(addressOf, LONG_LISTS)
  const limitSearches = controls ? undefined : limitParallel(addressOf, SEARCHES)
  const beginReply = replier(addressOf, controls ? undefined : new UnreadReplies(limits.replies))
  if (limitLists) {
    app.get(REPLICA_PATH, limitLists)
    // It reads all posts and comments.
    app.get('/api/account/export', limitLists)
  }
  addSyncRoutes(app, server, {
    metrics,
    reportTo,
    readBody,
    beginReply,
    limitCopies: controls ? undefined : limitRequests(new TokenBuckets(limits.copies), trustProxy),
    mayWrite: (c) => !requests?.take(addressOf(c)),
  })
  addPushRoutes(app, server, { readBody, push })
  addDeviceRoutes(app, server, readBody)
  if (!controls) {
    const [signUps, invited] = [new TokenBuckets(limits.signUps), new TokenBuckets(limits.invited)]
    const { database } = server
    app.post('/api/auth/signup', limitSignUps({ database, signUp, addressOf, signUps, invited }))
    app.post('/api/auth/login', limitRequests(new TokenBuckets(limits.logIns), trustProxy))
  }
  const guessLimit = controls ? undefined : limitGuesses(addressOf)
  async function reply(c: Context<Env>, route?: Route): Promise<Response> {
    const call: Call | undefined = route && calls[route.name]
    const body = await readBody(c, maxBytesOf(call))
    if (body instanceof Response) return body
    if (call?.form && !controls) checkForm(body, c.req.header('Content-Type'))
    if (!call?.form && !controls) checkJson(body)
    // Before the request is handled: a change during it is not in the reply.
    c.env.outgoing.setHeader(CURSOR_HEADER, changes.cursor)
    const tab = c.req.header(TAB_HEADER)
    if (tab) c.env.outgoing.setHeader(TAB_HEADER, publicTab(tab, bearerToken(c.env.incoming)))
    const { count, send } = beginReply(c)
    const readUser: Host['readUser'] = async (tx, token) => {
      const user = await server.readUser(tx, token)
      if (user) c.set('user', user._id)
      return user
    }
    const readerId = c.get('member')?._id ?? ''
    const host = { ...server, countReply: count, readUser, report: reportTo(c), readerId }
    const handle = () => replyToHead(c.req.raw, (request) => handleRequest(host, request, route))
    const answer = async () =>
      send(await (guessLimit && call?.issuesToken ? guessLimit(c, body, handle) : handle()))
    const limit = call?.issuesToken ? limitLogIns : limitCalls
    return limit ? limit(c, answer) : answer()
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

  if (options.pages) {
    const facts: PrivacyFacts = {
      membersOnly: isRequired,
      contact: options.contact,
      imageHost: server.imageHost,
      isLogged: options.log !== undefined,
    }
    const marks = { controls: options.pageControls, membersOnly: isRequired, signUp }
    app.route('/', pages(options.pages, { ...marks, facts }))
  } else app.use('/seed/*', serveStatic({ root: PUBLIC }))
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
