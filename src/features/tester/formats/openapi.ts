import { isOwnApi } from '../request/address.ts'
import { type HeaderFields, isJsonType } from '../request/request-model.ts'
import { type Document, resolve, sampleOf } from './openapi-schema.ts'
import {
  BASE,
  type Field,
  formOf,
  header,
  type Imported,
  type Parts,
  pairOf,
  Reading,
  URL_ENCODED,
  withQuery,
} from './reading.ts'
import { isJson } from './recognise.ts'
import { isTree, listOf, type Tree, textOf, treeOf } from './tree.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']
/** Keys that are no parts of a request. */
const NOUNS = {
  ...{ openapi: '', swagger: '', info: '', components: '', definitions: '', tags: '' },
  ...{ securityDefinitions: '', security: '', operationId: '', produces: '' },
  ...{ jsonSchemaDialect: '', required: '' },
  ...{ deprecated: '', type: '', format: '', enum: '', minimum: '', maximum: '', name: '' },
  ...{ description: 'description', summary: 'description', externalDocs: 'link' },
  ...{ responses: 'description|of replies', callbacks: 'callback', webhooks: 'webhook' },
  ...{ parameters: '', schemes: '', examples: 'example|besides the first' },
}

export const isOpenApi = (data: unknown): data is Tree =>
  isTree(data) && ('openapi' in data || 'swagger' in data)

/** Reads each operation of an OpenAPI or Swagger document. */
export function readOpenApi(root: Tree): Imported {
  const reading = new Reading()
  reading.readDocument<Tree>(root, NOUNS, (data, whole) => {
    const document: Document = { root, values: 0, reading, whole }
    for (const [path, found] of Object.entries(treeOf(data.paths))) {
      const item = treeOf(resolve(document, found))
      for (const method of METHODS.filter((one) => isTree(item[one])))
        readOperation(document, { path, method, item, data })
    }
    if (listOf(data.servers).length > 1)
      reading.leave('server', 'besides the first', listOf(data.servers).length - 1)
  })
  const read = reading.done()
  const problem = 'This OpenAPI document has no operations.'
  return read.requests.length > 0 ? read : { ...read, problem }
}

type Place = { path: string; method: string; item: Tree; data: Tree }

