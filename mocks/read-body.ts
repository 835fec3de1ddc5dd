import { type BaseIssue, type GenericSchema, getDotPath, safeParse } from 'valibot'
import { apiErrors } from '../src/contract/errors.ts'
import { ApiError } from './api-error.ts'
import { quote } from './quote.ts'

/** What nests deeper by some thousands, neither IndexedDB nor a reply can hold: they fail on the stack. */
const MAX_DEPTH = 100

/**
 * The request's JSON body, or the fields of its multipart form, in the shape of `schema`; and the
 * text or the form as it was sent.
 * @throws ApiError 400 that names the field, when it is not of that kind or has another shape
 */
export async function readBody(
  request: Request,
  schema: GenericSchema,
  form?: boolean,
): Promise<{ body: unknown; sent: string | FormData }> {
  // What is no form has no fields: the refusal names the one that is missing.
  const sent = form ? await request.formData().catch(() => new FormData()) : await request.text()
  const body = typeof sent === 'string' ? parseJson(sent) : Object.fromEntries(sent)
  if (nestsDeeper(body, MAX_DEPTH)) {
    throw new ApiError({ status: 400, text: `body: must not nest deeper than ${MAX_DEPTH} levels` })
  }
  const result = safeParse(schema, body, { abortEarly: true })
  if (result.success) return { body: result.output, sent }
  // Field names and values are the client's.
  throw new ApiError({ status: 400, text: quote(told(result.issues[0])) })
}

/** Of a choice, the option that was taken but for one of its fields; else the choice itself. */
function told(issue: BaseIssue<unknown>): string {
  const path = getDotPath(issue)
  const inside = issue.issues?.find((one) => one.path)
  if (inside) return `${path}.${told(inside)}`
  return `${path ?? 'body'}: ${issue.message}`
}

/**
 * Half an emoji, which only an escape of JSON can carry, becomes the sign that UTF-8 has for it: no
 * address can hold it, so that the posts of a user of such a name could not be asked for.
 */
function parseJson(text: string): unknown {
  const mended = (_: string, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value
  try {
    return JSON.parse(text, /\\ud/i.test(text) ? mended : undefined)
  } catch {
    throw new ApiError(apiErrors.malformedJson)
  }
}

function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((one) => nestsDeeper(one, levels - 1))
}
