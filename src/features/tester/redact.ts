import { isAccountCall, passwords } from './passwords.ts'
import {
  type AnyMethod,
  bodyOf,
  type HeaderFields,
  REFERENCE,
  type RequestModel,
} from './request/request-model.ts'
import type { Exchange } from './response/exchange.ts'
import { freeName, slugOf } from './saved/names.ts'

/** Stands for a token or a cookie. A password becomes empty, which no call takes for a new password. */
export const REDACTED = '[redacted]'
/** Matches names of headers, fields and query parameters that hold a secret. */
const SECRET = '[\\w-]*(?:password|token|secret|api-?key|authorization|cookie)'
const PASSWORD_NAME = /password$/i
const SECRET_NAME = new RegExp(`^${SECRET}$`, 'i')
const ANY_NAME = new RegExp(SECRET, 'i')
/** In texts: the start with the name, and the secret. */
const SECRETS = [
  // In an address, or in the body of a form.
  `((?:^|[?&])${SECRET}=)(?!${REFERENCE.source}(?:[&#\\s]|$))([^&#\\s]+)`,
  `(name="${SECRET}"(?:\\r\\n[^\\r\\n]+)*\\r\\n\\r\\n)(?!${REFERENCE.source}\\r\\n)([^\\r]+)`,
  // In JSON that is not complete, or has references that are no texts.
  `("${SECRET}"\\s*:\\s*")(?!(?:(?:bearer|basic) +)?${REFERENCE.source}")((?:[^"\\\\]|\\\\.)+)`,
].map((pattern) => new RegExp(pattern, 'gi'))
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g
/** Shorter secrets are not searched for elsewhere: they also occur in harmless text. */
const MIN_SECRET_LENGTH = 6

/** Removes passwords, tokens and cookies from every part of an exchange. */
export function redactExchange(exchange: Exchange): Exchange {
  // The bytes of a picture hold no secret.
  const { request, file, ...rest } = exchange
  const { headers, ...withoutHeaders } = request
  const values: string[] = headers.filter(isSecret).map(({ value }) => value)
  collectSecrets({ ...rest, request: withoutHeaders }, values)
  const known = values.filter((value) => value.length >= MIN_SECRET_LENGTH)
  return {
    ...(redactValue(rest, known) as typeof rest),
    request: redactRequest(request, known),
    file,
  }
}

/**
 * Removes the secrets from a request, for history and links. A header that loses its value is disabled,
 * so that it does not override the chosen authorization when the request is sent again.
 * @param known secrets found elsewhere, such as in the response
 */
export function redactRequest<M extends AnyMethod>(
  request: RequestModel<M>,
  known: string[] = [],
): RequestModel<M> {
  const { headers, ...rest } = request
  const redacted = headers.map((row) => {
    const value = isSecret(row) ? REDACTED : redactText(row.value, known)
    return value === row.value ? row : { ...row, value, isUsed: false }
  })
  return { ...(redactValue(rest, known) as typeof rest), headers: redacted }
}

/** Removes the secrets, as the history does. The passwords of seeded users are public, and stay. */
export function withoutSecrets<M extends AnyMethod>(request: RequestModel<M>): RequestModel<M> {
  const redacted = redactRequest(request)
  const { username, password } = Object(bodyOf(request)) as Record<string, unknown>
  return isPublic(username, password) ? { ...redacted, body: request.body } : redacted
}

/**
 * Imported requests, with a variable in place of each secret: it asks for its value (R14.36). Equal secrets are
 * one variable. Calls of this API that sign up and log in stay as they are: their passwords have placeholders (R14.29).
 */
