import { pathText } from '../json-editor/json-path.ts'
import type { Exchange } from '../response/exchange.ts'
import { replyOf } from './checks.ts'
import { slugOf } from './names.ts'
import { type Lookup, parseReference, referenceText, valueAt } from './references.ts'
import type { SavedRequest } from './saved.ts'
import { makeValue, VARIABLE, type Variable } from './variables.ts'

/** The saved requests, and the latest reply of each by its id. */
export type Replies = {
  list: readonly Pick<SavedRequest, 'id' | 'name'>[]
  replies: ReadonlyMap<string, Pick<Exchange, 'answer' | 'response'>>
  variables?: readonly Variable[]
}

/** Finds the value of a text in braces: a variable, or a part of the latest reply of a request (R14.24). */
export function lookUp(
  inside: string,
  { list, replies, variables = [] }: Replies,
): ReturnType<Lookup> {
  const name = inside.trim()
  const made = makeValue(name)
  if (made !== undefined) return { value: made }
  const found = `{{${name}}}`
  if (name.startsWith('$')) return { missing: `${found}: this value of Postman is not made here.` }
  const variable = variables.find((one) => one.name === name)
  if (variable?.value) return { value: variable.value }
  const reference = parseReference(name)
  const saved = reference && list.find((one) => slugOf(one.name) === reference.name)
  if (!saved && reference?.path.length)
    return { missing: `${found}: no saved request has the name ${reference.name}.` }
  if (!saved)
    return VARIABLE.test(name)
      ? { missing: `${found} has no value. Save the request, and type one under Saved.` }
      : undefined
  const text = referenceText(reference)
  const reply = replies.get(saved.id)
  if (!reply) return { missing: `${text}: “${saved.name}” has no reply yet. Run it first.` }
  const { status, data } = replyOf(reply)
  const value = valueAt(data, reference.path)
  if (value !== undefined) return { value }
  const path = pathText(reference.path, 'body')
  const [first, ...below] = reference.path
  if (first === 'data' && valueAt(data, below) !== undefined)
    return {
      missing: `${text}: the path begins below data: ${referenceText({ ...reference, path: below })}.`,
    }
  return { missing: `${text}: the latest reply of “${saved.name}” (${status}) has no ${path}.` }
}
