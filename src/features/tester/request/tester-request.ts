import { type HeaderFields, type HeaderRow, openRows } from './header-rows.ts'

export const METHODS = ['GET', 'POST', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

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
export type TesterRequest = {
  method: Method
  endpoint: string
  headers: HeaderFields[]
  /** JSON text. */
  body: string
  auth: AuthChoice
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
