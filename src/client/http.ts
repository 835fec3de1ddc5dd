/** A request as the app and the tester make it. Defaults are those of R12.24. */
export type HttpRequest = {
  method: string
  url: string
  headers?: Record<string, string>
  /** Sent as JSON, or as a form if it is one; not sent at all with GET and HEAD, which have no body. */
  data?: unknown
  /** `data` is a text to send as it is, of the type of a header. */
  isText?: boolean
  /** In milliseconds; 0 means no limit. */
  timeout?: number
  signal?: AbortSignal
  /** Takes a redirect as a network error. By default, it is followed. */
  noRedirect?: boolean
  /** Reads the response body. By default, it is text in UTF-8. */
  read?: (received: Response) => Promise<string>
}

/** Limits and names of R12.24; -1 means no limit. */
const DEFAULTS = {
  timeout: 0,
  maxContentLength: -1,
  maxBodyLength: -1,
  xsrfCookieName: 'XSRF-TOKEN',
  xsrfHeaderName: 'X-XSRF-TOKEN',
} as const

/** The request as it was sent, with all defaults. `data` is missing if there was no body. */
export type HttpConfig = Omit<typeof DEFAULTS, 'timeout'> & {
  method: string
  url: string
  /** By lower-case name. */
  headers: Record<string, string>
  data?: unknown
  timeout: number
}

export type HttpResponse<Data = unknown> = {
  /** Parsed when the text is JSON, else the text. */
  data: Data
  status: number
  statusText: string
  headers: Record<string, string>
  config: HttpConfig
}

/** A request without a response, or whose `response` has a status outside 200 to 299. */
export class HttpError extends Error {
  readonly config: HttpConfig
  readonly response?: HttpResponse

  constructor(message: string, config: HttpConfig, response?: HttpResponse, cause?: unknown) {
    super(message, { cause })
    this.name = 'HttpError'
    this.config = config
    this.response = response
  }
}

/**
 * Makes a request.
 * @throws HttpError "Network Error", "Request aborted", "timeout of {n}ms exceeded" or
 *   "Request failed with status code {n}" (R11.6)
 */
export async function request<Data = unknown>(given: HttpRequest): Promise<HttpResponse<Data>> {
  const { signal, noRedirect, isText, read } = given
  const config = withDefaults(given)
  const { method, url, headers, data, timeout } = config
  const limit = timeout > 0 ? AbortSignal.timeout(timeout) : undefined
  try {
    const received = await fetch(url, {
      method,
      headers,
      body:
        data === undefined || data instanceof FormData || isText
          ? (data as BodyInit)
          : JSON.stringify(data),
      redirect: noRedirect ? 'error' : 'follow',
      signal: AbortSignal.any([signal, limit].filter((each) => each !== undefined)),
    })
    const text = await (read?.(received) ?? received.text())
    const response = toResponse<Data>(received, text, config)
    if (received.ok) return response
    throw new HttpError(`Request failed with status code ${received.status}`, config, response)
  } catch (error) {
    if (error instanceof HttpError) throw error
    if (limit?.aborted) throw new HttpError(`timeout of ${timeout}ms exceeded`, config)
    if (signal?.aborted) throw new HttpError('Request aborted', config)
    throw new HttpError('Network Error', config, undefined, error)
  }
}

function toResponse<Data>(
  received: Response,
  text: string,
  config: HttpConfig,
): HttpResponse<Data> {
  const { status, statusText } = received
  const headers = Object.fromEntries(received.headers)
  return { data: parseIfJson(text) as Data, status, statusText, headers, config }
}

function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Adds the defaults to a request, and leaves out data that its method cannot send. */
export function withDefaults(given: HttpRequest): HttpConfig {
  const { url, timeout = DEFAULTS.timeout } = given
  const method = given.method.toUpperCase()
  const data = ['GET', 'HEAD'].includes(method) ? undefined : given.data
  // The browser sets the type of a form, which has its boundary.
  const headers = requestHeaders(given, data !== undefined && !(data instanceof FormData))
  return { ...DEFAULTS, method, url, headers, ...(data !== undefined && { data }), timeout }
}

function requestHeaders({ url, headers = {} }: HttpRequest, hasBody: boolean) {
  const merged = new Map([['accept', 'application/json, text/plain, */*']])
  if (hasBody) merged.set('content-type', 'application/json')
  const token = readCookie(DEFAULTS.xsrfCookieName)
  if (token && isSameOrigin(url)) merged.set(DEFAULTS.xsrfHeaderName.toLowerCase(), token)
  for (const [name, value] of Object.entries(headers)) merged.set(name.toLowerCase(), value)
  return Object.fromEntries(merged)
}

/** Only our own origin gets the XSRF token. An invalid address fails later, in `fetch`. */
function isSameOrigin(url: string): boolean {
  return URL.canParse(url, location.href) && new URL(url, location.href).origin === location.origin
}

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  const value = pair?.slice(name.length + 1)
  try {
    return value && decodeURIComponent(value)
  } catch {
    return value
  }
}
