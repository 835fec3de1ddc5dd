import { join, type Pasted, toRequest } from './pasted.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']
/** Bodies are made from their schemas, which can refer to themselves. */
const MAX_DEPTH = 6
/** The number of values that are made for all bodies of a document. */
const MAX_VALUES = 50_000

type Tree = Record<string, unknown>
/** A document, and how many values were made from its schemas. */
type Document = { root: Tree; values: number }

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const treeOf = (value: unknown): Tree => (isTree(value) ? value : {})
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** Reads each operation of an OpenAPI or Swagger document. @returns `undefined` if it is something else */
export function readOpenApi(data: unknown): Pasted | undefined {
  if (!isTree(data) || !('openapi' in data || 'swagger' in data)) return undefined
  const document: Document = { root: data, values: 0 }
  const operations = Object.entries(treeOf(data.paths)).flatMap(([path, item]) =>
    Object.entries(treeOf(item))
      .filter(([method, operation]) => METHODS.includes(method) && isTree(operation))
      .map(([method, operation]) => readOperation(document, path, method, treeOf(operation))),
  )
  return join(operations)
}

function readOperation(document: Document, path: string, method: string, operation: Tree): Pasted {
  const name = textOf(operation.summary) ?? textOf(operation.operationId)
  const body = bodyOf(document, operation)
  return toRequest({
    ...{ method, endpoint: serverOf(document.root) + path, name },
    headers: body === undefined ? [] : [['Content-Type', 'application/json']],
    body: body === undefined ? undefined : JSON.stringify(body, null, 2),
  })
}

/** The first server without its last slash, or the host of Swagger 2. */
function serverOf({ servers, host, basePath, schemes }: Tree): string {
  const [first] = [servers].flat()
  const url = textOf(treeOf(first).url) ?? ''
  const [scheme] = [schemes].flat()
  const swagger = (host ? `${textOf(scheme) ?? 'https'}://${host}` : '') + (textOf(basePath) ?? '')
  return (url || swagger).replace(/\/$/, '')
}

/** The example of the body, or a value that is made from its schema. */
function bodyOf(document: Document, { requestBody, parameters }: Tree): unknown {
  const content = treeOf(treeOf(resolve(document, requestBody)).content)
  const json =
    content['application/json'] ??
    Object.entries(content).find(([type]) => type.endsWith('json'))?.[1]
  const inBody = [parameters].flat().find((one) => treeOf(one).in === 'body')
  const media = treeOf(json ?? inBody)
  if (media.example !== undefined) return media.example
  const [example] = Object.values(treeOf(media.examples))
  const value = treeOf(resolve(document, example)).value
  return value ?? (media.schema === undefined ? undefined : sampleOf(document, media.schema, 0))
}

/** A value that fits a schema, as far as its types tell. */
function sampleOf(document: Document, reference: unknown, depth: number): unknown {
  const schema = treeOf(resolve(document, reference))
  for (const key of ['example', 'default', 'const'])
    if (schema[key] !== undefined) return schema[key]
  for (const key of ['examples', 'enum']) {
    const [first] = Array.isArray(schema[key]) ? schema[key] : []
    if (first !== undefined) return first
  }
  document.values += 1
  if (depth >= MAX_DEPTH || document.values > MAX_VALUES) return null
  const parts = ['allOf', 'oneOf', 'anyOf'].map((key) => schema[key]).find(Array.isArray)
  if (parts) {
    const used = schema.allOf ? parts : parts.slice(0, 1)
    const samples = used.map((part) => sampleOf(document, part, depth + 1))
    return samples.every(isTree) ? Object.assign({}, ...samples) : samples[0]
  }
  const [type] = [schema.type].flat()
  if (type === 'array') return [sampleOf(document, schema.items, depth + 1)]
  if (type === 'object' || schema.properties) {
    const properties = Object.entries(treeOf(schema.properties))
    return Object.fromEntries(
      properties.map(([key, value]) => [key, sampleOf(document, value, depth + 1)]),
    )
  }
  return type === 'integer' || type === 'number'
    ? 0
    : type === 'boolean'
      ? false
      : type === 'string'
        ? ''
        : null
}

/** Follows a reference within the document, and one that it leads to. */
function resolve(document: Document, value: unknown): unknown {
  let found = value
  for (let step = 0; step < MAX_DEPTH; step += 1) {
    const reference = textOf(treeOf(found).$ref)
    if (!reference?.startsWith('#/')) return found
    const keys = reference.slice(2).split('/')
    found = keys.reduce<unknown>((tree, key) => {
      const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
      return isTree(tree) && Object.hasOwn(tree, name) ? tree[name] : undefined
    }, document.root)
  }
  return undefined
}