function readOperation(document: Document, { path, method, item, data }: Place): void {
  const { reading } = document
  const operation = treeOf(item[method])
  const name = textOf(operation.summary) ?? textOf(operation.operationId)
  reading.current = name || `${method.toUpperCase()} ${path}`
  const parameters = new Map<string, Tree>()
  for (const one of [...listOf(item.parameters), ...listOf(operation.parameters)]) {
    const parameter = treeOf(document.whole(resolve(document, one)))
    parameters.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  const given = [...parameters.values()]
  const inPlace = (place: string) => given.filter((one) => one.in === place)
  const server = serverOf(operation, item, data)
  const filled = path.replace(/\{([^{}]+)\}/g, (_, key: string) => {
    const parameter = inPlace('path').find((one) => one.name === key)
    const value = parameter && exampleOf(document, parameter)
    return value === undefined ? `{{${key}}}` : encodeURIComponent(toText(value))
  })
  const query = inPlace('query').flatMap((one) => queryOf(document, one))
  const headers = inPlace('header').map((one) => headerOf(document, one))
  const address = withBase(server + filled)
  secure(document, { operation, data, address, query, headers })
  if (inPlace('cookie').length > 0)
    reading.leave('cookie', 'that the browser sets itself', inPlace('cookie').length)
  reading.add({
    name,
    method,
    endpoint: withQuery(address, query.join('&')),
    headers,
    ...(method !== 'get' && method !== 'head' && bodyOf(document, { operation, data, given })),
  })
}

/** A relative address is that of the host of the document, which a text does not tell. */
const withBase = (address: string) =>
  address.startsWith('/') && !isOwnApi(address) ? `{{${BASE}}}${address}` : address

/** The nearest first server with its variables, without its last slash, or the host of Swagger 2. */
function serverOf(operation: Tree, item: Tree, data: Tree): string {
  const [first] =
    [operation, item, data].map(({ servers }) => listOf(servers)).find((l) => l.length) ?? []
  const { url, variables } = treeOf(first)
  const named = (textOf(url) ?? '').replace(/\{([^{}]+)\}/g, (_, key: string) => {
    const { default: value } = treeOf(treeOf(variables)[key])
    return textOf(value) ?? `{{${key}}}`
  })
  const [scheme] = [operation.schemes ?? data.schemes].flat()
  const host = textOf(data.host)
  const swagger =
    (host ? `${textOf(scheme) ?? 'https'}://${host}` : '') + (textOf(data.basePath) ?? '')
  return (named || swagger).replace(/\/$/, '')
}

const toText = (value: unknown) => textOf(value) ?? JSON.stringify(value)

/** The value that a document gives for a parameter. */
function exampleOf(document: Document, parameter: Tree): unknown {
  const [first] = Object.values(treeOf(parameter.examples))
  const [content] = Object.values(treeOf(parameter.content))
  const schema = treeOf(resolve(document, parameter.schema ?? treeOf(content).schema))
  const own = [
    ...[parameter.example, treeOf(resolve(document, first)).value, parameter['x-example']],
    ...[schema.example, listOf(schema.examples)[0]],
  ].find((value) => value !== undefined)
  if (own !== undefined || (!parameter.required && parameter.in !== 'path')) return own
  const choice = [schema.const, schema.default, parameter.default].find((one) => one !== undefined)
  return choice ?? listOf(schema.enum ?? parameter.enum)[0]
}

function queryOf(document: Document, parameter: Tree): string[] {
  const name = String(parameter.name)
  const value = exampleOf(document, parameter)
  if (value === undefined) {
    if (parameter.required) return [pairOf(name, `{{${name}}}`)]
    document.reading.leave('optional query parameter', 'without an example')
    return []
  }
  const pair = (key: string, one: unknown) => pairOf(key, toText(one))
  const isMulti = parameter.explode !== false && parameter.collectionFormat === undefined
  if (Array.isArray(value) && (isMulti || parameter.collectionFormat === 'multi'))
    return value.map((one) => pair(name, one))
  if (Array.isArray(value)) return [pair(name, value.map(toText).join(','))]
  if (!isTree(value)) return [pair(name, value)]
  const isDeep = parameter.style === 'deepObject'
  return Object.entries(value).map(([key, one]) => pair(isDeep ? `${name}[${key}]` : key, one))
}

/** An optional header without an example is one that is off. */
function headerOf(document: Document, parameter: Tree): HeaderFields {
  const name = String(parameter.name)
  const value = exampleOf(document, parameter)
  if (value !== undefined) return header(name, toText(value))
  return parameter.required ? header(name, `{{${name}}}`) : header(name, '', false)
}

type Secured = {
  operation: Tree
  data: Tree
  address: string
  query: string[]
  headers: HeaderFields[]
}

/** Adds what the first way to authorize needs: variables that ask for their values. */
function secure(document: Document, { operation, data, address, query, headers }: Secured): void {
  const { reading, root, whole } = document
  const ways = listOf(whole(operation.security ?? data.security))
  if (ways.length > 1) reading.leave('authorization', 'besides the first', ways.length - 1)
  const schemes = treeOf(treeOf(root.components).securitySchemes ?? root.securityDefinitions)
  for (const key of Object.keys(treeOf(ways[0]))) {
    const scheme = treeOf(resolve(document, Object.hasOwn(schemes, key) ? schemes[key] : undefined))
    const name = String(scheme.name)
    const kind = String(scheme.scheme ?? scheme.type).toLowerCase()
    const value = `{{${key}}}`
    if (isOwnApi(address)) reading.leave('authorization', 'that the form chooses')
    else if (scheme.type === 'apiKey' && scheme.in === 'query') query.push(pairOf(name, value))
    else if (scheme.type === 'apiKey' && scheme.in === 'header') headers.push(header(name, value))
    else if (kind === 'basic') headers.push(header('Authorization', `Basic ${value}`))
    else if (['bearer', 'oauth2', 'openidconnect'].includes(kind))
      headers.push(header('Authorization', `Bearer ${value}`))
    else reading.leave('authorization', `of the kind ${scheme.in ?? kind}`)
  }
}

type Body = { operation: Tree; data: Tree; given: Tree[] }

/** The example of the body, or a value that is made from its schema, in the first media type that can be written. */
function bodyOf(document: Document, { operation, data, given }: Body): Partial<Parts> {
  const { reading, whole } = document
  const content = treeOf(treeOf(resolve(document, whole(operation.requestBody))).content)
  const { in: _, ...inBody } = given.find((one) => one.in === 'body') ?? {}
  const fields = given.filter((one) => one.in === 'formData')
  const consumes = listOf(operation.consumes ?? data.consumes).map(String)
  if (isTree(inBody) && 'name' in inBody)
    content[consumes.find(isJsonType) ?? consumes[0] ?? 'application/json'] = inBody
  if (fields.length > 0) {
    const type = consumes.find((one) => /form/.test(one)) ?? URL_ENCODED
    const properties = fields.map((one): [string, unknown] => [
      String(one.name),
      one.type === 'file' ? { format: 'binary' } : one,
    ])
    const required = fields.filter((one) => one.required).map(({ name }) => name)
    content[type] = { schema: { properties: Object.fromEntries(properties), required } }
  }
  const types = Object.keys(content)
  const type = types.find(isJsonType) ?? types.find((one) => /form/.test(one)) ?? types[0]
  if (type === undefined) return {}
  if (types.length > 1) reading.leave('media type', 'besides the first', types.length - 1)
  const media = treeOf(content[type])
  const [first] = Object.values(treeOf(media.examples))
  const example = media.example ?? treeOf(resolve(document, first)).value
  const value =
    example ??
    (media.schema === undefined ? undefined : (sampleOf(document, media.schema) ?? undefined))
  return writtenAs(type, value, document, media)
}

function writtenAs(type: string, value: unknown, document: Document, media: Tree): Partial<Parts> {
  const { reading } = document
  if (value === undefined) {
    reading.leave('body', 'without a schema or an example')
    return {}
  }
  if (isJsonType(type))
    return {
      body:
        typeof value === 'string' && media.example !== undefined && isJson(value)
          ? value
          : JSON.stringify(value, null, 2),
      type,
    }
  if (!/form/.test(type) || !isTree(value)) {
    if (typeof value === 'string' && value) return { body: value, type }
    reading.leave('body', `of the type ${type.slice(0, 60)} without an example`)
    return {}
  }
  const schema = treeOf(resolve(document, media.schema))
  const properties = treeOf(schema.properties)
  const fields = Object.entries(value).flatMap(([key, one]): Field[] => {
    const isFile = treeOf(resolve(document, properties[key])).format === 'binary'
    const isEmpty = one === '' || one === null
    if (!isFile && !isEmpty) return [[key, toText(one)]]
    if (!isFile && listOf(schema.required).includes(key)) return [[key, `{{${key}}}`]]
    if (isFile) reading.leave('file', 'as a field of a form')
    else reading.leave('optional form field', 'without an example')
    return []
  })
  return formOf(type, fields)
}
