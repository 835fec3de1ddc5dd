import type { AuthChoice } from './auth-choice.ts'
import { type HeaderFields, type HeaderRow, openRows } from './header-rows.ts'

export const METHODS = ['GET', 'POST', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** A request as it is kept: in history and in links. */
export type TesterRequest = {
  method: Method
  endpoint: string
  headers: HeaderFields[]
  /** JSON text. */
  body: string
  auth: AuthChoice
}

/** What the form starts with (spec §9). */
export const DEFAULT_REQUEST: TesterRequest = {
  method: 'GET',
  endpoint: '/api/test-todos',
  headers: [{ isUsed: true, header: 'Accept', value: '*/*' }],
  body: '{}',
  auth: 'none',
}

/** A request while it is edited. `body` is the last text that was JSON, parsed: it is what is sent. */
export type RequestForm = Omit<TesterRequest, 'headers' | 'body'> & {
  rows: HeaderRow[]
  bodyText: string
  body: unknown
  bodyError?: string
}

export function openRequest({ headers, body, ...rest }: TesterRequest): RequestForm {
  const blank = { ...rest, rows: openRows(headers), bodyText: body, body: {} }
  return withBodyText(blank, body)
}

/** The request that the form sends: without blank rows, and with the body that is valid. */
export function closeRequest({ method, endpoint, auth, ...form }: RequestForm): TesterRequest {
  const headers = form.rows
    .filter(({ isUsed, header, value }) => isUsed || header || value)
    .map(({ isUsed, header, value }) => ({ isUsed, header, value }))
  const body = form.bodyError ? JSON.stringify(form.body, null, 2) : form.bodyText
  return { method, endpoint, headers, body, auth }
}

/** The new text, and if it is JSON the new body; if not, the body stays and the error says so (spec §5). */
export function withBodyText(form: RequestForm, bodyText: string): RequestForm {
  try {
    return { ...form, bodyText, body: JSON.parse(bodyText), bodyError: undefined }
  } catch {
    return { ...form, bodyText, bodyError: 'Error in JSON format' }
  }
}
