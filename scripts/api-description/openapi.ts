import type { GenericSchema } from 'valibot'
import { type Call, KEY_HEADER } from '../../src/contract/call.ts'
import { calls } from '../../src/contract/calls.ts'
import { type ApiErrorSpec, apiErrors } from '../../src/contract/errors.ts'
import { TEXT_LIMITS } from '../../src/contract/text-limits.ts'
import { clubPaths } from './club-operations.ts'
import { json, reference, schemaOf, schemasByName } from './schemas.ts'

/** The body of every error. */
const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'array', items: { type: 'string' }, description: 'The first is to be shown.' },
    description: { type: 'string', description: 'UNDEFINED_ROUTE where no call is served.' },
  },
}

/** Headers and query parameters that some calls accept. */
export const parameters = {
  limit: {
    name: 'limit',
    in: 'query',
    description: 'Answer a page of at most so many.',
    schema: { type: 'integer', minimum: 1, maximum: 100 },
  },
  before: {
    name: 'before',
    in: 'query',
    description: 'The _id or id of an item: answer only what is older.',
    schema: { type: 'string' },
  },
  prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      'return=minimal: answer lists that hold only what a write changed. people=own: name only the viewer in lists of people, with counts beside them.',
    schema: { type: 'string', examples: ['return=minimal', 'people=own'] },
  },
  idempotencyKey: {
    name: KEY_HEADER,
    in: 'header',
    description: 'Names the write, which is done once however often it is sent within a day.',
    schema: { type: 'string', maxLength: 255 },
  },
}

/** Response headers. */
export const headers = {
  'Server-Timing': {
    description: 'Where the time went: delay, lock, handler, store and total, in milliseconds.',
    schema: { type: 'string' },
  },
  Link: {
    description: 'The address of the next page, rel="next", when there is one.',
    schema: { type: 'string' },
  },
  'Preference-Applied': { description: 'As asked with Prefer.', schema: { type: 'string' } },
}

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, call] of Object.entries<Call>(calls)) {
    const [method = '', path = ''] = name.split(' ')
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(name, path, call) }
  }
  Object.assign(paths, clubPaths)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gearheads',
      version,
      summary: 'Social media for gear heads: the API of the mock in the service worker.',
      description: 'Lists are newest first.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: ['auth', 'users', 'posts', 'comments', 'notifications', 'uploads', 'changes', 'mock'].map(
      (tag) => ({
        name: tag,
      }),
    ),
    paths,
    components: {
      schemas: { ...schemasByName(), Error: errorSchema },
      parameters,
      headers,
      responses: {
        Error: { description: 'The call failed.', content: json(reference('schemas/Error')) },
        BadBody: errorResponse(BAD_BODY),
      },
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'authorization',
          description: 'The encodedToken of log-in or sign-up, with or without the word Bearer.',
        },
      },
    },
  }
}

/** A call of the contract as an OpenAPI operation. */
function operation(name: string, path: string, call: Call) {
  const writes = Boolean(call.writes && !call.control)
  const answered = [
    'Server-Timing',
    ...(call.paged ? ['Link'] : []),
    ...(writes ? ['Preference-Applied'] : []),
  ]
  return {
    operationId: name.replace(/[^a-z]+/gi, '-').toLowerCase(),
    summary: call.summary,
    tags: [call.control ? 'mock' : path.split('/')[2]],
    security: call.auth ? [{ token: [] }] : [],
    parameters: parametersOf(path, call, writes),
    ...(call.body && {
      requestBody: { required: true, content: bodyContent(call, call.body) },
    }),
    responses: {
      [call.status]: {
        description: 'Done.',
        headers: Object.fromEntries(answered.map((key) => [key, reference(`headers/${key}`)])),
        // In OpenAPI 3.1, a media type of bytes needs no schema.
        content: call.binary ? { 'image/*': {} } : json(schemaOf(call.reply)),
      },
      ...errorResponses(call),
      default: reference('responses/Error'),
    },
  }
}

function parametersOf(path: string, call: Call, writes: boolean) {
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, param = '']) => ({
      name: param,
      in: 'path',
      required: true,
      description: param === 'username' ? 'Of a user.' : 'A _id or id.',
      schema: { type: 'string' },
    })),
    ...(call.paged ? [reference('parameters/limit'), reference('parameters/before')] : []),
    ...(call.searched
      ? [
          {
            name: 'search',
            in: 'query',
            description: `Answer only those with this text in their ${call.searched}, whatever the case.`,
            schema: { type: 'string', maxLength: TEXT_LIMITS.search },
          },
        ]
      : []),
    ...(call.control || call.binary ? [] : [reference('parameters/prefer')]),
    ...(writes ? [reference('parameters/idempotencyKey')] : []),
  ]
}

function bodyContent(call: Call, body: GenericSchema) {
  const schema = schemaOf(body)
  if (call.form) return { 'multipart/form-data': { schema } }
  return { 'application/json': { schema, example: call.example } }
}

/** Matches all of valibot's texts. */
const WRONG_SHAPE = { status: 400, text: 'field: what is wrong with it.' }
const BAD_BODY: ApiErrorSpec[] = [apiErrors.malformedJson, WRONG_SHAPE]

/** One response per status, with the text of each error as an example. */
function errorResponses(call: Call) {
  const all: ApiErrorSpec[] = [...(call.refuses ?? [])]
  if (call.auth) all.push(apiErrors.notRegistered)
  if (call.body) all.push(...BAD_BODY)
  const byStatus = Map.groupBy(all, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      // Most calls have no other error of a body.
      ofStatus.every((one) => BAD_BODY.includes(one))
        ? reference('responses/BadBody')
        : errorResponse(ofStatus),
    ]),
  )
}

function errorResponse(errors: readonly ApiErrorSpec[]) {
  return {
    description: errors.map(({ text }) => text.trim()).join(' '),
    content: {
      'application/json': {
        schema: reference('schemas/Error'),
        examples: Object.fromEntries(
          errors.map(({ text }) => [keyOf(text), { value: { error: [text] } }]),
        ),
      },
    },
  }
}

function keyOf(text: string): string {
  return Object.entries(apiErrors).find(([, refusal]) => refusal.text === text)?.[0] ?? 'wrongShape'
}
