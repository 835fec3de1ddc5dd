import * as v from 'valibot'
import type { Path } from '../json-editor/json-path.ts'
import { type Check, expressionProblem } from './checks.ts'
import { fromItems, ImportError, type Imported } from './collection.ts'
import { parsePath } from './references.ts'
import { type TextFile, TYPES } from './to-bruno.ts'

/**
 * Reads `.bru` files; others, such as `bruno.json`, are ignored.
 * @throws ImportError if there is no request
 */
export function fromBruno(files: readonly TextFile[]): Imported {
  const bru = files.filter(({ name }) => name.endsWith('.bru'))
  return fromBlocks(bru.map(({ name, text }) => ({ name, blocks: parseBru(text) })))
}

const Pair = v.object({
  name: v.optional(v.string(), ''),
  value: v.optional(v.nullable(v.string()), ''),
  enabled: v.optional(v.boolean(), true),
})
const Pairs = v.optional(v.nullable(v.array(Pair)))
const JsonItem = v.object({
  name: v.optional(v.string(), ''),
  seq: v.optional(v.number(), 0),
  items: v.optional(v.array(v.unknown())),
  request: v.optional(
    v.object({
      method: v.string(),
      url: v.optional(v.string(), ''),
      headers: Pairs,
      body: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
      auth: v.optional(
        v.nullable(
          v.object({
            bearer: v.optional(v.nullable(v.object({ token: v.optional(v.string(), '') }))),
          }),
        ),
      ),
      vars: v.optional(v.nullable(v.object({ res: Pairs }))),
      assertions: Pairs,
      script: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
      tests: v.optional(v.nullable(v.string())),
    }),
  ),
})
/** A collection that Bruno exports as one file of JSON. */
const BrunoJson = v.object({ version: v.string(), items: v.array(v.unknown()) })
export const isBrunoJson = (value: unknown): value is v.InferOutput<typeof BrunoJson> =>
  v.is(BrunoJson, value)

/**
 * Reads a collection in one file of JSON.
 * @throws ImportError if there is no request
 */
export function fromBrunoJson({ items }: v.InferOutput<typeof BrunoJson>): Imported {
  return fromBlocks(jsonFiles(items, ''))
}

const MAX_DEPTH = 20

/** The requests of folders as the blocks of `.bru` files. */
function jsonFiles(items: readonly unknown[], folder: string): BruFile[] {
  if (folder.split('/').length > MAX_DEPTH)
    throw new ImportError('The folders of this file are nested too deeply.')
  return items.flatMap((item, index) => {
    const { success, output } = v.safeParse(JsonItem, item)
    if (!success) return []
    const { name, seq, items: inside, request } = output
    if (inside) return jsonFiles(inside, `${folder}${String(index).padStart(4, '0')}/`)
    return request ? [{ name: `${folder}${name}.bru`, blocks: blocksOf(name, seq, request) }] : []
  })
}

type JsonRequest = NonNullable<v.InferOutput<typeof JsonItem>['request']>

function blocksOf(name: string, seq: number, request: JsonRequest): Map<string, Block> {
  const { method, url, headers, body, auth, vars, assertions, script, tests } = request
  const toPairs = (pairs: v.InferOutput<typeof Pairs>) =>
    (pairs ?? []).map((pair) => ({
      isUsed: pair.enabled,
      header: pair.name,
      value: pair.value ?? '',
    }))
  const one = (header: string, value: string) => ({ isUsed: true, header, value })
  const pairs = (found: Block['pairs']): Block => ({ text: '', pairs: found })
  const blocks = new Map<string, Block>([
    ['meta', pairs([one('name', name), one('seq', String(seq))])],
    [method.toLowerCase(), pairs([one('url', url)])],
    ['headers', pairs(toPairs(headers))],
    ['vars:post-response', pairs(toPairs(vars?.res))],
    ['assert', pairs(toPairs(assertions))],
  ])
  if (auth?.bearer?.token) blocks.set('auth:bearer', pairs([one('token', auth.bearer.token)]))
  const { mode, json } = body ?? {}
  if (mode === 'json') blocks.set('body:json', { text: String(json ?? ''), pairs: [] })
  else if (mode && mode !== 'none') blocks.set(`body:${mode}`, pairs([]))
  for (const [kind, text] of Object.entries(script ?? {}))
    if (text) blocks.set(`script:${kind}`, pairs([]))
  if (tests) blocks.set('tests', pairs([]))
  return blocks
}

type BruFile = { name: string; blocks: Map<string, Block> }

