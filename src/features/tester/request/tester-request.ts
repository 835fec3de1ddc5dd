export const METHODS = ['GET', 'POST', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** Why the tester does not send a request with another method (R14.27). */
export const methodProblem = (method: string) =>
  `The tester sends GET, POST and DELETE, not ${method}.`
/** Methods that the tester keeps and exports, but does not send (R14.27). */
export const OTHER_METHODS = ['PUT', 'PATCH', 'HEAD', 'OPTIONS'] as const
export type AnyMethod = Method | (typeof OTHER_METHODS)[number]

/** The user whose token is sent: none, the signed-in user, or a user of the seed data. */
export type AuthChoice = 'none' | 'session' | `user:${string}`

export function isAuthChoice(value: unknown): value is AuthChoice {
  return value === 'none' || value === 'session' || /^user:./.test(String(value))
}

/** The username in a choice of a seed user. */
export function usernameOf(choice: AuthChoice): string | undefined {
  return choice.startsWith('user:') ? choice.slice('user:'.length) : undefined
}

/** A request in the form that history and links store. */
export type TesterRequest<M extends AnyMethod = Method> = {
  method: M
  endpoint: string
  headers: HeaderFields[]
  /** JSON text. */
  body: string
  auth: AuthChoice
}

/** Whether the tester sends requests with this method. */
export function isSendable(request: TesterRequest<AnyMethod>): request is TesterRequest {
  return (METHODS as readonly string[]).includes(request.method)
}

/** The parsed body. Without its secrets, it can be no JSON any more. */
export function bodyOf({ body }: { body: string }): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** The initial request (R14.2). */
export const DEFAULT_REQUEST: TesterRequest = {
  method: 'GET',
  endpoint: '/api/test-todos',
  headers: [{ isUsed: true, header: 'Accept', value: '*/*' }],
  body: '{}',
  auth: 'none',
}

/** A request in the form. `body` is the last valid JSON of `bodyText`, parsed, and is sent. */
export type RequestForm = Omit<TesterRequest, 'headers' | 'body'> & {
  rows: HeaderRow[]
  bodyText: string
  body: unknown
  bodyError?: string
}

export function toForm({ headers, body, ...rest }: TesterRequest): RequestForm {
  const form = { ...rest, rows: openRows(headers), bodyText: body, body: {} }
  return withBodyText(form, body)
}

/** The request that the form sends: without empty header rows, and with the last valid body. */
export function toRequest({ method, endpoint, auth, ...form }: RequestForm): TesterRequest {
  const headers = form.rows
    .filter(({ isUsed, header, value }) => isUsed || header || value)
    .map(({ isUsed, header, value }) => ({ isUsed, header, value }))
  const body = form.bodyError ? JSON.stringify(form.body, null, 2) : form.bodyText
  return { method, endpoint, headers, body, auth }
}

/** Sets the body text. Invalid JSON sets the error and leaves the parsed body unchanged (R14.5). */
export function withBodyText(form: RequestForm, bodyText: string): RequestForm {
  try {
    return { ...form, bodyText, body: JSON.parse(bodyText), bodyError: undefined }
  } catch {
    return { ...form, bodyText, bodyError: 'Error in JSON format' }
  }
}

/** A row of the header editor (R14.3). */
export type HeaderRow = { id: number; isUsed: boolean; header: string; value: string }
export type HeaderFields = Omit<HeaderRow, 'id'>

/** Creates the rows for `fields`, followed by an empty row. */
export function openRows(fields: readonly HeaderFields[]): HeaderRow[] {
  return withEmptyRow(
    fields.map(({ isUsed, header, value }, id) => ({ id, isUsed, header, value })),
  )
}

/** Changes a row. Typing or pasting into the last row appends a new empty row. */
export function editRow(rows: HeaderRow[], id: number, change: Partial<HeaderFields>): HeaderRow[] {
  const edited = rows.map((row) => (row.id === id ? { ...row, ...change } : row))
  return rows.at(-1)?.id === id ? withEmptyRow(edited) : edited
}

export function removeRow(rows: HeaderRow[], id: number): HeaderRow[] {
  return rows.filter((row) => row.id !== id)
}

function withEmptyRow(rows: HeaderRow[]): HeaderRow[] {
  const id = Math.max(-1, ...rows.map((row) => row.id)) + 1
  return [...rows, { id, isUsed: false, header: '', value: '' }]
}

/** N of "Headers: N" (R14.4). */
export function countUsed(rows: readonly HeaderFields[]): number {
  return rows.filter(({ isUsed }) => isUsed).length
}

/** The headers to send: the enabled rows that `fetch` accepts. */
export function headersOf(rows: readonly HeaderFields[]): Record<string, string> {
  const sent = rows.filter((row) => row.isUsed && !reasonUnsent(row))
  return Object.fromEntries(sent.map(({ header, value }) => [header.trim(), value.trim()]))
}

/** A value of the reply of a saved request, which replaces it before the request is sent (R14.24). */
export const REFERENCE = /\{\{[^{}]*\}\}/g

const NAME = /^[!#$%&'*+.^_`|~\w-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
const FORBIDDEN =
  /^(accept-charset|accept-encoding|access-control-request-(headers|method)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|(proxy|sec)-.*)$/i

/** Whether only the browser may set a header, so that a page can't (https://fetch.spec.whatwg.org/#forbidden-request-header). */
export const isBrowserHeader = (name: string) => FORBIDDEN.test(name.trim())

/** The reason why a row with content is not sent. A row that `fetch` rejects would fail the whole request. */
export function reasonUnsent({ isUsed, header, value }: HeaderFields): string | undefined {
  if (!isUsed) return header || value ? 'Not sent: this header is off.' : undefined
  const name = header.trim()
  if (!name) return 'Not sent: the header has no name.'
  if (!NAME.test(name)) return "Not sent: header names can't contain spaces or colons."
  if (isBrowserHeader(name)) return 'Not sent: the browser sets this header itself.'
  if (!VALUE.test(value.replace(REFERENCE, '').trim()))
    return "Not sent: the value has characters that headers can't contain."
  return undefined
}
