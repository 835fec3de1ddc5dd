export const METHODS = ['GET', 'POST', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** Why the tester does not send a request with another method (R14.27). */
export const methodProblem = (method: string) =>
  `The tester sends GET, POST and DELETE, not ${method}.`
/** Methods that the tester keeps and exports, but does not send (R14.27). */
const OTHER_METHODS = ['PUT', 'PATCH', 'HEAD', 'OPTIONS'] as const
export type AnyMethod = Method | (typeof OTHER_METHODS)[number]
export const ANY_METHODS: readonly AnyMethod[] = [...METHODS, ...OTHER_METHODS]

/** The user whose token is sent: none, the signed-in user, or a user of the seed data. */
export type AuthChoice = 'none' | 'session' | `user:${string}`

export function isAuthChoice(value: unknown): value is AuthChoice {
  return value === 'none' || value === 'session' || /^user:./.test(String(value))
}

/** The username in a choice of a seed user. */
export function usernameOf(choice: AuthChoice): string | undefined {
  return choice.startsWith('user:') ? choice.slice('user:'.length) : undefined
}

/** A request: of the form, the history, saved requests, links, runs and all formats. */
export type RequestModel<M extends AnyMethod = AnyMethod> = {
  method: M
  endpoint: string
  headers: HeaderFields[]
  /** JSON text; with a type, any text. */
  body: string
  /** The media type of a body that is sent as it is: only imported requests have one. Empty if none is sent. */
  type?: string
  auth: AuthChoice
}
/** One that the tester sends. */
export type Sendable = RequestModel<Method>

/** Whether the tester sends requests with this method. */
export function isSendable(request: RequestModel): request is Sendable {
  return (METHODS as readonly string[]).includes(request.method)
}

/** The parsed body. Without its secrets, it can be no JSON any more. */
export function bodyOf({ body, type }: Pick<RequestModel, 'body' | 'type'>): unknown {
  return type === undefined && parses(body) ? JSON.parse(body) : body
}

export const isJsonType = (type: string) => /[/+]json\b/i.test(type)

export function parses(json: string): boolean {
  try {
    JSON.parse(json)
    return true
  } catch {
    return false
  }
}

export const isHeader = ({ header }: HeaderFields, name: string) =>
  header.trim().toLowerCase() === name

/** The initial request (R14.2). */
export const DEFAULT_REQUEST: Sendable = {
  method: 'GET',
  endpoint: '/api/test-todos',
  headers: [{ isUsed: true, header: 'Accept', value: '*/*' }],
  body: '{}',
  auth: 'none',
}

/** What a request has beside its method and address. */
export const PARTS = ['Authorization', 'Headers', 'Body'] as const
type Part = (typeof PARTS)[number]

/** A request in the form. `body` is the last valid JSON of `bodyText`, parsed, and is sent. */
export type RequestForm = Omit<Sendable, 'headers' | 'body'> & {
  /** The one that is shown where there is room for one. */
  part: Part
  rows: HeaderRow[]
  bodyText: string
  body: unknown
  bodyError?: string
  /** The body that was sent in place of a text with an error. */
  sentBody?: string
}

export function toForm(request: Sendable): RequestForm {
  const { headers, body, ...rest } = request
  const form = { ...rest, rows: openRows(headers), bodyText: body, body: {} }
  return withBodyText({ ...form, part: mainPart(request) }, body)
}

/** The part that tells most about a request: of a GET, one that is not as in the default request. */
function mainPart({ method, headers, auth }: Sendable): Part {
  const isDefault = JSON.stringify(headers) === JSON.stringify(DEFAULT_REQUEST.headers)
  if (method !== 'GET') return 'Body'
  if (!isDefault && headers.length > 0) return 'Headers'
  return auth === 'none' ? 'Body' : 'Authorization'
}

/** The request that the form sends: without empty header rows, and with the last valid body. */
export function toRequest({ method, endpoint, auth, type, ...form }: RequestForm): Sendable {
  const headers = form.rows
    .filter(({ isUsed, header, value }) => isUsed || header || value)
    .map(({ isUsed, header, value }) => ({ isUsed, header, value }))
  const body = form.bodyError ? JSON.stringify(form.body, null, 2) : form.bodyText
  return { method, endpoint, headers, body, auth, ...(type !== undefined && { type }) }
}

/** Sets the body text. Invalid JSON sets the error and leaves the parsed body unchanged (R14.5). */
export function withBodyText(before: RequestForm, bodyText: string): RequestForm {
  const { type, ...rest } = before
  // Once a body is typed where none was sent, it is JSON.
  const form: RequestForm = type === '' && bodyText !== '' ? rest : before
  if (form.type !== undefined)
    return { ...form, bodyText, bodyError: undefined, sentBody: undefined }
  try {
    const body = JSON.parse(bodyText)
    return { ...form, bodyText, body, bodyError: undefined, sentBody: undefined }
  } catch {
    return { ...form, bodyText, bodyError: 'Error in JSON format', sentBody: undefined }
  }
}

/** Gives up the type of a body that is sent as it is. */
export function asJson({ type: _, ...form }: RequestForm): RequestForm {
  return withBodyText(form, form.bodyText || '{}')
}

const MOST_SHOWN = 200

/** Shows the error of a text that is no JSON, and notes the body that {@link toRequest} sends in its place (R14.5). */
export function withSentBody(form: RequestForm): RequestForm {
  if (!form.bodyError) return form
  if (form.method === 'GET') return { ...form, part: 'Body' }
  const sent = JSON.stringify(form.body)
  return {
    ...form,
    part: 'Body',
    sentBody: sent.length > MOST_SHOWN ? `${sent.slice(0, MOST_SHOWN)}…` : sent,
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

/** The headers to send: the enabled rows that `fetch` accepts. Those of one name are one header with a list of values. */
export function headersOf(rows: readonly HeaderFields[]): Record<string, string> {
  const sent = new Map<string, [header: string, value: string]>()
  for (const row of rows.filter((one) => one.isUsed && !reasonUnsent(one))) {
    const name = row.header.trim()
    const value = row.value.trim()
    const before = sent.get(name.toLowerCase())
    sent.set(name.toLowerCase(), before ? [before[0], `${before[1]}, ${value}`] : [name, value])
  }
  return Object.fromEntries(sent.values())
}

/** A value of the reply of a saved request, which replaces it before the request is sent (R14.24). */
export const REFERENCE = /\{\{[^{}]*\}\}/g

const NAME = /^[!#$%&'*+.^_`|~\w-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
const FORBIDDEN =
  /^(accept-charset|accept-encoding|access-control-request-(headers|method)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|(proxy|sec)-.*)$/i

/** Whether only the browser may set a header, so that a page can't (https://fetch.spec.whatwg.org/#forbidden-request-header). */
export const isBrowserHeader = (name: string) => FORBIDDEN.test(name.trim())

/** Whether this browser takes a header from a page: Chromium drops User-Agent (https://issues.chromium.org/issues/40450316). */
const isTaken = (name: string) =>
  new Request('https://x', { headers: { [name]: '' } }).headers.has(name)

/** The reason why a row with content is not sent. A row that `fetch` rejects would fail the whole request. */
export function reasonUnsent({ isUsed, header, value }: HeaderFields): string | undefined {
  if (!isUsed) return header || value ? "This header isn't sent: it is off." : undefined
  const name = header.trim()
  if (!name) return "This header isn't sent: it has no name."
  if (!NAME.test(name)) return "This header isn't sent: its name can't contain spaces or colons."
  if (isBrowserHeader(name) || !isTaken(name))
    return "This header isn't sent: the browser sets it itself."
  if (!VALUE.test(value.replace(REFERENCE, '').trim()))
    return "This header isn't sent: its value has characters that headers can't contain."
  return undefined
}
