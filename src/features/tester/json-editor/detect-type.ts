export type ValueType =
  | 'array'
  | 'object'
  | 'integer'
  | 'float'
  | 'boolean'
  | 'null'
  | 'NaN'
  | 'undefined'
  | 'date'
  | 'string'

export type Detected = { type: ValueType; value: unknown }

const WORDS = new Map<string, Detected>([
  ['true', { type: 'boolean', value: true }],
  ['false', { type: 'boolean', value: false }],
  ['null', { type: 'null', value: null }],
  ['NaN', { type: 'NaN', value: Number.NaN }],
  ['undefined', { type: 'undefined', value: undefined }],
])

/** The type and value of an edited text. Any other text is a string, including its spaces. */
export function detectType(text: string): Detected {
  const trimmed = text.trim()
  return (
    WORDS.get(trimmed) ??
    detectNumber(trimmed) ??
    detectDate(trimmed) ??
    detectContainer(trimmed) ?? { type: 'string', value: text }
  )
}

/** A number in JSON syntax: no leading zeros, no plus sign, no bare dot. "007" is a string. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?<fraction>\.\d+)?(?<exponent>[eE][+-]?\d+)?$/

function detectNumber(text: string): Detected | undefined {
  const { fraction, exponent } = NUMBER.exec(text)?.groups ?? {}
  if (!NUMBER.test(text) || !keepsDigits(text)) return undefined
  const value = Number(text)
  const isInteger = !fraction && (!exponent || Number.isSafeInteger(value))
  return { type: isInteger ? 'integer' : 'float', value }
}

/**
 * Whether a number can be parsed without loss. Integers beyond 2^53, such as long ids, would be
 * rounded; 1e999 would become Infinity and 1e-999 zero.
 */
function keepsDigits(text: string): boolean {
  const value = Number(text)
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(value)
  return Number.isFinite(value) && (value !== 0 || !/[1-9]/.test(text.split(/e/i)[0] ?? ''))
}

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown

/** Numbers inside that cannot keep their digits stay strings, where the browser passes the source text. */
function detectContainer(text: string): Detected | undefined {
  if (!/^[[{]/.test(text)) return undefined
  const revive: Reviver = (_key, value, context) =>
    typeof value === 'number' && context?.source && !keepsDigits(context.source)
      ? context.source
      : value
  try {
    const value: unknown = JSON.parse(text, revive as (key: string, value: unknown) => unknown)
    return { type: Array.isArray(value) ? 'array' : 'object', value }
  } catch {
    return undefined
  }
}

const CLOCK = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`
const TIME = String.raw`T${CLOCK}(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]${CLOCK})?`
const ISO = new RegExp(String.raw`^(\d{4}-\d\d-\d\d)(?:${TIME})?$`)

/**
 * Detects ISO 8601 dates, with or without a time. `Date.parse` would also accept "Honda 2004" and
 * turn February 30th into March 1st. As there, a date alone is UTC and a time without a zone is local.
 */
function detectDate(text: string): Detected | undefined {
  const day = ISO.exec(text)?.[1]
  const exists =
    day && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
  return exists ? { type: 'date', value: new Date(text) } : undefined
}

/** The type of an existing value. */
export function typeOf(value: unknown): ValueType {
  if (value === null) return 'null'
  if (value instanceof Date) return 'date'
  if (Array.isArray(value)) return 'array'
  if (Number.isNaN(value)) return 'NaN'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float'
  const plain = ['string', 'boolean', 'undefined', 'object'] as const
  return plain.find((type) => typeof value === type) ?? 'string'
}
