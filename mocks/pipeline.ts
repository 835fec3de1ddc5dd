import type { Call } from '../src/contract/call.ts'
import { type CallName, calls } from '../src/contract/calls.ts'
import type { Changes } from '../src/contract/changes.ts'
import { INVITATION_HEADER } from '../src/contract/invitation.ts'
import { NOW_HEADER } from '../src/contract/now.ts'
import type { Settings } from '../src/contract/settings.ts'
import { admitWrite } from './admit-write.ts'
import { changesOf } from './changes-of.ts'
import type { ClockSettings } from './data/clock.ts'
import { hasExpired } from './data/expiry.ts'
import type { Notified } from './data/notifications.ts'
import type { UserRow } from './data/tables.ts'
import type { Transaction } from './data/transaction.ts'
import { removeExpired } from './domain/remove-expired.ts'
import { fullRows, prefersOwn, viewedRows } from './domain/representation.ts'
import { serializeResult } from './domain/serialize-result.ts'
import {
  type ChosenRules,
  chooseRules,
  type Rule,
  readSettings,
  rulesFor,
  takeRules,
} from './domain/settings.ts'
import { userOfToken } from './domain/token.ts'
import { errorReply, undefinedRouteReply } from './error-replies.ts'
import { handlers } from './handlers/handlers.ts'
import { prepare } from './handlers/prepare.ts'
import { runHandler } from './handlers/run-handler.ts'
import { releaseHungCalls } from './hung-calls.ts'
import { doOnce, findRecord, type KeyedRequest, mustBeLoggedIn, readKey } from './idempotency.ts'
import { readBody } from './read-body.ts'
import { measuredReply } from './reply-length.ts'
import { ruleReply, slowDelay } from './rule-reply.ts'
import type { Operation, ServerOptions } from './server-options.ts'
import { stringifyInSlices } from './slices.ts'
import { Timing } from './timing.ts'
import { readViewer, tokenOf } from './viewer.ts'

/** The call of the contract that matches a request, with the parameters of its path. */
export type Route = { name: CallName; params: Record<string, string> }

/** @param route `undefined` when no call of the contract matches */
type Handle = (request: Request, route?: Route) => Promise<Response>
/** A host's way to find the call of a request, which it passes on. */
export type Router = (handle: Handle) => (request: Request) => Promise<Response>

/** One request on its way through the steps below. */
type RequestState = {
  server: ServerOptions
  request: Request
  timing: Timing
  route?: Route
  /** Missing for controls, which read it in their transaction. */
  clock?: ClockSettings
  /** The planted defects. The controls have none. */
  defects?: Settings['defects']
}

type RoutedState = RequestState & { route: Route }

/**
 * Handles a request to `/api`. The steps follow each other in this file: timing, settings, route,
 * body, preparation, transaction, viewer, idempotency, handler, commit, events, reply. Never rejects.
 * @param route `undefined` when no call of the contract matches
 */
export async function handleRequest(
  server: ServerOptions,
  request: Request,
  route?: Route,
): Promise<Response> {
  const timing = new Timing()
  const state: RequestState = { server, request, timing, route }
  const response = await applySettings(state).catch((error) => errorReply(error, server.report))
  // The headers of `Response.error()` are immutable.
  if (response.status === 0) return response
  if (state.clock?.now) response.headers.set(NOW_HEADER, state.clock.now)
  response.headers.set('Server-Timing', String(timing))
  response.headers.set('X-Content-Type-Options', 'nosniff')
  return response
}

/** Applies delay, failures and overrides. Controls ignore them, and so do undefined routes without one. */
async function applySettings(state: RequestState): Promise<Response> {
  const { server, request, timing, route } = state
  const call: Call | undefined = route && calls[route.name]
  if (call?.control) {
    const response = await followRoute(state)
    if (call.writes) await releaseHungCalls(server)
    return response
  }

  const { settings, clock, rules } = await server.database.readUnlocked(async (tx) => {
    const current = await readSettings(tx, server)
    // A replica has no settings of its own, and follows its club's clock.
    const now = (await server.replica?.readNow(tx)) ?? current.now
    return {
      settings: current,
      clock: { now, idSeed: current.idSeed },
      rules: await rulesFor(tx, current, request, route),
    }
  }, timing)
  state.clock = clock
  if (!route && rules.length === 0) return followRoute(state)

  const { reply, slow } = await choose(state, rules)
  // The general delay is for data, not for files.
  if (slow) timing.delay = slowDelay(slow, server)
  else timing.delay = call?.binary ? 0 : settings.delay
  const follow = () => followRoute({ ...state, defects: settings.defects })
  const replying = (reply ? ruleReply(reply, request, server, follow) : follow())
    .catch((error) => errorReply(error, server.report))
    .finally(() => timing.endWork())
  // In parallel, so that the delay is the minimum time of a reply.
  const [response] = await Promise.all([replying, sleep(timing.delay)])
  return response
}

