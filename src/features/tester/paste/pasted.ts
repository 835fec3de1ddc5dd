import {
  isBrowserHeader,
  METHODS,
  methodProblem,
  OTHER_METHODS,
  type TesterRequest,
} from '../request/tester-request.ts'
import { suggestName } from '../saved/names.ts'
import type { NewSaved } from '../saved/saved.ts'

/** A request of any method, with a name if the pasted text has one. */
export type PastedRequest = Omit<TesterRequest, 'method'> & { method: string; name?: string }

/** The requests of a pasted text. Each note is a sentence about something that was not taken over. */
export type Pasted = { requests: PastedRequest[]; notes: string[] }

/** The parts of a request, as curl, `fetch`, HAR and OpenAPI have them. */
export type Parts = {
  method?: string
  endpoint: string
  headers: readonly (readonly [header: string, value: string])[]
  /** Missing if there is none. */
  body?: string
  name?: string
}

/** Builds a request, without the headers that browsers set themselves: copies from DevTools are full of them. */
export function toRequest({ method = 'GET', endpoint, headers, body, name }: Parts): Pasted {
  const rows = headers.map(([header, value]) => ({ isUsed: true, header, value }))
  const isSent = (row: (typeof rows)[number]) =>
    !row.header.startsWith(':') && !isBrowserHeader(row.header)
  const used = rows.filter(isSent)
  const request = {
    method: method.toUpperCase(),
    endpoint,
    headers: used.length > 0 ? used : [{ isUsed: true, header: 'Accept', value: '*/*' }],
    body: body === undefined || body === '' ? '{}' : body,
    auth: 'none' as const,
    ...(name && { name }),
  }
  return {
    requests: [request],
    notes: [...noteLeftOut(rows.length - used.length), ...noteBody(request.body)],
  }
}

function noteLeftOut(count: number): string[] {
  if (count === 0) return []
  const headers = count === 1 ? '1 header' : `${count} headers`
  return [`Left out: ${headers} that the browser sets itself, such as cookies.`]
}

function noteBody(body: string): string[] {
  try {
    JSON.parse(body)
    return []
  } catch {
    return ['The body is not JSON. The tester sends JSON only.']
  }
}

/** Joins the requests of several texts. Each note is there once. */
export function join(parts: readonly Pasted[]): Pasted {
  return {
    requests: parts.flatMap(({ requests }) => requests),
    notes: [...new Set(parts.flatMap(({ notes }) => notes))],
  }
}

/** Why the tester does not send a request, if it does not. */
export function reasonRefused({ method }: PastedRequest): string | undefined {
  if ((METHODS as readonly string[]).includes(method)) return undefined
  return methodProblem(method)
}

/** A pasted request to save: none, if its method is kept neither. A body that is no JSON is left out. */
export function toSaved({ name, method, body, ...request }: PastedRequest): NewSaved[] {
  const known = [...METHODS, ...OTHER_METHODS].find((one) => one === method)
  if (!known) return []
  const kept = { ...request, method: known, body: noteBody(body).length > 0 ? '{}' : body }
  return [{ name: name || suggestName(request.endpoint, []), request: kept, checks: [] }]
}
