import type { Path } from '../json-editor/json-path.ts'
import { type Check, describeCheck } from '../saved/checks.ts'
import { literal } from './recorded.ts'

/** Checks as assertions of Playwright, jq and Python (R14.26). */

/** `.posts[0]._id`, in JavaScript and in jq. */
export const dotted = (path: Path) =>
  path
    .map((key) => (/^[a-z_]\w*$/i.test(String(key)) ? `.${key}` : `[${JSON.stringify(key)}]`))
    .join('')

/** Like `dotted`, for JavaScript in which any part can be missing. */
const optional = (path: Path) =>
  path
    .map((key) => (/^[a-z_]\w*$/i.test(String(key)) ? `?.${key}` : `?.[${JSON.stringify(key)}]`))
    .join('')

const TAGS: Record<string, string> = {
  array: 'Array',
  object: 'Object',
  string: 'String',
  number: 'Number',
  boolean: 'Boolean',
  null: 'Null',
}

/** @param reply an expression for a reply with status, headers and data */
export function playwrightAssertion({ path, kind, value }: Check, reply: string): string {
  const actual = reply + optional(path)
  if (kind === 'exists') return `expect(${actual}).not.toBeUndefined()`
  if (kind === 'matches') return `expect(String(${actual})).toMatch(new RegExp(${literal(value)}))`
  if (kind === 'length')
    return `expect(Object.keys(${actual} ?? {})).toHaveLength(${Number(value)})`
  if (kind === 'type')
    return `expect(Object.prototype.toString.call(${actual})).toBe("[object ${TAGS[String(value)]}]")`
  return `expect(${actual}).toEqual(${literal(value)})`
}

/** A filter of jq that is true if a check passes. Its input is the body, or the text of a header. */
export function jqFilter({ path, kind, value }: Check): string {
  const inside = path[0] === 'data' ? path.slice(1) : []
  const text = dotted(inside)
  const actual = text.startsWith('.') ? text : `.${text}`
  const json = JSON.stringify(value)
  if (kind === 'exists') {
    if (inside.length === 0) return '. != ""'
    return `any(paths; . == ${JSON.stringify(inside)})`
  }
  if (kind === 'matches')
    return `${actual} | (type | IN("object", "array") | not) and (tostring | test(${json}))`
  if (kind === 'length')
    return `${actual} | (type | IN("object", "array", "string")) and length == ${Number(value)}`
  if (kind === 'type') return `(${actual} | type) == ${json}`
  return `${actual} == ${json}`
}

const PYTHON_TYPES: Record<string, string> = {
  array: 'list',
  object: 'dict',
  string: 'str',
  number: '(int, float)',
  boolean: 'bool',
  null: 'type(None)',
}

/** @param write writes a JSON value as Python */
export function pythonAssertion(check: Check, write: (value: unknown) => string): string {
  const { path, kind, value } = check
  const [part, ...rest] = path
  const start = { status: 'response.status_code', headers: 'response.headers' }[String(part)]
  const keys = rest.map((key) => `[${write(key)}]`)
  const actual = [start ?? 'response.json()', ...keys].join('')
  const message = write(describeCheck(check))
  if (kind === 'exists') {
    const last = rest.at(-1)
    const holder = [start ?? 'response.json()', ...keys.slice(0, -1)].join('')
    if (last === undefined) return `assert response.text, ${message}`
    const test =
      typeof last === 'number' ? `len(${holder}) > ${last}` : `${write(last)} in ${holder}`
    return `assert ${test}, ${message}`
  }
  if (kind === 'matches') return `assert re.search(${write(value)}, str(${actual})), ${message}`
  if (kind === 'length') return `assert len(${actual}) == ${Number(value)}, ${message}`
  if (kind === 'type')
    return `assert isinstance(${actual}, ${PYTHON_TYPES[String(value)]}), ${message}`
  return `assert ${actual} == ${write(value)}, ${message}`
}