/** Chooses the failures and the override that apply. Only rules with `times` need a write. */
async function choose(
  { server, request, timing, route }: RequestState,
  rules: Rule[],
): Promise<ChosenRules> {
  if (rules.every((rule) => rule.times === undefined)) return chooseRules(rules, server)
  return server.database.write((tx) => takeRules(tx, server, request, route), timing)
}

async function followRoute({ route, ...state }: RequestState): Promise<Response> {
  return route ? runCall({ route, ...state }) : undefinedRouteReply(state.request)
}

/**
 * Reads the body, runs the call in a transaction, publishes its changes and builds the reply.
 * @throws ApiError when the call fails; after any error the data are unchanged
 */
async function runCall(state: RoutedState): Promise<Response> {
  const { server, request, timing, route, clock } = state
  const { database } = server
  const call: Call = calls[route.name]
  const { status, handle } = operationOf(state)
  const writer = server.admit && call.auth ? await findViewer(state) : undefined
  const { body, sent } = call.body ? await readBody(request, call.body, call.form) : {}
  const isWrite = Boolean(call.writes && !call.control)
  if (writer && isWrite) admitWrite(server, writer, route.name, body, sent)
  const key = isWrite ? await readKey(request, sent ?? '') : undefined
  // The password of a repeated sign-up is compared as at a log-in.
  const isLogIn =
    key && call.issuesToken && (await database.read((tx) => findRecord(tx, key, undefined)))
  const name: CallName = isLogIn ? 'POST /api/auth/login' : route.name
  const prepared = await prepare({ ...route, name }, body, { database, token: tokenOf(request) })
  const minimal = isWrite && /\breturn=minimal\b/.test(request.headers.get('Prefer') ?? '')
  const isOwn = !call.control && prefersOwn(request)
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  const applied = [...(minimal ? ['return=minimal'] : []), ...(isOwn ? ['people=own'] : [])]
  if (applied.length > 0) headers.set('Preference-Applied', applied.join(', '))

  const input = { body, prepared, headers, isWrite, isOwn, key, handle }
  const { replica } = server
  const work = async (tx: Transaction) => {
    await tx.setClock(clock ?? (await readSettings(tx, server)), isWrite && !replica)
    if (replica && isWrite) tx.beginWrite(await replica.nameWrite(tx), { late: true, copied: true })
    else tx.beginWrite(call.issuesToken ? undefined : key?.key, server)
    const outcome = await runInTransaction(tx, state, input)
    if (call.writes) tx.published = changesOf(tx, request, server, outcome.repeated)
    return { ...outcome, published: tx.published, events: tx.notifications.events }
  }
  const serialize = async (tx: Transaction, outcome: Outcome) => {
    // It can be another transaction, and signs the token of a sign-up.
    if (clock?.now !== undefined) await tx.setClock({ now: clock.now }, false)
    return serializeWrite(tx, outcome, route, { minimal, isOwn })
  }
  let outcome: Outcome
  if (isWrite) outcome = await database.writeThenRead(work, serialize, timing)
  else if (call.writes) outcome = await database.write(work, timing)
  else if (call.control) outcome = await database.readAnyVersion(work, timing)
  else outcome = await database.read(work, timing)
  const { reply, published, events = [], mayExpire } = outcome

  if (published) server.publish?.(published)
  if (events.length > 0) server.notified?.(events)
  // The next write tries again.
  const expire = async (current: Transaction) => {
    await current.setClock(clock ?? {}, false)
    current.beginWrite(undefined, server)
    return removeExpired(current)
  }
  if (mayExpire) await database.write(expire, timing).catch(() => undefined)

  if (call.binary) {
    const { type } = reply as Blob
    // In Node, Hono's faster `Response` does not take it from the body.
    if (type) headers.set('Content-Type', type)
    return measuredReply(reply as Blob, { status: headers.has('Location') ? 302 : 200, headers })
  }
  headers.set('Content-Type', 'application/json')
  const json = await stringifyInSlices(reply as object, server.countReply)
  return measuredReply(json, { status, headers })
}

