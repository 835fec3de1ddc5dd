import { KEY_HEADER, lineOf, type QueryParam } from '../contract/call.ts'
import type { Body, CallName, Calls, Params, Reply } from '../contract/calls.ts'
import { CURSOR_HEADER, TAB_HEADER } from '../contract/changes.ts'
import type { Viewed } from '../contract/viewed.ts'
import { BUILD, BUILD_HEADER } from '../pwa/build.ts'
import { isClub } from '../pwa/club.ts'
import { workerControl } from '../pwa/register.ts'
import { mendOtherBuild } from '../pwa/updates.ts'
import { noteTime } from './api-clock.ts'
import { HttpError, type HttpRequest, type HttpResponse, request } from './http.ts'
import { leaving, throwIfSessionOver, token, tokenUser, unlessLoggedOut } from './session.ts'
import { TAB } from './tabs.ts'
import { toViewed } from './to-viewed.ts'
import { newUuid } from './uuid.ts'

type Given<Key extends string, Value> = Value extends undefined
  ? { [K in Key]?: undefined }
  : { [K in Key]: Value }

/** The parameters and body that the contract lists for a call, and options that every call takes. */
export type CallOptions<Name extends CallName> = Given<
  'params',
  keyof Params<Name> extends never ? undefined : Params<Name>
> &
  Given<'body', Body<Name>> & {
    query?: [QueryParam<Calls[Name]>] extends [never]
      ? undefined
      : { [Key in QueryParam<Calls[Name]>]?: string }
    signal?: AbortSignal
    /** The `Idempotency-Key` of a write that may be sent again: the API does it once. */
    key?: string
    headers?: Record<string, string>
  }

/**
 * Makes a call of the contract. The rows in its reply name nobody but the viewer (R12.27). The response to a read is not
 * older than any write of this page.
 * @throws HttpError as `request` does; without a response if that is not JSON
 * @throws NoWorkerError when there is no worker
 * @throws SessionOverError when the session's token is rejected
 */
export async function send<Name extends CallName>(
  name: Name,
  options: CallOptions<Name>,
): Promise<HttpResponse<ViewedReply<Name>>> {
  const once = () => sendOnce<Name, ViewedReply<Name>>(name, options, 'people=own')
  if (SAFE.test(name)) return readFresh(once)
  return once().finally(() => {
    changes += 1
  })
}

/** The reply to a call with `Prefer: people=own`. The controls ignore it. */
export type ViewedReply<Name extends CallName> = Calls[Name] extends { control: true }
  ? Reply<Name>
  : Viewed<Reply<Name>>

/** After this time, a reply will not come any more. Longer than the longest delay that the controls allow. */
const LIMIT_MS = 75_000

/** The specification writes these paths with a slash at the end; the API takes them with and without it (R12.11). */
const WITH_SLASH: readonly CallName[] = ['POST /api/posts', 'GET /api/users/bookmark']

/** The calls that do not change anything. */
const SAFE = /^GET |^POST \/api\/auth\/verify$/

async function sendOnce<Name extends CallName, Result>(
  name: Name,
  { params, body, query, signal, headers, key = newUuid() }: CallOptions<Name>,
  preference?: string,
): Promise<HttpResponse<Result>> {
  if (!isClub) await workerControl()
  await unlessLoggedOut()
  const { method, path } = lineOf(name, params)
  const url = WITH_SLASH.includes(name) ? `${path}/` : path
  const config: HttpRequest = {
    method,
    url: query ? `${url}?${new URLSearchParams(query as Record<string, string>)}` : url,
    // The reply to a write has only the rows that changed: a like costs the same with 10 posts or 10,000.
    headers: {
      Prefer: ['return=minimal', preference].filter(Boolean).join(', '),
      ...callHeaders(method === 'GET' ? undefined : key),
      ...headers,
    },
    data: body,
    // A reset or a snapshot can take any time, and never hangs.
    timeout: path.startsWith('/api/mock') ? 0 : LIMIT_MS,
    // No call of the contract redirects. The page of a proxy would be taken for the reply of a write.
    noRedirect: true,
    // A log-out ends reads only, because a write must not be lost.
    signal: SAFE.test(name) ? AbortSignal.any([leaving.signal, signal ?? leaving.signal]) : signal,
  }
  const started = performance.now()
  const note = (status: number | string) => {
    recent.push({ name, status, ms: performance.now() - started, at: Date.now() })
    if (recent.length > MAX_RECENT) recent.shift()
  }
  const fail = async (error: HttpError) => {
    note(error.response?.status ?? error.message)
    // A log-in with an unknown username fails with the same text.
    if (name !== 'POST /api/auth/login') await throwIfSessionOver(error)
    return failCall(error)
  }
  const response = await request<Result>(config).then(orNone).catch(fail)
  note(response.status)
  // The controls change the time, and do not name it.
  if (!path.startsWith('/api/mock')) noteTime(response.headers)
  cursor ??= response.headers[CURSOR_HEADER.toLowerCase()]
  notePublicTab(response.headers[TAB_HEADER.toLowerCase()])
  const isApplied = !preference || response.headers['preference-applied']?.includes(preference)
  // The controls have no rows to view.
  if (isApplied || path.startsWith('/api/mock')) return response
  return { ...response, data: toViewed(response.data, tokenUser()) as Result }
}