function fromBlocks(files: readonly BruFile[]): Imported {
  const notes: string[] = []
  const fixed: Record<string, string> = {}
  const items = files.flatMap(({ name, blocks }) => {
    for (const { header, value } of blocks.get('vars:pre-request')?.pairs ?? [])
      fixed[header] = value
    return toItem(blocks, name, notes) ?? []
  })
  if (items.length === 0)
    throw new ImportError(
      'There are no requests of Bruno in these files. A HAR or a curl command is pasted into the endpoint.',
    )
  // Folders come one after the other.
  items.sort((one, other) => one.folder.localeCompare(other.folder) || one.seq - other.seq)
  const { requests, leftOut } = fromItems(items, fixed)
  return { requests, leftOut: [...leftOut, ...notes] }
}

type Block = { text: string; pairs: { isUsed: boolean; header: string; value: string }[] }

/** The blocks of a file by name: `meta {` to a `}` at the start of a line. */
export function parseBru(text: string): Map<string, Block> {
  const blocks = new Map<string, Block>()
  const found = text.replaceAll('\r\n', '\n').matchAll(/^([\w:-]+)[ \t]*\{[ \t]*\n([\s\S]*?)^\}/gm)
  for (const [, name = '', content = ''] of found) {
    const lines = content.replace(/\n$/, '').split('\n')
    const pairs = lines.flatMap((line) => {
      const [, off, header = '', value = ''] = /^\s*(~?)([^:]*):\s*(.*?)\s*$/.exec(line) ?? []
      const name = header.trim().replace(/^"(.*)"$/, '$1')
      return name ? [{ isUsed: !off, header: name, value }] : []
    })
    blocks.set(name, { text: lines.map((line) => line.replace(/^ {2}/, '')).join('\n'), pairs })
  }
  return blocks
}

const BRU_METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'connect']

function toItem(blocks: Map<string, Block>, file: string, notes: string[]) {
  const method = BRU_METHODS.find((one) => blocks.has(one))
  if (!method) return undefined
  const pairsOf = (name: string) => blocks.get(name)?.pairs ?? []
  const fieldOf = (name: string, key: string) =>
    pairsOf(name).find(({ header }) => header === key)?.value ?? ''
  const base = file.replace(/.*\//, '').replace(/\.bru$/, '')
  const name = fieldOf('meta', 'name') || base
  const token = fieldOf('auth:bearer', 'token')
  const headers = pairsOf('headers')
  if (token) headers.push({ isUsed: true, header: 'authorization', value: `Bearer ${token}` })
  for (const other of blocks.keys())
    if (/^(script|tests|auth:(?!bearer)|body:(?!json$))/.test(other))
      notes.push(`${name}: ${other}`)
  const parsed = pairsOf('assert').map((pair) => ({
    pair,
    check: toCheck(pair.header, pair.value),
  }))
  for (const { pair, check } of parsed)
    if (!check) notes.push(`${name}: the check ${pair.header}: ${pair.value}`)
  const sets = pairsOf('vars:post-response').flatMap(({ isUsed, header, value }) => {
    const path = responsePath(value)
    if (isUsed && path?.[0] === 'data') return [{ name: header, path: path.slice(1) }]
    notes.push(`${name}: the variable ${header}`)
    return []
  })
  return {
    name,
    folder: file.replace(/[^/]*$/, ''),
    seq: Number(fieldOf('meta', 'seq')) || 0,
    method,
    url: fieldOf(method, 'url'),
    headers,
    body: blocks.get('body:json')?.text ?? '',
    checks: parsed.flatMap(({ pair, check }) => (check && pair.isUsed ? [check] : [])),
    sets,
  }
}

/** `res.body.posts[0]._id` as the path of a check. */
function responsePath(text: string): Path | undefined {
  const [, part, rest] = /^res\.(status|headers|body)(.*)$/s.exec(text.trim()) ?? []
  const path = part && parsePath(rest ?? '')
  if (!path) return undefined
  return [part === 'body' ? 'data' : part, ...path]
}

/** An assertion of Bruno as a check; undefined if there is none like it. */
export function toCheck(left: string, right: string): Check | undefined {
  const [, inner = left] = /^(?:Object\.keys|JSON\.stringify)\((.*)\)$/.exec(left.trim()) ?? []
  const path = responsePath(inner)
  const [, operator = '', value = ''] = /^(\S+)\s*(.*)$/.exec(right.trim()) ?? []
  if (!path) return undefined
  const [type] = Object.entries(TYPES).find(([, one]) => one === operator) ?? []
  if (type) return { path, kind: 'type', value: type }
  if (operator === 'isDefined') return { path, kind: 'exists' }
  if (operator === 'length' && /^\d+$/.test(value))
    return { path, kind: 'length', value: Number(value) }
  if (operator === 'matches') {
    const expression = value.replace(/^\/(.*)\/$/, '$1')
    return expressionProblem(expression) ? undefined : { path, kind: 'matches', value: expression }
  }
  if (operator !== 'eq' || value.includes('{{')) return undefined
  return { path, kind: 'equals', value: toValue(value) }
}

function toValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.replace(/^'(.*)'$/, '$1')
  }
}