/** The viewer before the transaction, so that strangers cause no work. */
function findViewer({ server, request, clock, timing }: RequestState): Promise<UserRow> {
  return server.database.readUnlocked(async (tx) => {
    await tx.setClock(clock ?? {}, false)
    return readViewer(tx, tokenOf(request), server.readAuthor)
  }, timing)
}

/** The call's status and handler, with the planted defects of hosts that have them. */
function operationOf({ server: { plant }, route: { name }, defects = [] }: RoutedState) {
  const operation = { status: calls[name].status, handle: handlers[name] as Operation['handle'] }
  return plant?.(name, operation, defects) ?? operation
}

type Input = {
  body: unknown
  prepared: unknown
  headers: Headers
  /** A write of data, not of controls: it can be repeated, and its result is serialized. */
  isWrite: boolean
  /** Lists of people name only the viewer (R12.27). */
  isOwn: boolean
  key: KeyedRequest | undefined
  handle: Operation['handle']
}

type Outcome = {
  viewer: UserRow | undefined
  reply: unknown
  /** What the other pages are told. */
  published?: Changes
  /** The notifications that got an event. */
  events?: readonly Notified[]
  /** The request was done before. */
  repeated: boolean
  /** Expired entries are left to a transaction of their own. */
  mayExpire: boolean
}

/** The part inside the transaction: viewer, idempotency, handler. The database commits afterwards. */
async function runInTransaction(
  tx: Transaction,
  { server, request, route: { name, params } }: RoutedState,
  { body, prepared, headers, isWrite, isOwn, key, handle: handler }: Input,
): Promise<Outcome> {
  const { database: _, replica, readAuthor, ...host } = server
  const call: Call = calls[name]
  const token = tokenOf(request)
  const viewer = call.auth ? await readViewer(tx, token, readAuthor) : undefined
  const { searchParams: query } = new URL(request.url)
  const reader = viewer ?? (isOwn ? await userOfToken(tx, token) : undefined)
  if (reader) host.onViewer?.(reader._id)
  const show = isOwn ? viewedRows(tx, reader) : fullRows(tx)
  const invitation = request.headers.get(INVITATION_HEADER) ?? ''
  const context = {
    params,
    body,
    token,
    invitation,
    prepared,
    viewer,
    query,
    headers,
    tx,
    show,
    host,
  }
  const handle = () => runHandler(name, context, handler)
  if (!isWrite) return { viewer, reply: await handle(), repeated: false, mayExpire: false }

  const { result, repeated } = await doOnce(tx, key, viewer?._id, handle)
  if (repeated && call.issuesToken) await mustBeLoggedIn(tx, result, prepared)
  if (replica && viewer && !repeated) {
    const authorization = request.headers.get('authorization') ?? ''
    await replica.add(tx, { call: name, params, body, viewer, authorization })
  }
  if (!repeated && !tx.isConcurrent) await removeExpired(tx)
  return { viewer, reply: result, repeated, mayExpire: false }
}

/** Builds the reply of a write from its result. */
async function serializeWrite(
  tx: Transaction,
  { reply, viewer, ...outcome }: Outcome,
  { params: { postId } }: Route,
  { minimal, isOwn }: { minimal: boolean; isOwn: boolean },
): Promise<Outcome> {
  const show = isOwn ? viewedRows(tx, viewer) : fullRows(tx)
  return {
    ...outcome,
    viewer,
    reply: await serializeResult(tx, reply as object, { viewer, show, postId, full: !minimal }),
    mayExpire: tx.isConcurrent && !outcome.repeated && (await hasExpired(tx)),
  }
}

function sleep(ms: number): Promise<void> | undefined {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined
}
