import { type BaseIssue, type GenericSchema, getDotPath, safeParse } from 'valibot'
import { refusals } from '../src/contract/refusals.ts'
import { Refused } from './refused.ts'

/**
 * The request's JSON body in the shape of `schema`.
 * @throws Refused 400 that names the field, when it is no JSON or has another shape
 */
export async function readBody(request: Request, schema: GenericSchema): Promise<unknown> {
  const result = safeParse(schema, parseJson(await request.text()), { abortEarly: true })
  if (result.success) return result.output
  throw new Refused({ status: 400, text: told(result.issues[0]) })
}

/** Of a choice, the option that was taken but for one of its fields; else the choice itself. */
function told(issue: BaseIssue<unknown>): string {
  const path = getDotPath(issue)
  const inside = issue.issues?.find((one) => one.path)
  if (inside) return `${path}.${told(inside)}`
  return `${path ?? 'body'}: ${issue.message}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused(refusals.malformedJson)
  }
}
