import type { GenericSchema } from 'valibot'
import type { Call } from '../../src/contract/call.ts'
import { exampleBody } from '../../src/contract/examples.ts'
import { refusalResponses } from './openapi-refusals.ts'
import { json, reference, schemaOf } from './openapi-schema.ts'

/** A call of the contract as an operation of OpenAPI. */
export function operation(name: string, path: string, call: Call) {
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
    parameters: parametersOf(path, call, writes),
    ...(call.body && {
      requestBody: { required: true, content: bodyContent(name, call, call.body) },
    }),
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
            schema: { type: 'string' },
          },
        ]
      : []),
    ...(writes ? [reference('parameters/prefer'), reference('parameters/idempotencyKey')] : []),
  ]
}

function bodyContent(name: string, call: Call, body: GenericSchema) {
  const schema = schemaOf(body)
  if (call.form) return { 'multipart/form-data': { schema } }
  return { 'application/json': { schema, example: exampleBody(name) } }
}
