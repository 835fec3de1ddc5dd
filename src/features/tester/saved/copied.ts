import type { Context, Recorded } from '../formats/exported.ts'
import { hasSecret, isSecretName } from '../redact.ts'
import { REFERENCE, type Sendable } from '../request/request-model.ts'
import type { Answer } from '../response/exchange.ts'
import { lookUp, type Replies } from './look-up.ts'
import { slugOf, uniqueName } from './names.ts'
import { type Lookup, parseReference, resolveRequest } from './references.ts'
import type { SavedRequest } from './saved.ts'
import { openValues } from './variables.ts'

/** The saved requests, with the values that references to them have now. */
export type Known = Omit<Replies, 'list'> & { list: readonly SavedRequest[] }

type Given = Pick<SavedRequest, 'request'>

/**
 * What to write for a copy of one request: itself with the values of its references, as it would be sent. If one is not known, or
 * is a secret, what the export of the saved requests writes: those that it needs, then itself, with variables (R14.26).
 */
export function toCopied(
  request: Sendable,
  answer: Answer | undefined,
  known: Known,
): { recorded: Recorded[]; values: NonNullable<Context['values']> } {
  const find: Lookup = (inside) => {
    const result = lookUp(inside, known)
    return result && 'value' in result && isSecret(inside, result.value, known)
      ? { missing: `{{${inside}}} is a secret.` }
      : result
  }
  const filled = resolveRequest(request, find)
  if (typeof filled !== 'string')
    return { recorded: [{ request: filled, answer }], values: new Map() }
  const values = openValues(known.variables)
  for (const inside of insidesOf({ request })) {
    const result = find(inside)
    if (result && 'value' in result) values.set(inside, textOf(result.value))
  }
  const needed = neededFor({ request }, known.list, values)
  const names = known.list.map(({ name }) => name)
  const own = { name: uniqueName(request.method, names), request, answer }
  const earlier = known.list.filter((one) => needed.has(one))
  return {
    recorded: [...earlier.map(({ name, request, checks }) => ({ name, request, checks })), own],
    values,
  }
}

function isSecret(inside: string, value: unknown, { variables = [] }: Replies): boolean {
  const name = inside.trim()
  const { path = [] } = parseReference(name) ?? {}
  return (
    variables.some((one) => one.name === name && one.isSecret) ||
    path.some((key) => isSecretName(String(key))) ||
    hasSecret(value)
  )
}

/** The saved requests whose replies a request needs, and those that these need. */
function neededFor(
  given: Given,
  list: readonly SavedRequest[],
  values: ReadonlyMap<string, string>,
  found = new Set<SavedRequest>(),
): ReadonlySet<SavedRequest> {
  for (const inside of insidesOf(given)) {
    if (values.has(inside)) continue
    const reference = parseReference(inside)
    const source = list.find(({ name }) => slugOf(name) === reference?.name)
    if (!source || found.has(source)) continue
    found.add(source)
    neededFor(source, list, values, found)
  }
  return found
}

function insidesOf({ request: { endpoint, headers, body } }: Given): string[] {
  const texts = [
    endpoint,
    ...headers.filter(({ isUsed }) => isUsed).map(({ value }) => value),
    body,
  ]
  return texts.flatMap((text) => text.match(REFERENCE) ?? []).map((one) => one.slice(2, -2).trim())
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
