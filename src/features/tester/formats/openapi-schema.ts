import type { Reading } from './reading.ts'
import { isTree, listOf, type Tree, textOf, treeOf } from './tree.ts'

/** Bodies are made from their schemas, which can refer to themselves. */
const MAX_DEPTH = 6
/** The number of values that are made for all bodies of a document. */
const MAX_VALUES = 50_000

/** A document, and how many values were made from its schemas. */
export type Document = { root: Tree; values: number; reading: Reading; whole: <V>(part: V) => V }

/** A value that fits a schema, as far as its types tell. */
export function sampleOf(document: Document, reference: unknown, depth = 0): unknown {
  const schema = treeOf(resolve(document, reference))
  for (const key of ['example', 'default', 'const'])
    if (schema[key] !== undefined) return schema[key]
  for (const key of ['examples', 'enum']) {
    const [first] = listOf(schema[key])
    if (first !== undefined) return first
  }
  document.values += 1
  if (depth >= MAX_DEPTH || document.values > MAX_VALUES) return null
  const parts = ['allOf', 'oneOf', 'anyOf'].map((key) => schema[key]).find(Array.isArray)
  if (parts) {
    const used = schema.allOf ? parts : parts.slice(0, 1)
    const own = schema.properties ? [{ properties: schema.properties }] : []
    const samples = [...used, ...own].map((part) => sampleOf(document, part, depth + 1))
    return samples.every(isTree) ? Object.assign({}, ...samples) : samples[0]
  }
  const [type] = [schema.type].flat()
  if (type === 'array') return [sampleOf(document, schema.items, depth + 1)]
  if (type === 'object' || schema.properties) {
    const properties = Object.entries(treeOf(schema.properties)).filter(
      ([, value]) => treeOf(resolve(document, value)).readOnly !== true,
    )
    return Object.fromEntries(
      properties.map(([key, value]) => [key, sampleOf(document, value, depth + 1)]),
    )
  }
  const empty: Record<string, unknown> = { integer: 0, number: 0, boolean: false, string: '' }
  return empty[String(type)] ?? null
}

/** Follows a reference within the document, and one that it leads to. */
export function resolve(document: Document, value: unknown): unknown {
  let found = value
  for (let step = 0; step < MAX_DEPTH; step += 1) {
    const reference = textOf(treeOf(found).$ref)
    if (reference === undefined) return found
    if (!reference.startsWith('#/')) {
      document.reading.leave('reference', 'to another document')
      return undefined
    }
    const keys = reference.slice(2).split('/')
    found = keys.reduce<unknown>((tree, key) => {
      const name = decodeKey(key).replaceAll('~1', '/').replaceAll('~0', '~')
      return isTree(tree) && Object.hasOwn(tree, name) ? tree[name] : undefined
    }, document.root)
  }
  return undefined
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}
