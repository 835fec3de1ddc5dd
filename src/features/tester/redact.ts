import {
  type AnyMethod,
  type HeaderFields,
  REFERENCE,
  type TesterRequest,
} from './request/tester-request.ts'
import type { Exchange } from './response/exchange.ts'

/** Stands for a token or a cookie. A password becomes empty, which no call takes for a new password. */
export const REDACTED = '[redacted]'
/** Matches names of headers, fields and query parameters that hold a secret. */
const SECRET = '[\\w-]*(?:password|token|secret|api-?key|authorization|cookie)'
const PASSWORD_NAME = /password$/i
const SECRET_NAME = new RegExp(`^${SECRET}$`, 'i')
const SECRET_PARAMETER = new RegExp(
  `([?&]${SECRET}=)(?!${REFERENCE.source}(?:[&#\\s]|$))[^&#\\s]+`,
  'gi',
)
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
  request: TesterRequest<M>,
  known: string[] = [],
): TesterRequest<M> {
  const { headers, ...rest } = request
  const redacted = headers.map((row) => {
    const value = isSecret(row) ? REDACTED : redactText(row.value, known)
    return value === row.value ? row : { ...row, value, isUsed: false }
  })
  return { ...(redactValue(rest, known) as typeof rest), headers: redacted }
}

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
  if (typeof value === 'string') value = parseJson(value)
  if (typeof value !== 'object' || value === null) return
  for (const [name, field] of Object.entries(value)) {
    if (typeof field === 'string' && SECRET_NAME.test(name)) {
      if (!isReference(field)) into.push(field)
    } else collectSecrets(field, into)
  }
}

/** Removes the secrets from a value of JSON. @param known secrets found elsewhere */
export function redactValue(value: unknown, known: string[] = []): unknown {
  if (typeof value === 'string') return redactText(value, known)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, known))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, field]) => {
    const isHidden =
      SECRET_NAME.test(name) && field !== undefined && field !== null && !isReference(field)
    if (isHidden) return [name, PASSWORD_NAME.test(name) ? '' : REDACTED]
    return [name, redactValue(field, known)]
  })
  return Object.fromEntries(entries)
}

/** JSON text keeps its formatting unless it contains a secret. */
function redactText(text: string, known: string[]): string {
  const parsed = parseJson(text)
  const redacted = redactValue(parsed, known)
  const isChanged = JSON.stringify(redacted) !== JSON.stringify(parsed)
  let plain = isChanged ? JSON.stringify(redacted, null, 2) : text
  for (const secret of known) plain = plain.replaceAll(secret, REDACTED)
  return plain.replace(JWT, REDACTED).replace(SECRET_PARAMETER, `$1${REDACTED}`)
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
