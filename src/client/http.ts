import { type HttpConfig, type HttpRequest, withDefaults } from './http-config.ts'
import { onServer } from './server-address.ts'

export type HttpResponse<Data = unknown> = {
  /** Parsed when the text is JSON, else the text. */
  data: Data
  status: number
  statusText: string
  headers: Record<string, string>
  config: HttpConfig
}

/** A request that brought no answer, or one outside 200 to 299, which then is in `response`. */
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
 * Make a request.
 * @throws HttpError "Network Error", "Request aborted", "timeout of {n}ms exceeded" or
 *   "Request failed with status code {n}" (R11.6)
 */
export async function request<Data = unknown>(asked: HttpRequest): Promise<HttpResponse<Data>> {
  const { signal, onText } = asked
  const config = withDefaults(asked)
  const { method, url, headers, data, timeout } = config
  const limit = timeout > 0 ? AbortSignal.timeout(timeout) : undefined
  try {
    const answer = await fetch(import.meta.env.VITE_API_URL ? onServer(url) : url, {
      method,
      headers,
      body: data === undefined ? undefined : JSON.stringify(data),
      signal: AbortSignal.any([signal, limit].filter((one) => one !== undefined)),
    })
    const text = await answer.text()
    onText?.(text)
    const response = toResponse<Data>(answer, text, config)
    if (answer.ok) return response
    throw new HttpError(`Request failed with status code ${answer.status}`, config, response)
  } catch (error) {
    if (error instanceof HttpError) throw error
    if (limit?.aborted) throw new HttpError(`timeout of ${timeout}ms exceeded`, config)
    if (signal?.aborted) throw new HttpError('Request aborted', config)
    throw new HttpError('Network Error', config, undefined, error)
  }
}

function toResponse<Data>(answer: Response, text: string, config: HttpConfig): HttpResponse<Data> {
  const { status, statusText } = answer
  const headers = Object.fromEntries(answer.headers)
  return { data: parseIfJson(text) as Data, status, statusText, headers, config }
}

function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