/** Like {@link send}, but resolves to the body of the response. */
export async function call<Name extends CallName>(
  name: Name,
  options: CallOptions<Name>,
): Promise<ViewedReply<Name>> {
  return (await send(name, options)).data
}

/** Like {@link call}, with everybody in the lists of people, as other programs get them. */
export async function callInFull<Name extends CallName>(
  name: Name,
  options: CallOptions<Name>,
): Promise<Reply<Name>> {
  return (await readFresh(() => sendOnce<Name, Reply<Name>>(name, options))).data
}

/**
 * Makes the call of a write, and once more under the same key if no reply came: it may be stored, and then this is its reply. Never
 * as another user, who has logged in meanwhile.
 * @throws as {@link call} does
 */
export async function callAgain<Name extends CallName>(
  name: Name,
  { key = newUuid(), ...options }: CallOptions<Name>,
): Promise<ViewedReply<Name>> {
  const author = tokenUser()
  const once = () => call<Name>(name, { ...options, key } as CallOptions<Name>)
  return once().catch((error) => {
    const hasNoReply = error instanceof HttpError && !error.response
    // The user has waited long enough.
    const isAuthor = tokenUser() === author
    if (hasNoReply && isAuthor && !/^timeout/.test(error.message)) return once()
    throw error
  })
}

let cursor: string | undefined

/** The place in a club's changes before the first reply of this page; empty before that. */
export function firstCursor(): string {
  return cursor ?? ''
}

/** The names of this page in the changes of a club, one for each session that it has had. */
const publicTabs = new Set<string>()

function notePublicTab(name: string | undefined): void {
  if (name) publicTabs.add(name)
}

/** Whether changes were made `by` this page. */
export function isThisTab(by: string): boolean {
  return by === TAB || publicTabs.has(by)
}

let changes = 0
let foreignChanges = 0

/** Counts a change by another tab, for example. Reads that are in progress are repeated. */
export function noteForeignChange(): void {
  changes += 1
  foreignChanges += 1
}

/** Grows with every {@link noteForeignChange}. */
export function countForeignChanges(): number {
  return foreignChanges
}

/**
 * Repeats `read` until no row has changed while it ran. A response that was made before a write and
 * arrives after it would put the old row back into the cache.
 */
async function readFresh<Result>(read: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const before = changes
    const result = await read()
    if (before === changes) return result
  }
}

/**
 * The headers of every call: the build and tab of the page, the viewer's token, and the key of a
 * write. A browser that stops the worker during a request sends it again: with the key, the write is
 * done once.
 */
export function callHeaders(key?: string): Record<string, string> {
  const encodedToken = token.read()
  return {
    [BUILD_HEADER]: BUILD,
    [TAB_HEADER]: TAB,
    ...(key && { [KEY_HEADER]: key }),
    ...(encodedToken && { authorization: encodedToken }),
  }
}

/** An uncontrolled page gets the app's own HTML from the host, and any page that of a proxy. */
function orNone<Data>(response: HttpResponse<Data>): HttpResponse<Data> {
  if (isJson(response)) return response
  throw new HttpError('Network Error', response.config, response)
}

function isJson({ data }: HttpResponse): boolean {
  return typeof data === 'object' && data !== null
}

/**
 * Ends a call that has failed, and leaves this build if that is why.
 * @throws the error. It has no response if that was not JSON: it was not the API's, and says nothing about a write.
 */
export async function failCall(error: unknown): Promise<never> {
  if (!(error instanceof HttpError) || !error.response) throw error
  await leaveOtherBuild(error.response)
  if (isJson(error.response)) throw error
  throw new HttpError(error.message, error.config, undefined, error)
}

/** Leaves this build when a worker of another build rejected the call. The response names that build. */
async function leaveOtherBuild({ status, headers, data }: HttpResponse): Promise<void> {
  const workerBuild = headers[BUILD_HEADER.toLowerCase()]
  // The host has answered with a page: the script that it once sent as the worker was another one.
  const isForeign = !isClub && typeof data === 'string' && !headers['server-timing']
  if ((status === 409 && workerBuild) || isForeign) await mendOtherBuild(workerBuild ?? 'unknown')
}

/** A call as a bug report lists it: the path is the contract's, without the ids of users and posts. */
type RecentCall = {
  name: CallName
  /** The status of the response, or the text of the error if there was none. */
  status: number | string
  ms: number
  /** When it ended, in ms since 1970. */
  at: number
}

const MAX_RECENT = 20
const recent: RecentCall[] = []

/** The last 20 calls of this page, the oldest first. */
export function recentCalls(): readonly RecentCall[] {
  return recent
}
