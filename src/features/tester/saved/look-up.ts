import { pathText } from '../json-editor/json-path.ts'
import type { Exchange } from '../response/exchange.ts'
import { replyOf } from './checks.ts'
import { slugOf } from './names.ts'
import { type Lookup, referenceText, valueAt } from './references.ts'
import type { SavedRequest } from './saved.ts'

/** The saved requests, and the latest reply of each by its id. */
export type Replies = {
  list: readonly Pick<SavedRequest, 'id' | 'name'>[]
  replies: ReadonlyMap<string, Pick<Exchange, 'answer' | 'response'>>
}

/** Finds the value of a reference in the latest reply of its request, or says what is missing (R14.24). */
export function lookUp(
  reference: Parameters<Lookup>[0],
  { list, replies }: Replies,
): ReturnType<Lookup> {
  const text = referenceText(reference)
  const saved = list.find(({ name }) => slugOf(name) === reference.name)
  if (!saved) return { missing: `${text}: no saved request has the name ${reference.name}.` }
  const reply = replies.get(saved.id)
  if (!reply) return { missing: `${text}: “${saved.name}” has no reply yet. Run it first.` }
  const { status, data } = replyOf(reply)
  const value = valueAt(data, reference.path)
  if (value !== undefined) return { value }
  const path = pathText(reference.path, 'body')
  return { missing: `${text}: the latest reply of “${saved.name}” (${status}) has no ${path}.` }
}
