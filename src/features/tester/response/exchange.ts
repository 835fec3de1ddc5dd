import { HttpError, type HttpResponse, request } from '../../../client/http.ts'
import { UNDEFINED_ROUTE } from '../../../contract/errors.ts'
import { isClub } from '../../../pwa/club.ts'
import { workerControl } from '../../../pwa/register.ts'
import { formatBytes } from '../format.ts'
import { addressOf, isOwnApi } from '../request/address.ts'
import { headersOf, type Sendable } from '../request/request-model.ts'
import { explainFailure, explainReply, watchPolicy } from './explain-failure.ts'

/** A request and its outcome. */
export type Exchange = {
  request: Sendable
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
}

type Options = {
  authorization: Record<string, string>
  signal: AbortSignal
  /** Sent in a form, in place of the body. */
  file?: File
}

/** Sends a request. A failure is logged and becomes part of the exchange; it is never thrown. */
export async function sendRequest(
  sent: Sendable,
  { authorization, signal, file: sentFile }: Options,
): Promise<Exchange> {
  const { method, body } = sent
  const url = addressOf(sent.endpoint)
  let received: Blob = new Blob()
  let from: Response | undefined
  const read = async (given: Response) => {
    from = given
    const type = given.headers.get('content-type') ?? ''
    await readParts(given, (parts) => {
      received = new Blob(parts, { type })
    })
    return isText(received.type) ? textOf(received) : ''
  }
  // A typed header overrides the chosen authorization.
  const headers = {
    ...authorization,
    ...headersOf(sent.headers),
    ...(sent.type && method !== 'GET' && { 'content-type': sent.type }),
  }
  const isForbidden = watchPolicy()
  const isMock = !isClub && isOwnApi(url)
  const at = Date.now()
  let start = performance.now()
  const done = async (response: unknown, reply?: HttpResponse, failure?: string) => {
    const timeMs = performance.now() - start
    const file = reply && !isText(received.type) ? received : undefined
    // Bytes that are no text would be shown as random characters.
    if (file && reply) reply.data = `${file.type}, ${formatBytes(file.size)}`
    const text = file ? '' : await textOf(received)
    const answer = reply && toAnswer(reply, text, received.size)
    const reason = reply && explainReply(reply, text, from?.redirected ? from.url : undefined)
    return { request: sent, at, timeMs, response, failure, reason, answer, file }
  }
  try {
    // Without the worker, the request would reach the host of the page.
    if (isMock) await workerControl()
    start = performance.now()
    const isTyped = sent.type !== undefined
    const text = sent.type === '' ? undefined : body
    const data = sentFile ? formOf(sentFile) : isTyped ? text : JSON.parse(body)
    const response = await request({ method, url, headers, data, isText: isTyped, signal, read })
    return done(response, response)
  } catch (error) {
    console.error(error)
    const { message, response, config } = error as HttpError
    // Of a stream that was cancelled or broke off, what came is shown.
    const part = !response && from && received.size > 0 && (await partOf(from, received))
    const reply = part ? { ...part, config } : response
    const exchange = await done(part ? reply : responseOf(error), reply, message)
    if (message !== 'Network Error') return exchange
    const known = isForbidden() ? 'policy' : isMock ? 'mock' : undefined
    return { ...exchange, reason: await explainFailure(url, known) }
  } finally {
    isForbidden()
  }
}

async function partOf({ status, statusText, headers }: Response, received: Blob) {
  const data = await textOf(received)
  return { data, status, statusText, headers: Object.fromEntries(headers) }
}

/** Reads a body, and keeps what has come when it ends early. */
async function readParts(from: Response, keep: (parts: BlobPart[]) => void): Promise<void> {
  const parts: BlobPart[] = []
  const reader = from.body?.getReader()
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read())
      parts.push(part.value)
  } finally {
    keep(parts)
  }
}

function formOf(file: File): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}

/** Whether a body of this media type can be read as text. */
function isText(type: string): boolean {
  return (
    type === '' ||
    /^text\/|[/+](x-)?(json|xml|javascript|www-form-urlencoded|ndjson|jsonl|jsonlines|yaml|csv|toml|graphql|sql|sh)\b/.test(
      type,
    )
  )
}

/** A body by the character set of its media type. One that is unknown is read as UTF-8. */
async function textOf(body: Blob): Promise<string> {
  const [, charset = 'utf-8'] = /charset\s*=\s*"?([^\s";]+)/i.exec(body.type) ?? []
  try {
    return new TextDecoder(charset).decode(await body.arrayBuffer())
  } catch {
    return body.text()
  }
}

const toAnswer = (
  { status, statusText, headers }: HttpResponse,
  text: string,
  bytes: number,
): Answer => ({ status, statusText, headers, text, bytes })

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
