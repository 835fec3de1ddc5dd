import { HttpError, type HttpRequest, type HttpResponse, request } from '../../../client/http.ts'
import { UNDEFINED_ROUTE } from '../../../contract/errors.ts'
import { isClub } from '../../../pwa/club.ts'
import { workerControl } from '../../../pwa/register.ts'
import { formatBytes } from '../format.ts'
import { addressOf, urlOf } from '../request/address.ts'
import { headersOf, type TesterRequest } from '../request/tester-request.ts'
import { explainFailure, explainReply, watchPolicy } from './explain-failure.ts'

/** A request and its outcome. */
export type Exchange = {
  request: TesterRequest
  /** The start of the request, in ms since 1970. */
  at: number
  timeMs: number
  /** The response that is shown and stored (R14.7). The user can edit it. */
  response: unknown
  /** The message of the client's error (R11.6). */
  failure?: string
  /** The likely cause of a "Network Error", or of a reply that is not what the API sends. */
  reason?: string
  /** Undefined if there was no response. */
  answer?: Answer
  /** The body of a reply that is no text, such as a picture. */
  file?: Blob
  /** The response was too large for the history. */
  isCut?: boolean
  /** The id of the saved request whose reply this is. */
  saved?: string
}

export type Answer = {
  status: number
  statusText: string
  headers: Record<string, string>
  /** The unparsed body; empty if it is a file. */
  text: string
  /** The size of the body. */
  bytes: number
  source?: AnswerSource
  timing: TimingPart[]
}

/** A metric of a `Server-Timing` header. */
export type TimingPart = { name: string; ms: number; text?: string }

type Options = {
  authorization: Record<string, string>
  signal: AbortSignal
  /** Sent in a form, in place of the body. */
  file?: File
}

/** Sends a request. A failure is logged and becomes part of the exchange; it is never thrown. */
export async function sendRequest(
  sent: TesterRequest,
  { authorization, signal, file: sentFile }: Options,
): Promise<Exchange> {
  const { method, body } = sent
  const url = addressOf(sent.endpoint)
  let received: Blob = new Blob()
  let redirectedTo: string | undefined
  const onBody: HttpRequest['onBody'] = (...given) => {
    ;[received, redirectedTo] = given
  }
  // A typed header overrides the chosen authorization.
  const headers = { ...authorization, ...headersOf(sent.headers) }
  const sourceOf = watchSource(url)
  const isForbidden = watchPolicy()
  const isMock = !isClub && isOwnApi(url)
  const at = Date.now()
  let start = performance.now()
  const done = async (response: unknown, reply?: HttpResponse, failure?: string) => {
    const timeMs = performance.now() - start
    const file = reply && !isText(received.type) ? received : undefined
    // Bytes that are no text would be shown as random characters.
    if (file && reply) reply.data = `${file.type}, ${formatBytes(file.size)}`
    const text = file ? '' : await received.text()
    const answer = reply && toAnswer(reply, text, received.size, await sourceOf())
    const reason = reply && explainReply(reply, text, redirectedTo)
    return { request: sent, at, timeMs, response, failure, reason, answer, file }
  }
  try {
    // Without the worker, the request would reach the host of the page.
    if (isMock) await workerControl()
    start = performance.now()
    const data = sentFile ? formOf(sentFile) : JSON.parse(body)
    const response = await request({ method, url, headers, data, signal, onBody })
    return done(response, response)
  } catch (error) {
    console.error(error)
    const { message, response } = error as HttpError
    const exchange = await done(responseOf(error), response, message)
    if (message !== 'Network Error') return exchange
    const known = isForbidden() ? 'policy' : isMock ? 'mock' : undefined
    return { ...exchange, reason: await explainFailure(url, known) }
  } finally {
    isForbidden()
  }
}

function formOf(file: File): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}

/** Whether a body of this media type can be read as text. */
function isText(type: string): boolean {
  return type === '' || /^text\/|[/+](json|xml|javascript|x-www-form-urlencoded)\b/.test(type)
}

function toAnswer(
  received: HttpResponse,
  text: string,
  bytes: number,
  source?: AnswerSource,
): Answer {
  const { status, statusText, headers } = received
  const timing = parseServerTiming(headers['server-timing'])
  return { status, statusText, headers, text, bytes, source, timing }
}

/**
 * The response to show for an error (R14.8): the error's own response, or the fields of the
 * error itself if the mock has no such route.
 */
export function responseOf(error: unknown) {
  if (!(error instanceof HttpError)) return undefined
  const { name, message, config, response } = error
  const { description } = (response?.data ?? {}) as { description?: string }
  if (description !== UNDEFINED_ROUTE) return response
  return { name, message, description, config, response }
}

const METRIC = /(?:"(?:\\.|[^"\\])*"|[^,"])+/g
const PARAM = /(?:"(?:\\.|[^"\\])*"|[^;"])+/g

/** Parses a `Server-Timing` header. Metrics without a duration are left out. */
export function parseServerTiming(header = ''): TimingPart[] {
  return (header.match(METRIC) ?? []).flatMap((metric) => {
    const [name = '', ...params] = (metric.match(PARAM) ?? []).map((part) => part.trim())
    const { dur = '', desc } = Object.fromEntries(params.map(parseParam))
    const ms = Number.parseFloat(dur)
    return Number.isNaN(ms) ? [] : [{ name, ms, ...(desc && { text: desc }) }]
  })
}

function parseParam(param: string): [string, string] {
  const [name = '', value = ''] = param.split(/=(.*)/s).map((part) => part.trim())
  const unquoted = value.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/g, '$1')
  return [name.toLowerCase(), unquoted]
}

export type AnswerSource = 'worker' | 'network'
type Entry = Pick<PerformanceResourceTiming, 'workerStart' | 'nextHopProtocol'>

/** A browser may add the resource timing entry after the response. Later entries are ignored. */
const ENTRY_TIMEOUT_MS = 200

/** Whether a URL belongs to the API of this app, which the worker handles. */
export function isOwnApi(endpoint: string): boolean {
  const url = urlOf(endpoint)
  return url !== undefined && url.origin === location.origin && url.pathname.startsWith('/api/')
}

/**
 * Observes the source of the response to a request that starts now.
 * @returns a function to call after the response; it resolves to undefined if the browser has no entry
 */
function watchSource(endpoint: string): () => Promise<AnswerSource | undefined> {
  if (!isClub && isOwnApi(endpoint)) return async () => 'worker'
  const url = urlOf(endpoint)
  if (!url) return async () => undefined
  // The worker serves our own origin only. Entries of other origins are mostly empty.
  if (url.origin !== location.origin) return async () => 'network'
  let report = (_entry?: Entry) => {}
  const reported = new Promise<Entry | undefined>((resolve) => {
    report = resolve
  })
  const observer = new PerformanceObserver((list) => {
    const [entry] = list.getEntriesByName(url.href)
    if (entry) report(entry as PerformanceResourceTiming)
  })
  observer.observe({ type: 'resource' })
  return async () => {
    const timeout = setTimeout(report, ENTRY_TIMEOUT_MS)
    const entry = await reported
    clearTimeout(timeout)
    observer.disconnect()
    return sourceOf(entry)
  }
}

/** The worker handles every request of the page. Only those that it forwards have a network protocol. */
export function sourceOf(entry: Entry | undefined): AnswerSource | undefined {
  if (!entry) return undefined
  return entry.workerStart > 0 && entry.nextHopProtocol === '' ? 'worker' : 'network'
}
