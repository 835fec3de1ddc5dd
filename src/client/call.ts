import { KEY_HEADER } from '../contract/call.ts'
import type { Body, CallName, Params, Reply } from '../contract/calls.ts'
import { TAB_HEADER } from '../contract/changes.ts'
import { BUILD, BUILD_HEADER } from '../pwa/build.ts'
import { workerControl } from '../pwa/register.ts'
import { mendOtherBuild } from '../pwa/updates.ts'
import { noteOwnChange, readFresh } from './fresh.ts'
import { HttpError, type HttpResponse, request } from './http.ts'
import type { HttpRequest } from './http-config.ts'
import { noteCall } from './recent-calls.ts'
import { forPage, forServer } from './server-address.ts'
import { throwIfSessionOver } from './session.ts'
import { TAB } from './tab.ts'
import { token } from './token.ts'
import { newUuid } from './uuid.ts'

type Given<Key extends string, Value> = Value extends undefined
  ? { [K in Key]?: undefined }
  : { [K in Key]: Value }

/** What a call needs, from its line in the contract; plus the query string and the abort signal. */
export type CallOptions<Name extends CallName> = Given<
  'params',
  keyof Params<Name> extends never ? undefined : Params<Name>
> &
  Given<'body', Body<Name>> & {
    query?: Record<string, string>
    signal?: AbortSignal
    /** The `Idempotency-Key` of a write that may be sent again: the API does it once. */
    key?: string
  }

/**
 * Make a call of the contract and give its answer, which for a read is not older than any write of
 * this page.
 * @throws HttpError as `request` does, or when somebody else than the API answered
 * @throws NoWorkerError when there is no worker to answer
 * @throws SessionOverError when the session's token is refused
 */
export async function send<Name extends CallName>(
  name: Name,
  options: CallOptions<Name>,
): Promise<HttpResponse<Reply<Name>>> {
  if (SAFE.test(name)) return readFresh(() => sendOnce(name, options))
  return sendOnce(name, options).finally(noteOwnChange)
}

/** The calls that change nothing. */
const SAFE = /^GET |^POST \/api\/auth\/verify$/

async function sendOnce<Name extends CallName>(
  name: Name,
  { params, body, query, signal, key = newUuid() }: CallOptions<Name>,
): Promise<HttpResponse<Reply<Name>>> {
  if (!import.meta.env.VITE_API_URL) await workerControl()
  const [method = '', path = ''] = name.split(' ')
  const values = (params ?? {}) as Record<string, string>
  const filled = path.replace(/:(\w+)/g, (_, key) => encodeURIComponent(values[key] ?? ''))
  const config: HttpRequest = {
    method,
    url: query ? `${filled}?${new URLSearchParams(query)}` : filled,
    // Writes answer only what they changed: a like costs the same with 10 posts or 10,000.
    headers: {
      Prefer: 'return=minimal',
      ...callHeaders(method === 'GET' ? undefined : key),
    },
    data: import.meta.env.VITE_API_URL ? forServer(body) : body,
    signal,
  }
  const started = performance.now()
  const note = (status: number | string) => noteCall(name, status, performance.now() - started)
  const response = await request<Reply<Name>>(config).catch(async (error) => {
    note(error.response?.status ?? error.message)
    // The same text answers a log-in with an unknown username.
    if (name !== 'POST /api/auth/login') await throwIfSessionOver(error)
    return leaveOtherBuild(error)
  })
  note(response.status)
  // An uncontrolled page would get the app's own HTML from the host.
  if (typeof response.data !== 'object' || response.data === null)
    throw new HttpError('Network Error', response.config, response)
  return import.meta.env.VITE_API_URL ? { ...response, data: forPage(response.data) } : response
}

/** As {@link send}, without what came around the answer. */
export async function call<Name extends CallName>(
  name: Name,
  options: CallOptions<Name>,
): Promise<Reply<Name>> {
  return (await send(name, options)).data
}

/**
 * The headers of every call: the build and tab of the page, the viewer's token, and the key of a
 * write. A browser that stops the worker while it answers sends the request again: the key lets it
 * be done once.
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

/**
 * Handles the refusal of a worker of another build, which names that build, by leaving this one.
 * @throws every other error again
 */
export async function leaveOtherBuild(error: unknown): Promise<never> {
  const { status, headers } = (error instanceof HttpError && error.response) || {}
  const workerBuild = headers?.[BUILD_HEADER.toLowerCase()]
  if (status === 409 && workerBuild) await mendOtherBuild(workerBuild)
  throw error
}
