import { entriesOf, isContainer, type Path, pathText } from '../json-editor/json-path.ts'
import { withScheme } from '../request/address.ts'
import {
  type AnyMethod,
  bodyOf,
  type HeaderFields,
  REFERENCE,
  type RequestModel,
  reasonUnsent,
} from '../request/request-model.ts'
import { slugOf } from './names.ts'

/** A value of a reply: the name of a saved request, and the keys and indices that lead to the value. */
export type Reference = { name: string; path: Path }

/** The value that a text in braces stands for, or a sentence that says what is missing; `undefined` for any other text. */
export type Lookup = (inside: string) => { value: unknown } | { missing: string } | undefined

/** The text of a reference: `{{post.posts[0]._id}}` (R14.24). */
export function referenceText({ name, path }: Reference): string {
  const text = pathText(path, '')
  return `{{${name}${text.startsWith('[') || text === '' ? '' : '.'}${text}}}`
}

const NAME = /^[\p{L}\p{N}-]+/u
const KEY = /\.([\p{L}_$][\p{L}\p{N}_$-]*)|\[(\d+)\]|\.(\d+)(?=[.[]|$)|\[("(?:\\.|[^"\\])*")\]/uy

/** Parses the inside of `{{…}}`, where an index can follow a dot, as in Postman; `undefined` if it is no reference. */
export function parseReference(text: string): Reference | undefined {
  const trimmed = text.trim()
  const name = NAME.exec(trimmed)?.[0]
  if (!name) return undefined
  const path: (string | number)[] = []
  KEY.lastIndex = name.length
  while (KEY.lastIndex < trimmed.length) {
    const [, key, bracketed, dotted, quoted] = KEY.exec(trimmed) ?? []
    const index = bracketed ?? dotted
    if (key !== undefined) path.push(key)
    else if (index !== undefined) path.push(Number(index))
    else if (quoted !== undefined) path.push(unquote(quoted))
    else return undefined
  }
  return { name: slugOf(name), path }
}

function unquote(text: string): string {
  try {
    return JSON.parse(text)
  } catch {
    return text.slice(1, -1)
  }
}

/** The value at a path; `undefined` if there is none. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const key of path) {
    if (!isContainer(value) || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string | number, unknown>)[key]
  }
  return value
}

/** Renames references: the names of saved requests that are keys of `names`. */
export function withReferences<M extends AnyMethod>(
  request: RequestModel<M>,
  names: ReadonlyMap<string, string>,
): RequestModel<M> {
  const rename = (text: string) =>
    text.replace(REFERENCE, (found) => {
      const reference = parseReference(found.slice(2, -2))
      const name = reference && names.get(reference.name)
      return name ? referenceText({ ...reference, name }) : found
    })
  return { ...withTexts(request, rename), body: rename(request.body) }
}

/** Changes the address and the values of headers. */
export function withTexts<M extends AnyMethod>(
  request: RequestModel<M>,
  change: (text: string) => string,
): RequestModel<M> {
  const headers = request.headers.map((row) => ({ ...row, value: change(row.value) }))
  return { ...request, endpoint: change(request.endpoint), headers }
}

/** Changes all strings inside a value of JSON. A string can become any value. */
export function mapStrings(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value)
  if (!isContainer(value)) return value
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change))
  // Not by assignment: `__proto__` is a field like others.
  return Object.fromEntries(entriesOf(value).map(([key, item]) => [key, mapStrings(item, change)]))
}

/**
 * Replaces the references of a request by values (R14.24). In the body, a string that is one reference becomes the value
 * itself, with its type; anywhere else, the value becomes text.
 * @returns the sentence that says what is missing, if the request cannot be sent
 */
export function resolveRequest<M extends AnyMethod>(
  request: RequestModel<M>,
  lookup: Lookup,
): RequestModel<M> | string {
  const problems: string[] = []
  /** @param isBody where a text in braces can mean something else */
  const find = (found: string, isBody = false): unknown => {
    // Nothing is in it.
    if (found.slice(2, -2).trim() === '') return found
    const result = lookup(found.slice(2, -2))
    if (result && 'value' in result) return result.value
    if (!result && isBody) return found
    problems.push(result?.missing ?? `${found} is neither a variable nor a value of a reply.`)
    return ''
  }
  const inText = (text: string) => text.replace(REFERENCE, (found) => toText(find(found)))
  const inBodyText = (text: string) => text.replace(REFERENCE, (found) => toText(find(found, true)))
  const inBody = (text: string) => {
    const [only = ''] = text.match(REFERENCE) ?? []
    return only && only === text ? find(only, true) : inBodyText(text)
  }
  const resolved = inText(request.endpoint)
  // A variable can be a host without a scheme, which would be a path of this page.
  const endpoint = request.endpoint.startsWith('{{') ? withScheme(resolved) : resolved
  const [unclosed] = request.endpoint.replace(REFERENCE, '').match(/\{\{.*/) ?? []
  if (unclosed) problems.push(`${unclosed}: a reference ends with }}.`)
  const headers = request.headers.map((row) => (row.isUsed ? resolveHeader(row) : row))
  // A text without references keeps its formatting.
  const sendsBody = request.method !== 'GET' && request.method !== 'HEAD'
  const filled = () =>
    request.type === undefined
      ? JSON.stringify(mapStrings(bodyOf(request), inBody), null, 2)
      : inBodyText(request.body)
  const body = sendsBody && request.body.match(REFERENCE) ? filled() : request.body
  return problems[0] ?? { ...request, endpoint, headers, body }

  function resolveHeader(row: HeaderFields): HeaderFields {
    const resolved = { ...row, value: inText(row.value) }
    if (resolved.value !== row.value && reasonUnsent(resolved))
      problems.push(`The header ${row.header} would have characters that headers can't contain.`)
    return resolved
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
