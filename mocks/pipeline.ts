import type { Call } from '../src/contract/call.ts'
import { type CallName, calls } from '../src/contract/calls.ts'
import type { Changes } from '../src/contract/changes.ts'
import { INVITATION_HEADER } from '../src/contract/invitation.ts'
import { NOW_HEADER } from '../src/contract/now.ts'
import type { Settings } from '../src/contract/settings.ts'
import { changesOf } from './changes-of.ts'
import {
  applyPreferences,
  fullRows,
  type Preferences,
  viewedRows,
} from './domain/representation.ts'
import { serializeResult } from './domain/serialize-result.ts'
import { chooseRules, readSettings, rulesFor, takeRules } from './domain/settings.ts'
import { claimedUserId } from './domain/token.ts'
import { encodeReply } from './encode-reply.ts'
import { errorReply, undefinedRouteReply } from './error-replies.ts'
import type { Route } from './find-route.ts'
import { handlers } from './handlers/handlers.ts'
import { prepare } from './handlers/prepare.ts'
import { readAhead } from './handlers/read-ahead.ts'
import { runHandler } from './handlers/run-handler.ts'
import type { Host, Operation } from './host.ts'
import { releaseHungCalls } from './hung-calls.ts'
import { doOnce, findRecord, type KeyedRequest, mustBeLoggedIn, readKey } from './idempotency.ts'
import { type Notified, notificationsOf } from './notifications/notifications.ts'
import { readBody, sizeOf } from './read-body.ts'
import { removeExpired } from './remove-expired.ts'
import { ruleReply, slowDelay } from './rule-reply.ts'
import type { ClockSettings } from './store/clock.ts'
import { hasExpired } from './store/expiry.ts'
import type { UserRow } from './store/tables.ts'
import type { Transaction } from './store/transaction.ts'
import { Timing } from './timing.ts'
import { readViewer, tokenOf } from './viewer.ts'

/** Handles a request to `/api`. Never rejects. @param route `undefined` when no call of the contract matches */
export function handleRequest(host: Host, request: Request, route?: Route): Promise<Response> {
  return new Passage(host, request).reply(route)
}

type Handle = Operation['handle']

/** The result of a transaction. */
type Outcome = {
  viewer: UserRow | undefined
  reply: unknown
  published: Changes | undefined
  /** The notifications that got an event. */
  events: readonly Notified[]
  /** The request was done before. */
  repeated: boolean
  /** Expired entries are left: other writes would rest on the same ones, so they get a transaction of their own. */
  mayExpire: boolean
}

/**
 * One request on its way. The methods stand in the order of the way: timing, settings, route, body, preparation,
 * transaction with viewer, idempotency and handler, commit, reply, events.
 */
class Passage {
  readonly #host: Host
  readonly #request: Request
  readonly #token: string
  readonly #timing = new Timing()
  readonly #headers = new Headers({ 'Cache-Control': 'no-store' })
  /** Missing for controls, which read it in their transaction. */
  #clock: ClockSettings | undefined
  /** The planted defects. The controls have none. */
  #defects: Settings['defects'] = []
  #body: unknown
  #prepared: unknown
  #key: KeyedRequest | undefined
  #prefers: Preferences = { isOwn: false, isMinimal: false }

  constructor(host: Host, request: Request) {
    this.#host = host
    this.#request = request
    this.#token = tokenOf(request)
  }

