import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import type { Call } from '../../src/contract/call.ts'
import { calls } from '../../src/contract/calls.ts'
import { type Refusal, refusals } from '../../src/contract/refusals.ts'
import { namedSchemas } from './named-schemas.ts'
import { errorSchema, headers, parameters } from './openapi-components.ts'

const conversion = {
  target: 'draft-2020-12',
  // A check that is a function has no words in JSON Schema: its text comes with the refusal.
  errorMode: 'ignore',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
} satisfies ConversionConfig

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, call] of Object.entries<Call>(calls)) {
    const [method = '', path = ''] = name.split(' ')
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(name, path, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gearheads',
      version,
      summary: 'Social media for gear heads: the API of the mock in the service worker.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: ['auth', 'users', 'posts', 'comments', 'uploads', 'mock'].map((tag) => ({ name: tag })),
    paths,
    components: {
      schemas: { ...toJsonSchemaDefs(namedSchemas, conversion), Error: errorSchema },
      parameters,
      headers,
      responses: {
        Error: { description: 'The call failed.', content: json(reference('schemas/Error')) },
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

function operation(name: string, path: string, call: Call) {
  const writes = !name.startsWith('GET') && !call.safe && !call.control
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
    parameters: [
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
              schema: { type: 'string' },
            },
          ]
        : []),
      ...(writes ? [reference('parameters/prefer')] : []),
    ],
    ...(call.body && { requestBody: { required: true, content: bodyContent(call, call.body) } }),
    responses: {
      [call.status]: {
        description: 'Done.',
        headers: Object.fromEntries(answered.map((key) => [key, reference(`headers/${key}`)])),
        // In 3.1, bytes of a type that says it all need no schema.
        content: call.binary ? { 'image/*': {} } : json(schemaOf(call.reply)),
      },
      ...refusalResponses(call),
      default: reference('responses/Error'),
    },
  }
}

/** Stands for all of valibot's texts. */
const WRONG_SHAPE = { status: 400, text: 'field: what is wrong with it.' }

/** One response a status, with the text of each refusal as an example. */
function refusalResponses(call: Call) {
  const all: Refusal[] = [...(call.refuses ?? [])]
  if (call.auth) all.push(refusals.notRegistered)
  if (call.body) all.push(refusals.malformedJson, WRONG_SHAPE)
  const byStatus = Map.groupBy(all, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map(({ text }) => text.trim()).join(' '),
        content: {
          'application/json': {
            schema: reference('schemas/Error'),
            examples: Object.fromEntries(
              ofStatus.map(({ text }) => [keyOf(text), { value: { error: [text] } }]),
            ),
          },
        },
      },
    ]),
  )
}

function keyOf(text: string): string {
  return Object.entries(refusals).find(([, refusal]) => refusal.text === text)?.[0] ?? 'wrongShape'
}

function schemaOf(schema: GenericSchema) {
  const { $defs, $schema, ...converted } = toJsonSchema(schema, {
    ...conversion,
    definitions: namedSchemas,
  })
  return converted
}

function bodyContent(call: Call, body: GenericSchema) {
  return call.form ? { 'multipart/form-data': { schema: schemaOf(body) } } : json(schemaOf(body))
}

function json(schema: object) {
  return { 'application/json': { schema } }
}

function reference(place: string) {
  return { $ref: `#/components/${place}` }
}
