import * as v from 'valibot'
import { dotted } from '../exports/assertions.ts'
import { literal } from '../exports/recorded.ts'
import type { Path } from '../json-editor/json-path.ts'
import { type Check, describeCheck, expressionProblem, JSON_TYPES } from './checks.ts'
import { BASE, baseUrl, fromItems, ImportError, type Imported, type Item } from './collection.ts'
import { parsePath } from './references.ts'

/** The schema that names the format. */
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Writes a collection of Postman, v2.1 (R14.26). */
export function toPostman(items: readonly Item[], leftOut: readonly string[]): string {
  const description = leftOut.map((text) => `Left out: ${text}`).join('\n')
  const collection = {
    info: { name: 'Gearheads', schema: SCHEMA, ...(description && { description }) },
    item: items.map(toPostmanItem),
    variable: [{ key: BASE, value: baseUrl() }],
  }
  return `${JSON.stringify(collection, null, 2)}\n`
}

function toPostmanItem({ name, method, url, headers, body, checks, sets }: Item) {
  const exec = [
    ...sets.map(
      (set) => `pm.collectionVariables.set("${set.name}", pm.response.json()${dotted(set.path)});`,
    ),
    ...checks.map(toTest),
  ]
  return {
    name,
    request: {
      method,
      header: headers.map(({ isUsed, header, value }) => ({
        key: header,
        value,
        ...(!isUsed && { disabled: true }),
      })),
      url: { raw: url, ...splitUrl(url) },
      ...(body && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
    ...(exec.length && { event: [{ listen: 'test', script: { type: 'text/javascript', exec } }] }),
  }
}

/** The parts of an address that Postman shows; it sends `raw` without them wrongly. */
function splitUrl(url: string) {
  const [, host = '', path = '', query = ''] =
    /^(\{\{\w+\}\}|[a-z]+:\/\/[^/?#]+)?([^?#]*)\??([^#]*)/i.exec(url) ?? []
  const pairs = query ? query.split('&').map((pair) => pair.split(/=(.*)/s)) : []
  return {
    host: [host],
    path: path.split('/').slice(1),
    ...(query && { query: pairs.map(([key = '', value = '']) => ({ key, value })) }),
  }
}

function toTest(check: Check): string {
  return `pm.test(${literal(describeCheck(check))}, () => ${toExpectation(check)});`
}

function toExpectation({ path, kind, value }: Check): string {
  const [part, ...rest] = path
  const actual =
    part === 'status'
      ? 'pm.response.code'
      : part === 'headers'
        ? `pm.response.headers.get(${JSON.stringify(rest[0])})`
        : `pm.response.json()${dotted(rest)}`
  if (kind === 'exists') return `pm.expect(${actual}).to.not.be.undefined`
  if (kind === 'matches')
    return `pm.expect(String(${actual})).to.match(new RegExp(${literal(value)}))`
  if (kind === 'length')
    return `pm.expect(Object.keys(${actual})).to.have.lengthOf(${Number(value)})`
  if (kind === 'type') return `pm.expect(${actual}).to.be.a(${literal(value)})`
  return `pm.expect(${actual}).to.eql(${JSON.stringify(value)})`
}

const Script = v.object({ exec: v.optional(v.union([v.string(), v.array(v.string())])) })
const Header = v.object({
  key: v.string(),
  value: v.optional(v.nullable(v.string())),
  disabled: v.optional(v.boolean()),
})
const Request = v.object({
  method: v.optional(v.string(), 'GET'),
  url: v.optional(v.union([v.string(), v.object({ raw: v.optional(v.string(), '') })]), ''),
  header: v.optional(v.nullable(v.union([v.string(), v.array(Header)]))),
  body: v.optional(
    v.nullable(v.object({ mode: v.optional(v.string()), raw: v.optional(v.string()) })),
  ),
  auth: v.optional(v.unknown()),
})
const Entry = v.object({
  name: v.optional(v.string(), ''),
  item: v.optional(v.array(v.unknown())),
  request: v.optional(v.union([v.string(), Request])),
  event: v.optional(
    v.array(v.object({ listen: v.optional(v.string()), script: v.optional(Script) })),
  ),
})
const Variable = v.object({ key: v.optional(v.string(), ''), value: v.optional(v.unknown()) })
const Collection = v.object({
  info: v.object({ schema: v.optional(v.string()) }),
  item: v.array(v.unknown()),
  variable: v.optional(v.array(Variable), []),
})

/**
 * Reads a collection of Postman. Scripts are searched for variables and expectations, and never run.
 * @throws ImportError if it is malformed
 */
export function fromPostman(value: unknown): Imported {
  const parsed = v.safeParse(Collection, value)
  if (!parsed.success)
    throw new ImportError('This file is no collection of Postman (v2.1) or Bruno.')
  const notes: string[] = []
  const fixed = Object.fromEntries(
    parsed.output.variable.flatMap(({ key, value }) =>
      typeof value === 'string' && value !== '' ? [[key, value]] : [],
    ),
  )
  const { requests, leftOut } = fromItems(itemsIn(parsed.output.item, notes, 0), fixed)
  return { requests, leftOut: [...leftOut, ...notes] }
}

const MAX_DEPTH = 20

/** The requests of folders, one folder after the other. */
function itemsIn(entries: readonly unknown[], notes: string[], depth: number): Item[] {
  if (depth > MAX_DEPTH) throw new ImportError('The folders of this file are nested too deeply.')
  return entries.flatMap((entry) => {
    const { success, output } = v.safeParse(Entry, entry)
    if (!success) {
      notes.push('a malformed entry')
      return []
    }
    if (output.item) return itemsIn(output.item, notes, depth + 1)
    return output.request === undefined ? [] : [toItem(output, notes)]
  })
}

function toItem({ name, request, event = [] }: v.InferOutput<typeof Entry>, notes: string[]): Item {
  const { method, url, header, body, auth } =
    typeof request === 'object'
      ? request
      : {
          ...v.getDefaults(Request),
          method: 'GET',
          url: request ?? '',
          header: [],
          body: null,
          auth: undefined,
        }
  const rows = Array.isArray(header) ? header : []
  const headers = rows.map(({ key, value, disabled }) => ({
    isUsed: !disabled,
    header: key,
    value: value ?? '',
  }))
  const token = bearerOf(auth)
  if (token) headers.push({ isUsed: true, header: 'authorization', value: `Bearer ${token}` })
  if (body?.mode && body.mode !== 'raw') notes.push(`${name}: a body of the kind ${body.mode}`)
  const item: Item = {
    name: name || 'Request',
    method,
    url: typeof url === 'string' ? url : url.raw,
    headers,
    body: body?.raw ?? '',
    checks: [],
    sets: [],
  }
  for (const { listen, script } of event) {
    const lines = [script?.exec ?? []].flat().flatMap((text) => text.split('\n'))
    if (listen === 'test') for (const line of lines) readLine(line.trim(), item, notes)
    else if (lines.some((line) => line.trim())) notes.push(`${name}: a script before the request`)
  }
  return item
}

function bearerOf(auth: unknown): string | undefined {
  const { type, bearer } = Object(auth) as { type?: unknown; bearer?: unknown }
  const [entry] = type === 'bearer' && Array.isArray(bearer) ? bearer : []
  const { value } = Object(entry) as { value?: unknown }
  return typeof value === 'string' ? value : undefined
}

const BODY = String.raw`(?:pm\.response\.json\(\)|jsonData|responseJson|response|json|data|body)`
const SET = new RegExp(
  String.raw`pm\.(?:environment|collectionVariables|globals|variables)\.set\(\s*["'](\w+)["']\s*,\s*${BODY}(.*?)\)\s*;?$`,
)
const STATUS = /pm\.response\.to\.have\.status\(\s*(\d{3})\s*\)/
const EXPECT =
  /pm\.expect\((.*)\)\.to\.(eql|equal|be\.a|be\.an|match|have\.lengthOf|not\.be\.undefined)\b(?:\((.*?)\))?\s*\)?\s*;?(?:\s*\}\s*\)\s*;?)?$/s

/** Takes the variable or the expectation from a line of a script, if it has a common form. */
function readLine(line: string, item: Item, notes: string[]): void {
  const [, name, rest] = SET.exec(line) ?? []
  const path = name && pathOf(rest)
  if (name && path) return void item.sets.push({ name, path })
  const [, status] = STATUS.exec(line) ?? []
  if (status)
    return void item.checks.push({ path: ['status'], kind: 'equals', value: Number(status) })
  const check = checkOf(line)
  if (check) item.checks.push(check)
  else if (/pm\.|postman\./.test(line) && !/^pm\.test\(.*\{$/.test(line))
    notes.push(`${item.name}: ${line.slice(0, 80)}`)
}

function checkOf(line: string): Check | undefined {
  const [, left = '', matcher, right = ''] = EXPECT.exec(line) ?? []
  if (!matcher) return undefined
  const [, inner = left] = /^(?:Object\.keys|String)\((.*)\)$/s.exec(left) ?? []
  const path = actualPath(inner)
  if (!path) return undefined
  if (matcher === 'not.be.undefined') return { path, kind: 'exists' }
  if (matcher === 'match') {
    const [, quoted] = /^new RegExp\((".*")\)?$/s.exec(right) ?? []
    const expression = quoted ? parsed(quoted) : /^\/(.*)\/$/.exec(right)?.[1]
    const isValid = typeof expression === 'string' && !expressionProblem(expression)
    return isValid ? { path, kind: 'matches', value: expression } : undefined
  }
  const value = parsed(right)
  if (value === undefined) return undefined
  if (matcher === 'have.lengthOf')
    return typeof value === 'number' ? { path, kind: 'length', value } : undefined
  if (matcher === 'eql' || matcher === 'equal') return { path, kind: 'equals', value }
  return JSON_TYPES.some((type) => type === value) ? { path, kind: 'type', value } : undefined
}

function actualPath(text: string): Path | undefined {
  if (text === 'pm.response.code') return ['status']
  const [, header] = /^pm\.response\.headers\.get\((["'].*["'])\)$/s.exec(text) ?? []
  const name = header && parsed(header)
  if (typeof name === 'string') return ['headers', name.toLowerCase()]
  const [, rest] = new RegExp(`^${BODY}(.*)$`, 's').exec(text) ?? []
  const path = rest !== undefined && pathOf(rest)
  return path ? ['data', ...path] : undefined
}

const pathOf = (text = '') => parsePath(text)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^'(.*)'$/, '"$1"'))
  } catch {
    return undefined
  }
}
