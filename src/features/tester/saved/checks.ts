import { isContainer, type Path, pathText, sizeOf } from '../json-editor/json-path.ts'
import { REFERENCE } from '../request/request-model.ts'
import type { Exchange } from '../response/exchange.ts'
import { parseReference, valueAt } from './references.ts'

/** An expectation of a reply (R14.25). */
export type Check = {
  /** Leads from the reply to the value: `['status']`, `['headers', name]`, or `['data', …]`. */
  path: Path
  kind: CheckKind
  /** The expected value: JSON of `equals`, a regular expression, a length, or a type. */
  value?: unknown
}
export const CHECK_KINDS = ['equals', 'exists', 'matches', 'length', 'type'] as const
export type CheckKind = (typeof CHECK_KINDS)[number]

export const JSON_TYPES = ['string', 'number', 'boolean', 'null', 'array', 'object'] as const

export type CheckResult = { check: Check; passed: boolean; actual: string }

const MAX_TEXT = 10_000
const MAX_EXPRESSION = 500
/** Of a value in a result, in characters. */
const MAX_SHOWN = 120

/** The parts of a reply that checks are about. */
export function replyOf({ answer, response }: Pick<Exchange, 'answer' | 'response'>) {
  const nested = Object(response) as { data?: unknown; response?: { data?: unknown } }
  // Of a route that does not exist, the error is shown, which has the response (R14.8).
  const data = 'data' in nested ? nested.data : nested.response?.data
  return { status: answer?.status, headers: answer?.headers ?? {}, data }
}

/** The check that expects a status, if there is one. */
export const statusCheck = (checks: readonly Check[]): Check | undefined =>
  checks.find(({ path, kind }) => path.join() === 'status' && kind === 'equals')

/** The path of a check for a node of the tree; `undefined` for one that is not of the reply. */
export function replyPath(path: Path): Path | undefined {
  const own = path[0] === 'response' ? path.slice(1) : path
  const [first] = own
  if (first === 'status') return own
  if (first === 'headers' && own.length === 2) return own
  return first === 'data' ? own : undefined
}

type Matches = { pattern: string; text: string }
/** Tests a pattern. Throws an error with a sentence if that takes too long. */
type Test = (given: Matches) => boolean | Promise<boolean>
type Replied = Pick<Exchange, 'answer' | 'response'>

/** Whether a text matches the pattern of a check, which can take minutes: it is called in a worker. */
export function matches({ pattern, text }: Matches): boolean {
  return new RegExp(pattern).test(text)
}

/** Tells whether a reply is as expected. */
export async function evaluate(check: Check, exchange: Replied, test: Test): Promise<CheckResult> {
  const actual = valueAt(replyOf(exchange), check.path)
  const shown = check.kind === 'length' && actual !== undefined ? lengthText(actual) : brief(actual)
  const result = (passed: boolean, actual = shown) => ({ check, passed, actual })
  switch (check.kind) {
    case 'equals':
      return result(isEqual(actual, check.value))
    case 'exists':
      return result(actual !== undefined)
    case 'matches': {
      if (actual === undefined || isContainer(actual)) return result(false)
      const given = { pattern: String(check.value), text: String(actual).slice(0, MAX_TEXT) }
      try {
        return result(await test(given))
      } catch (error) {
        return result(false, (error as Error).message)
      }
    }
    case 'length':
      return result(lengthOf(actual) === check.value)
    case 'type':
      return result(typeName(actual) === check.value, typeName(actual))
  }
}

/** Evaluates all checks of a request. */
export const evaluateAll = (checks: readonly Check[], exchange: Replied, test: Test) =>
  Promise.all(checks.map((check) => evaluate(check, exchange, test)))

/** "status equals 201", "data.posts has the length 3" */
export function describeCheck({ path, kind, value }: Check): string {
  const name = pathText(path, 'reply')
  if (kind === 'exists') return `${name} exists`
  if (kind === 'matches') return `${name} matches /${value}/`
  if (kind === 'length') return `${name} has the length ${value}`
  if (kind === 'type') return `${name} is of type ${value}`
  return `${name} equals ${brief(value)}`
}

/** The text that a field for the expected value starts with. */
export function suggestValue(kind: CheckKind, actual: unknown): string {
  if (kind === 'matches') return isContainer(actual) ? '' : `^${escaped(String(actual))}$`
  if (kind === 'length') return String(lengthOf(actual) ?? 0)
  if (kind === 'type') return typeName(actual)
  return JSON.stringify(actual) ?? 'null'
}

/** Makes a check of what was typed, or a sentence that says what is wrong. */
export function parseCheck(path: Path, kind: CheckKind, text: string): Check | string {
  if (kind === 'exists') return { path, kind }
  const reference = text.match(REFERENCE)?.find((found) => parseReference(found.slice(2, -2)))
  if (reference) return `A check compares with a fixed value: ${reference} would not be replaced.`
  if (kind === 'type') {
    const type = JSON_TYPES.find((one) => one === text.trim())
    return type ? { path, kind, value: type } : `A type is one of ${JSON_TYPES.join(', ')}.`
  }
  if (kind === 'length') {
    const isWhole = /^\d{1,9}$/.test(text.trim())
    return isWhole ? { path, kind, value: Number(text) } : 'A length is a whole number from 0.'
  }
  if (kind === 'matches') {
    const problem = expressionProblem(text)
    return problem ?? { path, kind, value: text }
  }
  try {
    return { path, kind, value: JSON.parse(text) }
  } catch {
    return 'The expected value must be JSON: a text has quotation marks.'
  }
}

/** The reason why a regular expression is refused. */
export function expressionProblem(text: string): string | undefined {
  if (text === '') return 'The regular expression is empty.'
  if (text.length > MAX_EXPRESSION)
    return `The regular expression is longer than ${MAX_EXPRESSION} characters.`
  try {
    new RegExp(text)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'string') return value.length
  return isContainer(value) ? sizeOf(value) : undefined
}

const lengthText = (value: unknown) => {
  const length = lengthOf(value)
  return length === undefined ? `${brief(value)}, which has no length` : String(length)
}

function typeName(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function brief(value: unknown): string {
  const text = value === undefined ? 'missing' : (JSON.stringify(value) ?? String(value))
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

function isEqual(one: unknown, other: unknown): boolean {
  if (!isContainer(one) || !isContainer(other)) return Object.is(one, other)
  if (Array.isArray(one) !== Array.isArray(other) || sizeOf(one) !== sizeOf(other)) return false
  return Object.entries(one).every(
    ([key, value]) =>
      Object.hasOwn(other, key) && isEqual(value, (other as Record<string, unknown>)[key]),
  )
}

const escaped = (text: string) =>
  text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&').slice(0, MAX_EXPRESSION - 2)
