import {
  type BaseIssue,
  type GenericSchema,
  getDotPath,
  type InferOutput,
  safeParse,
} from 'valibot'
import type { CallName } from '../src/contract/calls.ts'
import { apiErrors } from '../src/contract/errors.ts'
import { ApiError, quote } from './api-error.ts'
import type { WriteSize } from './host.ts'

/** IndexedDB and `JSON.stringify` overflow the stack on values that nest some thousands of levels deep. */
export const MAX_DEPTH = 100

/**
 * Reads the JSON body of a request, or the fields of its multipart form, and validates it.
 * @returns `body`: the validated value; `sent`: the text or the form as it was sent
 * @throws ApiError 400 when the body is malformed or does not match `schema`; the text names the field
 */
export async function readBody(
  request: Request,
  schema: GenericSchema,
  form?: boolean,
): Promise<{ body: unknown; sent: string | FormData }> {
  // A body that is not a form has no fields: the error text then names the missing one.
  const sent = form ? await request.formData().catch(() => new FormData()) : await request.text()
  return { body: checkBody(schema, sent), sent }
}

/** @param sent the body as it was sent: its text, or the fields of its form */
export function sizeOf(name: CallName, body: unknown, sent: string | FormData): WriteSize {
  const isText = typeof sent === 'string'
  const parts = isText ? [sent] : [...sent.values()]
  const { userData, password } = Object(body) as Record<'userData' | 'password', unknown>
  const hashes = Boolean(password || (Object(userData) as { password?: unknown }).password)
  return { bytes: new Blob(parts).size, isText, hashes, isReport: name.includes('/report/') }
}

/**
 * Validates a body: JSON, or the fields of a form.
 * @throws ApiError 400 when it is malformed or does not match `schema`; the text names the field
 */
export function checkBody<Schema extends GenericSchema>(
  schema: Schema,
  sent: string | FormData,
): InferOutput<Schema> {
  const body = typeof sent === 'string' ? parseJson(sent) : Object.fromEntries(sent)
  if (nestsDeeper(body, MAX_DEPTH)) {
    throw new ApiError({ status: 400, text: `body: must not nest deeper than ${MAX_DEPTH} levels` })
  }
  const result = safeParse(schema, body, { abortEarly: true })
  if (result.success) return result.output
  // Limited in length, because field names and values come from the client.
  throw new ApiError({ status: 400, text: quote(describeIssue(result.issues[0])) })
}

/** For a union, describes the issue inside the option that matched best, if there is one. */
function describeIssue(issue: BaseIssue<unknown>): string {
  const path = getDotPath(issue)
  const inside = issue.issues?.find((one) => one.path)
  if (inside) return `${path}.${describeIssue(inside)}`
  return `${path ?? 'body'}: ${problemOf(issue)}`
}

/** Valibot's own messages are for developers of the schema; those of the contract stay. */
function problemOf({ kind, expected, received, message }: BaseIssue<unknown>): string {
  if (kind !== 'schema' || !message.startsWith('Invalid ')) return message
  if (received === 'undefined') return 'This field is missing.'
  return `must be ${expected && /^[A-Z]/i.test(expected) ? withArticle(expected) : expected}`
}

function withArticle(expected: string): string {
  const noun = expected.toLowerCase()
  return `${/^[aeo]/.test(noun) ? 'an' : 'a'} ${noun}`
}

/**
 * Replaces lone surrogates, which JSON can carry as escapes, by U+FFFD: `encodeURIComponent` throws
 * on them, so a username with one could not be part of a URL.
 * @throws ApiError 400 when it is malformed
 */
export function parseJson(text: string): unknown {
  const toWellFormed = (_: string, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value
  try {
    return JSON.parse(text, /\\ud/i.test(text) ? toWellFormed : undefined)
  } catch {
    throw new ApiError(apiErrors.malformedJson)
  }
}

export function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((one) => nestsDeeper(one, levels - 1))
}
