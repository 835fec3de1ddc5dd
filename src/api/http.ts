/** A request as the app and the tester make it. Defaults are those of spec §7. */
export type HttpRequest = {
  method: string
  url: string
  headers?: Record<string, string>
  /** Sent as JSON; not sent at all with GET and HEAD, which have no body. */
  data?: unknown
  /** In milliseconds; 0 means no limit. */
  timeout?: number
  signal?: AbortSignal
}

export type HttpResponse<Data = unknown> = {
  /** Parsed when the text is JSON, else the text. */
  data: Data
  status: number
  statusText: string
  headers: Record<string, string>
  config: HttpRequest
}

/** A request that brought no answer, or one outside 200 to 299, which then is in `response`. */
export class HttpError extends Error {
  readonly config: HttpRequest
  readonly response?: HttpResponse

  constructor(message: string, config: HttpRequest, response?: HttpResponse, cause?: unknown) {
    super(message, { cause })
    this.name = 'HttpError'
    this.config = config
    this.response = response
  }
}

const ACCEPT = 'application/json, text/plain, */*'
const XSRF_COOKIE = 'XSRF-TOKEN'
const XSRF_HEADER = 'X-XSRF-TOKEN'

/**
 * Make a request.
 * @throws HttpError "Network Error", "Request aborted", "timeout of {n}ms exceeded" or
 *   "Request failed with status code {n}" (spec §8)
 */
export async function request<Data = unknown>(config: HttpRequest): Promise<HttpResponse<Data>> {
  const { method, url, data, timeout = 0, signal } = config
  const limit = timeout > 0 ? AbortSignal.timeout(timeout) : undefined
  const hasBody = data !== undefined && !['GET', 'HEAD'].includes(method.toUpperCase())
  try {
    const answer = await fetch(url, {
      method,
      headers: requestHeaders(config, hasBody),
      body: hasBody ? JSON.stringify(data) : undefined,
      signal: AbortSignal.any([signal, limit].filter((one) => one !== undefined)),
    })
    const response = await readResponse<Data>(answer, config)
    if (answer.ok) return response
    throw new HttpError(`Request failed with status code ${answer.status}`, config, response)
  } catch (error) {
    if (error instanceof HttpError) throw error
    if (limit?.aborted) throw new HttpError(`timeout of ${timeout}ms exceeded`, config)
    if (signal?.aborted) throw new HttpError('Request aborted', config)
    throw new HttpError('Network Error', config, undefined, error)
  }
}

function requestHeaders({ url, headers }: HttpRequest, hasBody: boolean): Headers {
  const merged = new Headers({ Accept: ACCEPT })
  if (hasBody) merged.set('Content-Type', 'application/json')
  const token = readCookie(XSRF_COOKIE)
  const isOurs = new URL(url, location.href).origin === location.origin
  if (token && isOurs) merged.set(XSRF_HEADER, token)
  for (const [name, value] of Object.entries(headers ?? {})) merged.set(name, value)
  return merged
}

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}

async function readResponse<Data>(
  answer: Response,
  config: HttpRequest,
): Promise<HttpResponse<Data>> {
  const text = await answer.text()
  return {
    data: parseIfJson(text) as Data,
    status: answer.status,
    statusText: answer.statusText,
    headers: Object.fromEntries(answer.headers),
    config,
  }
}

function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
