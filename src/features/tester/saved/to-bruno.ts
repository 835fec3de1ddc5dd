import { dotted } from '../exports/assertions.ts'
import { type Check, describeCheck } from './checks.ts'
import { BASE, baseUrl, type Item } from './collection.ts'

/** The files of a collection of Bruno: `bruno.json`, `collection.bru` and one `.bru` per request (R14.26). */
export function toBruno(items: readonly Item[], leftOut: readonly string[]): TextFile[] {
  const about = { version: '1', name: 'Gearheads', type: 'collection' }
  const notes = leftOut.map((text) => `Left out: ${text}`)
  const collection = [
    block('vars:pre-request', [`${BASE}: ${baseUrl()}`]),
    ...(notes.length ? [block('docs', notes)] : []),
  ]
  const taken = new Set<string>()
  return [
    { name: 'bruno.json', text: `${JSON.stringify(about, null, 2)}\n` },
    { name: 'collection.bru', text: collection.join('\n') },
    ...items.map((item, index) => ({
      name: fileName(item, index, taken),
      text: toBru(item, index),
    })),
  ]
}

export type TextFile = { name: string; text: string }

function fileName({ name }: Item, index: number, taken: Set<string>): string {
  const safe = name.replace(/[^\p{L}\p{N} ()_-]+/gu, '-').slice(0, 60)
  const unique = taken.has(safe.toLowerCase()) ? `${safe} ${index + 1}` : safe
  taken.add(unique.toLowerCase())
  return `${unique}.bru`
}

function toBru({ name, method, url, headers, body, checks, sets }: Item, index: number): string {
  const skipped = checks.filter((check) => !toAssertion(check))
  const lines = checks.flatMap((check) => toAssertion(check) ?? [])
  return [
    block('meta', [`name: ${oneLine(name)}`, 'type: http', `seq: ${index + 1}`]),
    block(method.toLowerCase(), [
      `url: ${oneLine(url)}`,
      `body: ${body ? 'json' : 'none'}`,
      'auth: none',
    ]),
    ...(headers.length ? [block('headers', headers.map(toPair))] : []),
    ...(body ? [block('body:json', body.split('\n'))] : []),
    ...(sets.length
      ? [
          block(
            'vars:post-response',
            sets.map((set) => `${set.name}: res.body${dotted(set.path)}`),
          ),
        ]
      : []),
    ...(lines.length ? [block('assert', lines)] : []),
    ...(skipped.length
      ? [
          block(
            'docs',
            skipped.map((check) => `Left out: ${oneLine(describeCheck(check))}`),
          ),
        ]
      : []),
  ].join('\n')
}

/** The checks that a file of Bruno cannot have. */
export const skippedChecks = ({ name, checks }: Item) =>
  checks
    .filter((check) => !toAssertion(check))
    .map((check) => `${name}: ${describeCheck(check)} is no assertion of Bruno`)

const block = (name: string, lines: readonly string[]) =>
  `${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')
/** A tilde turns a pair off, unless it is in quotation marks. */
const toPair = ({ isUsed, header, value }: Item['headers'][number]) =>
  `${isUsed ? '' : '~'}${header.startsWith('~') ? `"${header}"` : header}: ${oneLine(value)}`

/** The operator that asserts each type. */
export const TYPES: Record<string, string> = {
  array: 'isArray',
  object: 'isJson',
  string: 'isString',
  number: 'isNumber',
  boolean: 'isBoolean',
  null: 'isNull',
}

/** A line of the block `assert`; undefined if it cannot say this. */
function toAssertion({ path, kind, value }: Check): string | undefined {
  const [part, ...rest] = path
  const left = `res.${part === 'data' ? 'body' : part}${dotted(rest)}`
  const line = (right: string, expression = left) =>
    /[:\r\n]/.test(expression) || /[\r\n]/.test(right) ? undefined : `${expression}: ${right}`
  if (kind === 'exists') return line('isDefined')
  if (kind === 'matches') return line(`matches ${value}`)
  if (kind === 'length') return line(`length ${value}`, `Object.keys(${left})`)
  if (kind === 'type') return line(TYPES[String(value)] ?? 'isDefined')
  const json = JSON.stringify(value)
  // Bruno reads a text as a template, and does not unescape one in quotation marks.
  if (/[\\`]|\$\{|\{\{/.test(json)) return undefined
  return typeof value === 'object' && value !== null
    ? line(`eq ${json}`, `JSON.stringify(${left})`)
    : line(`eq ${json}`)
}
