import type { HeaderFields } from './request/header-rows.ts'
import type { TesterRequest } from './request/tester-request.ts'
import type { Exchange } from './response/exchange.ts'

const REDACTED = '[redacted]'
/** Names of headers, fields and query parameters that hold a secret. */
const SECRET = '[\\w-]*(?:password|token|secret|api-?key|authorization|cookie)'
const SECRET_NAME = new RegExp(`^${SECRET}$`, 'i')
const SECRET_PARAMETER = new RegExp(`([?&]${SECRET}=)[^&#\\s]+`, 'gi')
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g
/** Shorter secrets stand in innocent texts as well. */
const SHORTEST = 6

/** The exchange without passwords, tokens and cookies, wherever they stand in it. */
export function redactExchange(exchange: Exchange): Exchange {
  const { request, ...rest } = exchange
  const { headers, ...withoutHeaders } = request
  const values: string[] = headers.filter(isSecret).map(({ value }) => value)
  collectSecrets({ ...rest, request: withoutHeaders }, values)
  const known = values.filter((value) => value.length >= SHORTEST)
  return {
    ...(redactValue(rest, known) as typeof rest),
    request: redactRequest(request, known),
  }
}

/**
 * The request without secrets, for history and links. A header that loses its value is switched off, so
 * that it does not stand in for the chosen authorization when the request is made again.
 */
export function redactRequest(request: TesterRequest, known: string[] = []): TesterRequest {
  const { headers, ...rest } = request
  const redacted = headers.map((row) => {
    const value = isSecret(row) ? REDACTED : redactText(row.value, known)
    return value === row.value ? row : { ...row, value, isUsed: false }
  })
  return { ...(redactValue(rest, known) as typeof rest), headers: redacted }
}

function isSecret({ header, value }: HeaderFields): boolean {
  return SECRET_NAME.test(header.trim()) && value !== ''
}

/** Add every text that stands under a secret name. The same text may be quoted elsewhere. */
function collectSecrets(value: unknown, into: string[]): void {
  if (typeof value === 'string') value = parseJson(value)
  if (typeof value !== 'object' || value === null) return
  for (const [name, one] of Object.entries(value)) {
    if (typeof one === 'string' && SECRET_NAME.test(name)) into.push(one)
    else collectSecrets(one, into)
  }
}

function redactValue(value: unknown, known: string[]): unknown {
  if (typeof value === 'string') return redactText(value, known)
  if (Array.isArray(value)) return value.map((one) => redactValue(one, known))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => {
    const isHidden = SECRET_NAME.test(name) && one !== '' && one !== undefined && one !== null
    return [name, isHidden ? REDACTED : redactValue(one, known)]
  })
  return Object.fromEntries(entries)
}

/** A text of JSON keeps its form unless it holds a secret. */
function redactText(text: string, known: string[]): string {
  const parsed = parseJson(text)
  const redacted = redactValue(parsed, known)
  const isChanged = JSON.stringify(redacted) !== JSON.stringify(parsed)
  let plain = isChanged ? JSON.stringify(redacted, null, 2) : text
  for (const secret of known) plain = plain.replaceAll(secret, REDACTED)
  return plain.replace(JWT, REDACTED).replace(SECRET_PARAMETER, `$1${REDACTED}`)
}

/** Objects and arrays only. */
function parseJson(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
