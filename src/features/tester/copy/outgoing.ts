import { withDefaults } from '../../../client/http-config.ts'
import { headersOf } from '../request/header-rows.ts'
import type { TesterRequest } from '../request/tester-request.ts'

/** A request as it goes out, for those who write it down in another language. */
export type Outgoing = {
  method: string
  /** Absolute, if the endpoint is an address at all. */
  url: string
  headers: Record<string, string>
  data?: unknown
}

/** @param authorization the chosen one; a typed header is stronger */
export function outgoing(
  { method, endpoint, headers, body }: TesterRequest,
  authorization: Record<string, string>,
): Outgoing {
  const sent = withDefaults({
    method,
    url: URL.canParse(endpoint, location.href) ? new URL(endpoint, location.href).href : endpoint,
    headers: { ...authorization, ...headersOf(headers) },
    data: JSON.parse(body),
  })
  return { method: sent.method, url: sent.url, headers: sent.headers, data: sent.data }
}
