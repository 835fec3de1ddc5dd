import { parseIsoDate } from './iso-date.ts'
import { parseJson } from './parse-json.ts'

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

/** A number as JSON writes it: no leading zeros, no plus, no bare dot. "007" is text. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?<fraction>\.\d+)?(?<exponent>[eE][+-]?\d+)?$/

/** What an edited text means (spec §4). What means nothing else is the text itself, spaces and all. */
export function detectType(text: string): Detected {
  const trimmed = text.trim()
  return (
    WORDS.get(trimmed) ??
    detectNumber(trimmed) ??
    detectDate(trimmed) ??
    detectContainer(trimmed) ?? { type: 'string', value: text }
  )
}

function detectNumber(text: string): Detected | undefined {
  const { fraction, exponent } = NUMBER.exec(text)?.groups ?? {}
  if (!NUMBER.test(text) || !keepsItsDigits(text)) return undefined
  const value = Number(text)
  const isInteger = !fraction && (!exponent || Number.isSafeInteger(value))
  return { type: isInteger ? 'integer' : 'float', value }
}

/**
 * Whether a number keeps what the text says. An integer beyond 2^53 would have its last digits
 * rounded, and long ids with it; 1e999 would be Infinity and 1e-999 zero, which nobody wrote.
 */
function keepsItsDigits(text: string): boolean {
  const value = Number(text)
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(value)
  return Number.isFinite(value) && (value !== 0 || !/[1-9]/.test(text.split(/e/i)[0] ?? ''))
}

function detectDate(text: string): Detected | undefined {
  const value = parseIsoDate(text)
  return value && { type: 'date', value }
}

function detectContainer(text: string): Detected | undefined {
  if (!/^[[{]/.test(text)) return undefined
  try {
    const value = parseJson(text, keepsItsDigits)
    return { type: Array.isArray(value) ? 'array' : 'object', value }
  } catch {
    return undefined
  }
}

/** The type of a value that there is, in the words of the detection. */
export function typeOf(value: unknown): ValueType {
  if (value === null) return 'null'
  if (value instanceof Date) return 'date'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return typeOfNumber(value)
  const plain = ['string', 'boolean', 'undefined', 'object'] as const
  return plain.find((type) => typeof value === type) ?? 'string'
}

function typeOfNumber(value: number): ValueType {
  if (Number.isNaN(value)) return 'NaN'
  return Number.isInteger(value) ? 'integer' : 'float'
}