  async reply(route: Route | undefined): Promise<Response> {
    const call: Call | undefined = route && calls[route.name]
    // Controls ignore the settings, which they change.
    const replying = route && call?.control ? this.#runCall(route) : this.#applySettings(route)
    const response = await replying.catch((error) => errorReply(error, this.#host.report))
    // The headers of `Response.error()` are immutable.
    if (response.status === 0) return response
    if (this.#clock?.now) response.headers.set(NOW_HEADER, this.#clock.now)
    response.headers.set('Server-Timing', String(this.#timing))
    response.headers.set('X-Content-Type-Options', 'nosniff')
    return response
  }

  /** Applies delay, failures and overrides. Undefined routes without one ignore them. */
  async #applySettings(route: Route | undefined): Promise<Response> {
    const [host, request, timing] = [this.#host, this.#request, this.#timing]
    const { settings, rules } = await host.database.readUnlocked(async (tx) => {
      if (route && tx.entries.isShared) readAhead(tx, route, claimedUserId(this.#token))
      const current = await readSettings(tx, host)
      this.#clock = { now: (await host.readNow(tx)) ?? current.now, idSeed: current.idSeed }
      return { settings: current, rules: await rulesFor(tx, current, request, route) }
    }, timing)
    const follow = async () => (route ? this.#runCall(route) : undefinedRouteReply(request))
    if (!route && rules.length === 0) return follow()

    this.#defects = settings.defects
    // Only rules with `times` need a write.
    const { reply, slow } = rules.some(({ times }) => times !== undefined)
      ? await host.database.write((tx) => takeRules(tx, host, request, route), timing)
      : chooseRules(rules, host)
    // The general delay is for data, not for files.
    const isFile = route && (calls[route.name] as Call).binary
    timing.delay = slow ? slowDelay(slow, host) : isFile ? 0 : settings.delay
    const replying = (reply ? ruleReply(reply, request, host, follow) : follow())
      .catch((error) => errorReply(error, host.report))
      .finally(() => timing.endWork())
    // In parallel, so that the delay is the minimum time of a reply.
    if (timing.delay > 0) await new Promise((resolve) => setTimeout(resolve, timing.delay))
    return replying
  }

  /** @throws ApiError when the call fails; after any error the data are unchanged */
  async #runCall(route: Route): Promise<Response> {
    const [host, request] = [this.#host, this.#request]
    const call: Call = calls[route.name]
    const handle = handlers[route.name] as Handle
    if (call.control) await host.admitControl(route.name, request.headers)
    const operation = host.plant(route.name, { status: call.status, handle }, this.#defects)
    const writer = host.hasStrangers && call.auth ? await this.#findViewer() : undefined
    const { body, sent } = call.body
      ? await readBody(request, call.body, call.form)
      : { body: undefined, sent: '' }
    this.#body = body
    const isWrite = Boolean(call.writes && !call.control)
    if (writer && isWrite) host.admit(writer, sizeOf(route.name, body, sent))
    if (isWrite) this.#key = await readKey(request, sent)
    this.#prepared = await this.#prepare(route)
    this.#prefers = applyPreferences(request, call, this.#headers)
    const { reply } = await this.#transact(route, operation.handle)
    if (call.control && call.writes) await releaseHungCalls(host)
    return encodeReply(reply, { ...call, ...operation }, this.#headers, host.countReply)
  }

  /** The viewer before the transaction, so that strangers cause no work. */
  #findViewer(): Promise<UserRow> {
    const { database, readUser } = this.#host
    return database.readUnlocked(async (tx) => {
      await tx.setClock(this.#clock ?? {}, false)
      return readViewer(tx, this.#token, readUser)
    }, this.#timing)
  }

  /** The password of a repeated sign-up is compared as at a log-in. */
  async #prepare({ name, params }: Route): Promise<unknown> {
    const [host, key] = [this.#host, this.#key]
    const isLogIn =
      key &&
      (calls[name] as Call).issuesToken &&
      (await host.database.read((tx) => findRecord(tx, key, undefined)))
    const done: CallName = isLogIn ? 'POST /api/auth/login' : name
    return prepare({ name: done, params }, this.#body, host, this.#token)
  }

  /** Runs the call in a transaction, and publishes its changes after the commit. */
  async #transact(route: Route, handle: Handle): Promise<Outcome> {
    const { database, publish, notified } = this.#host
    const call: Call = calls[route.name]
    const work = (tx: Transaction) => this.#work(tx, route, handle)
    const serialize = (tx: Transaction, outcome: Outcome) => this.#serialize(tx, outcome, route)
    let outcome: Outcome
    if (call.writes && !call.control)
      outcome = await database.writeThenRead(work, serialize, this.#timing)
    else if (call.writes) outcome = await database.write(work, this.#timing)
    else if (call.control) outcome = await database.readAnyVersion(work, this.#timing)
    else outcome = await database.read(work, this.#timing)
    if (outcome.published) publish(outcome.published)
    if (outcome.events.length > 0) notified(outcome.events)
    if (outcome.mayExpire) await removeExpired(database, this.#clock ?? {}, this.#timing)
    return outcome
  }

  /** The part inside the transaction: viewer, idempotency, handler. */
  async #work(tx: Transaction, { name, params }: Route, handler: Handle): Promise<Outcome> {
    const [host, request, body, token] = [this.#host, this.#request, this.#body, this.#token]
    const call: Call = calls[name]
    const isWrite = Boolean(call.writes && !call.control)
    const clock = this.#clock ?? (await readSettings(tx, host))
    await tx.setClock(clock, isWrite && tx.origin !== 'copy')
    const key = call.issuesToken ? undefined : this.#key?.key
    tx.beginWrite(isWrite ? await host.nameWrite(tx, key, name) : undefined)
    const viewer = call.auth ? await readViewer(tx, token, host.readUser) : undefined
    const reader = viewer ?? (this.#prefers.isOwn ? await host.readUser(tx, token) : undefined)
    const show = this.#prefers.isOwn ? viewedRows(tx, reader) : fullRows(tx)
    const { searchParams: query } = new URL(request.url)
    const invitation = request.headers.get(INVITATION_HEADER) ?? ''
    const [prepared, headers] = [this.#prepared, this.#headers]
    const given = { params, body, token, invitation, prepared, viewer, query, headers }
    const handle = () => runHandler(name, { ...given, tx, show, host }, handler)
    const { result, ...done } = await doOnce(tx, this.#key, viewer?._id, handle)
    const { repeated } = done
    if (repeated && call.issuesToken) await mustBeLoggedIn(tx, result, prepared)
    if (isWrite && viewer && !repeated) {
      const authorization = request.headers.get('authorization') ?? ''
      await host.keepWrite(tx, { call: name, params, body, viewer, authorization })
    }
    if (call.writes) tx.published = changesOf(tx, request, host, done)
    const { events } = notificationsOf(tx)
    return { viewer, reply: result, events, repeated, published: tx.published, mayExpire: false }
  }

  /** Builds the reply of a write from its result, perhaps in another transaction. */
  async #serialize(tx: Transaction, outcome: Outcome, { params }: Route): Promise<Outcome> {
    // It signs the token of a sign-up.
    if (this.#clock) await tx.setClock(this.#clock, false)
    const { viewer } = outcome
    const show = this.#prefers.isOwn ? viewedRows(tx, viewer) : fullRows(tx)
    const options = { viewer, show, postId: params.postId, full: !this.#prefers.isMinimal }
    const reply = await serializeResult(tx, outcome.reply as object, options)
    const mayExpire = !outcome.repeated && (await hasExpired(tx))
    return { ...outcome, reply, mayExpire }
  }
}