export function withSecretVariables<Saved extends { request: RequestModel }>(
  requests: readonly Saved[],
): { requests: Saved[]; names: string[] } {
  const known = new Map<string, string>()
  const texts = requests.flatMap(({ request }) => JSON.stringify(request).match(REFERENCE) ?? [])
  const taken = new Set(texts.map((found) => found.slice(2, -2).trim()))
  function variable(name: string, secret: string): string {
    const own = known.get(secret) ?? freeName(name.trim().toLowerCase(), (one) => taken.has(one))
    taken.add(own)
    known.set(secret, own)
    return `{{${own}}}`
  }
  const hide = (name: string, field: unknown): unknown =>
    typeof field === 'string' ? variable(name, field) : mapSecrets(field, hide)
  function inBody({ endpoint, body, type }: RequestModel): string {
    const parsed = type === undefined || /json/.test(type) ? parseJson(body) : undefined
    if (!parsed) return type ? replaceSecrets(body, variable) : body
    const { username, password } = parsed as Record<string, unknown>
    if (isAccountCall(endpoint) || isPublic(username, password)) return body
    const replaced = mapSecrets(parsed, hide)
    const isSame = JSON.stringify(replaced) === JSON.stringify(parsed)
    return isSame ? body : JSON.stringify(replaced, null, 2)
  }
  const changed = requests.map((one) => {
    const { request } = one
    const headers = request.headers.map((row) => {
      if (!isSecret(row) || row.value === REDACTED) return row
      const [, scheme = '', secret = ''] =
        /^((?:bearer|basic|token|digest) +)?(.*)$/is.exec(row.value) ?? []
      const user = /^basic/i.test(scheme) ? userIn(secret) : ''
      return {
        ...row,
        value: scheme + variable(user ? authorizationName(user) : row.header, secret),
      }
    })
    const endpoint = replaceSecrets(request.endpoint, variable)
    return { ...one, request: { ...request, endpoint, headers, body: inBody(request) } }
  })
  return { requests: changed, names: [...known.values()] }
}

/** The name of the variable for the password of a user. */
export const authorizationName = (user: string): string =>
  slugOf(`${user.slice(0, 60)} authorization`)

/** The user of a basic authorization, who is no secret. */
function userIn(base64: string): string {
  try {
    return atob(base64).split(':')[0] ?? ''
  } catch {
    return ''
  }
}

const isPublic = (username: unknown, password: unknown) =>
  typeof password === 'string' && passwords.get(String(username)) === password

/** Whether a header, a field or a variable of this name holds a secret. */
export const isSecretName = (name: string) => SECRET_NAME.test(name.trim().replace(/-\d+$/, ''))

function isSecret({ header, value }: HeaderFields): boolean {
  return SECRET_NAME.test(header.trim()) && value !== '' && !isReference(value)
}

/** Whether a text names a secret of an earlier reply, and has none itself: `Bearer {{login.encodedToken}}`. */
function isReference(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^((bearer|basic) +)?$/i.test(value.replace(REFERENCE, '').trimStart())
  )
}

/** Collects the values of all fields with a secret name. Other fields may quote them. */
function collectSecrets(value: unknown, into: string[]): void {
  const hide = (_name: string, field: unknown): unknown =>
    typeof field === 'string' ? into.push(field) : mapSecrets(field, hide, inText)
  const inText = (text: string) => mapSecrets(parseJson(text), hide, inText)
  mapSecrets(value, hide, inText)
}

/** Changes the secrets in a value of JSON, and its other texts. */
function mapSecrets(
  value: unknown,
  hide: (name: string, field: unknown) => unknown,
  inText: (text: string) => unknown = (text) => text,
): unknown {
  if (typeof value === 'string') return inText(value)
  if (Array.isArray(value)) return value.map((item) => mapSecrets(item, hide, inText))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => {
    const isHidden = SECRET_NAME.test(name) && field != null && !isReference(field)
    return [name, isHidden ? hide(name, field) : mapSecrets(field, hide, inText)]
  })
  return Object.fromEntries(fields)
}

const replaceSecrets = (text: string, hide: (name: string, secret: string) => string) =>
  SECRETS.reduce((changed, pattern) => {
    return changed.replace(pattern, (_, start: string, secret: string) => {
      return start + hide(ANY_NAME.exec(start)?.[0] ?? 'secret', secret)
    })
  }, text)

const redactedFor = (name: string) => (PASSWORD_NAME.test(name) ? '' : REDACTED)

/** Removes the secrets from a value of JSON. @param known secrets found elsewhere */
export const redactValue = (value: unknown, known: string[] = []): unknown =>
  mapSecrets(value, redactedFor, (text) => redactText(text, known))

/** Whether a value of JSON is or has a secret, whatever its own name. */
export const hasSecret = (value: unknown): boolean =>
  JSON.stringify(redactValue(value)) !== JSON.stringify(value)

/** JSON text keeps its formatting unless it contains a secret. */
function redactText(text: string, known: string[]): string {
  const parsed = parseJson(text)
  const redacted = redactValue(parsed, known)
  const isChanged = JSON.stringify(redacted) !== JSON.stringify(parsed)
  let plain = isChanged ? JSON.stringify(redacted, null, 2) : text
  for (const secret of known) plain = plain.replaceAll(secret, REDACTED)
  return replaceSecrets(plain.replace(JWT, REDACTED), redactedFor)
}

/** Parses objects and arrays only. */
function parseJson(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
