/** A request as the app and the tester make it. Defaults are those of R12.24. */
export type HttpRequest = {
  method: string
  url: string
  headers?: Record<string, string>
  /** Sent as JSON; not sent at all with GET and HEAD, which have no body. */
  data?: unknown
  /** In milliseconds; 0 means no limit. */
  timeout?: number
  signal?: AbortSignal
  /** Given the text of the answer's body as it came, before it is parsed. */
  onText?: (text: string) => void
}

/** Limits and names of R12.24 and §9; -1 is no limit. */
const DEFAULTS = {
  timeout: 0,
  maxContentLength: -1,
  maxBodyLength: -1,
  xsrfCookieName: 'XSRF-TOKEN',
  xsrfHeaderName: 'X-XSRF-TOKEN',
} as const

/** What was sent: the request with all defaults, and only the data that went out. */
export type HttpConfig = Omit<typeof DEFAULTS, 'timeout'> & {
  method: string
  url: string
  /** By lower-case name. */
  headers: Record<string, string>
  data?: unknown
  timeout: number
}

/** The request as it goes out: for the answer to hold, and for those who write it down. */
export function withDefaults(asked: HttpRequest): HttpConfig {
  const { url, timeout = DEFAULTS.timeout } = asked
  const method = asked.method.toUpperCase()
  const data = ['GET', 'HEAD'].includes(method) ? undefined : asked.data
  const headers = requestHeaders(asked, data !== undefined)
  return { ...DEFAULTS, method, url, headers, ...(data !== undefined && { data }), timeout }
}

function requestHeaders({ url, headers = {} }: HttpRequest, hasBody: boolean) {
  const merged = new Map([['accept', 'application/json, text/plain, */*']])
  if (hasBody) merged.set('content-type', 'application/json')
  const token = readCookie(DEFAULTS.xsrfCookieName)
  if (token && isOurs(url)) merged.set(DEFAULTS.xsrfHeaderName.toLowerCase(), token)
  for (const [name, value] of Object.entries(headers)) merged.set(name.toLowerCase(), value)
  return Object.fromEntries(merged)
}

/** Only our own origin may learn the token. An address that is none fails when it is fetched. */
function isOurs(url: string): boolean {
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
