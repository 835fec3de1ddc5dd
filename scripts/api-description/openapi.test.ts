import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { callNames, prepareExample } from '../../mocks/testing/examples.ts'
import type { Call } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { CHANGES_PATH, KEYS_PATH, REPLICA_PATH } from '../../src/contract/changes.ts'
import { PUSH_PATH } from '../../src/contract/push.ts'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument('1.2.3')
// Keywords of OpenAPI around the schemas, which Ajv does not know.
const ajv = new Ajv2020({ strict: false }).addSchema(document, 'api')

type Operation = {
  operationId: string
  security: unknown[]
  parameters: { name?: string; in?: string; $ref?: string }[]
  requestBody?: unknown
  responses: Record<string, { content?: { 'application/json': { examples?: object } } }>
}

/** The place of a call in the document: its path as a template, and its method. */
function placeOf(name: CallName): [path: string, method: string] {
  const [method = '', path = ''] = name.split(' ')
  return [path.replace(/:(\w+)/g, '{$1}'), method.toLowerCase()]
}

function operationOf(name: CallName): Operation {
  const [path, method] = placeOf(name)
  return document.paths[path]?.[method] as Operation
}

/** Validates `value` against the schema at this place of the operation. */
function fits(name: CallName, place: string, value: unknown): boolean {
  const [path, method] = placeOf(name)
  const keys = ['paths', path, method, ...place.split(' '), 'content', 'application/json', 'schema']
  const pointer = keys.map((key) => key.replaceAll('/', '~1').replace(/[{}]/g, encodeURIComponent))
  return ajv.validate({ $ref: `api#/${pointer.join('/')}` }, value)
}

test('the description is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(document.openapi).toBe('3.1.0')
})

test('exactly the calls of the contract and those of a club are described', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.map((name) => name.replace(/\{(\w+)\}/g, ':$1')).sort()).toEqual(
    [
      ...callNames,
      ...[`GET ${CHANGES_PATH}`, `POST ${CHANGES_PATH}`, `GET ${REPLICA_PATH}`, `GET ${KEYS_PATH}`],
      ...[`GET ${PUSH_PATH}`, `POST ${PUSH_PATH}`, `DELETE ${PUSH_PATH}`],
    ].sort(),
  )
  const ids = callNames.map((name) => operationOf(name).operationId)
  expect(new Set(ids).size).toBe(callNames.length)
})

/** Calls with bodies that are not JSON, which a JSON Schema cannot check. */
const isOfBytes = (name: CallName) => 'form' in calls[name] || 'binary' in calls[name]

test.each(callNames.filter(isOfBytes))('%s is described as files', (name) => {
  const { requestBody, responses } = operationOf(name)
  const [method] = name.split(' ')
  const described = method === 'GET' ? responses[200] : requestBody
  const types = Object.keys((described as { content: object }).content)
  expect(types).toEqual([method === 'GET' ? 'image/*' : 'multipart/form-data'])
})

const jsonNames = callNames.filter((name) => !isOfBytes(name))
test.each(jsonNames)('the bodies and replies of %s match the description', async (name) => {
  const { ask, options } = await prepareExample(name)
  if (options.body !== undefined) {
    expect(fits(name, 'requestBody', options.body), JSON.stringify(ajv.errors)).toBe(true)
  }
  const { status, data } = await ask()
  expect(fits(name, `responses ${status}`, data), JSON.stringify(ajv.errors)).toBe(true)
  expect(fits(name, `responses ${status}`, { error: ['No'] })).toBe(false)
})

test.each(callNames)('%s lists its parameters, its token and its errors', (name) => {
  const call: Call = calls[name]
  const { security, parameters, requestBody, responses } = operationOf(name)
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  expect(inPath).toEqual([...name.matchAll(/:(\w+)/g)].map(([, param]) => param))
  expect(security).toEqual(call.auth ? [{ token: [] }] : [])
  expect(Boolean(requestBody)).toBe(Boolean(call.body))
  for (const { status, text } of call.refuses ?? []) {
    const { examples } = responses[status]?.content?.['application/json'] ?? {}
    expect(Object.values(examples ?? {})).toContainEqual({ value: { error: [text] } })
  }
})

test('paged lists have limit and before', () => {
  const paged = callNames.filter((name) =>
    operationOf(name).parameters.some(({ $ref }) => $ref === '#/components/parameters/limit'),
  )
  expect(paged).toEqual(callNames.filter((name) => (calls[name] as Call).paged))
  const searched = callNames.filter((name) =>
    operationOf(name).parameters.some((parameter) => parameter.name === 'search'),
  )
  expect(searched).toEqual(callNames.filter((name) => (calls[name] as Call).searched))
  expect(searched.length).toBeGreaterThan(0)
})

test.each([
  ['POST /api/posts', { content: 5 }],
  ['POST /api/posts', { content: 'Hi', imageUrl: 'javascript:alert(1)' }],
  ['POST /api/mock/settings', { delay: -1 }],
  ['POST /api/mock/reset', { seed: { users: 2000, posts: 1 } }],
] as const)('the description of %s rejects %j too', (name, body) => {
  expect(fits(name, 'requestBody', body)).toBe(false)
})
