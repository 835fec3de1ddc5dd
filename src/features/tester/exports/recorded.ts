import { withDefaults } from '../../../client/http.ts'
import { urlOf } from '../request/address.ts'
import {
  type AnyMethod,
  bodyOf,
  headersOf,
  type TesterRequest,
  usernameOf,
} from '../request/tester-request.ts'
import type { Exchange } from '../response/exchange.ts'
import type { Check } from '../saved/checks.ts'

/** The part of an exchange that can be exported. A request that was not sent yet has no answer. */
export type Recorded = Partial<Omit<Exchange, 'request'>> & {
  request: TesterRequest<AnyMethod>
  /** Of a saved request: its name, which references of later ones use, and its checks (R14.26). */
  name?: string
  checks?: readonly Check[]
}

/** A request to repeat. */
export type Step = {
  /** The name of a saved request. */
  title?: string
  method: string
  /** Absolute if the endpoint is a valid URL. */
  url: string
  headers: Record<string, string>
  data?: unknown
  /** The expected status; undefined if any may come. */
  status?: number
  /** Expectations of the reply, other than that status. */
  checks?: readonly Check[]
  /** Values of its reply that later steps send, with the keys and indices that lead to them. */
  keeps?: { name: string; path: readonly (string | number)[] }[]
  /** The user whose token is sent. Exports request a token of their own: those of this browser stay here. */
  user?: string
}

/** @param viewer the user of the current session */
export function toStep({ request, answer }: Recorded, viewer?: string): Step {
  const { method, endpoint, auth } = request
  const url = urlOf(endpoint)?.href ?? endpoint
  const headers = headersOf(request.headers)
  const sent = withDefaults({ method, url, headers, data: bodyOf(request) })
  // The client adds it from a cookie of this browser.
  delete sent.headers['x-xsrf-token']
  const user = auth === 'session' ? viewer : usernameOf(auth)
  return {
    method,
    url,
    headers: sent.headers,
    data: sent.data,
    status: answer?.status ?? 200,
    // A typed header overrides the chosen user.
    ...(user && !sent.headers.authorization && { user }),
  }
}

/** Writes a JSON value. Lines after the first are indented by one more step. */
export function indentedJson(value: unknown, indent: number): string {
  return JSON.stringify(value, null, indent).replaceAll('\n', `\n${' '.repeat(indent)}`)
}

/** Writes a JSON value as JavaScript. */
export function literal(value: unknown): string {
  // A plain `__proto__` key would set the prototype. Strings never match: they contain no line breaks.
  return indentedJson(value, 2).replace(/^( *)"__proto__":/gm, '$1["__proto__"]:')
}
