import * as v from 'valibot'
import {
  CHANGES_PATH,
  type Changes,
  CURSOR_HEADER,
  KEYS_PATH,
  REPLICA_PATH,
} from '../../src/contract/changes.ts'
import { PUSH_PATH } from '../../src/contract/push.ts'
import { schemaOf } from './schemas.ts'

/** Schema of {@link Changes}. Separate from `changes.ts`, so that the page loads no validator with it. */
export const ChangesSchema = v.object({
  by: v.string(),
  changes: v.optional(
    v.array(
      v.object({
        table: v.picklist(['users', 'posts', 'comments', 'notifications']),
        kind: v.picklist(['added', 'changed', 'removed']),
        _id: v.string(),
        postId: v.optional(v.string()),
      }),
    ),
  ),
}) satisfies v.GenericSchema<unknown, Partial<Changes>>

const stream = {
  operationId: 'get-api-changes',
  summary: 'The changes of all writes, as Server-Sent Events. Only a club has them.',
  description:
    'Each event has a cursor as its id, and as data a list of changed rows. Data without `changes` say that any ' +
    'row may have changed: read everything again.',
  tags: ['changes'],
  security: [],
  parameters: [
    {
      name: 'after',
      in: 'query',
      description: `A cursor, such as that in the header ${CURSOR_HEADER} of any reply.`,
      schema: { type: 'string' },
    },
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'The id of the last event. Browsers send it when they connect again.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: {
      description: 'Events, until the client disconnects. The data of each:',
      content: { 'text/event-stream': { schema: schemaOf(ChangesSchema) } },
    },
  },
}

const entries = {
  description: 'Stored keys with their values; null removes a key.',
  type: 'array',
  items: { type: 'array', prefixItems: [{ type: 'string' }, {}], minItems: 2, maxItems: 2 },
}
const version = { description: 'The version of the stored data.', type: 'integer' }
const text = { type: 'string' }

const write = {
  type: 'object',
  required: ['name', 'call', 'params', 'authorization'],
  properties: {
    name: { description: 'A UUIDv7: the Idempotency-Key.', type: 'string' },
    call: { description: "The call's name, such as POST /api/posts/like/:postId.", type: 'string' },
    params: { type: 'object', additionalProperties: text },
    body: {},
    authorization: text,
  },
}

const exchange = {
  operationId: 'post-api-changes',
  summary: 'Does the writes of a device, then reads what has changed. Only a club has it.',
  tags: ['changes'],
  security: [],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['since', 'writes'],
          properties: {
            since: text,
            writes: { type: 'array', maxItems: 50, items: write },
            names: { description: 'Of writes whose fate is unknown.', type: 'array', items: text },
          },
        },
      },
    },
  },
  responses: {
    200: reply(
      'An outcome for each write. Without `changes`, the cursor is unknown: copy the data again.',
      {
        version,
        outcomes: {
          type: 'array',
          items: {
            type: 'object',
            required: ['name', 'status'],
            properties: { name: text, status: { type: 'integer' }, error: text },
          },
        },
        changes: {
          type: 'object',
          required: ['entries', 'names', 'cursor', 'more'],
          properties: {
            entries,
            names: {
              description:
                'Each with the author. Only those that the request or its tokens are about.',
              type: 'array',
              items: { type: 'array', prefixItems: [text, { type: ['string', 'null'] }] },
            },
            cursor: text,
            more: { type: 'boolean' },
          },
        },
      },
    ),
    400: reply('The request is malformed.', { error: { type: 'array', items: text } }),
  },
}

const copy = {
  operationId: 'get-api-replica',
  summary: 'A part of the public data, newest posts first. Only a club has it.',
  tags: ['changes'],
  security: [],
  parameters: [
    {
      name: 'before',
      in: 'query',
      description: '`next` of the part before; without it, the first part, which has all users.',
      schema: text,
    },
  ],
  responses: {
    200: reply('`next` is missing in the last part.', {
      version,
      entries,
      next: text,
      first: { type: 'object', properties: { cursor: text, key: { type: 'object' } } },
    }),
    501: reply('The club is too large to be copied.', { error: { type: 'array', items: text } }),
  },
}

const keys = {
  operationId: 'get-api-auth-keys',
  summary: "The public keys that sign a club's tokens, as a JSON Web Key Set.",
  tags: ['auth'],
  security: [],
  responses: { 200: reply('The keys.', { keys: { type: 'array', items: { type: 'object' } } }) },
}

const endpoint = {
  description: 'The https address at the push service of the browser.',
  type: 'string',
}
const errors = { error: { type: 'array', items: text } }

const pushKey = {
  operationId: 'get-api-push',
  summary: 'The public key of its Web Push (RFC 8292), base64url. Only a club has it.',
  tags: ['notifications'],
  security: [],
  responses: { 200: reply('The key.', { key: text }) },
}

const subscribe = {
  operationId: 'post-api-push',
  summary:
    "Sends the viewer's notifications to a browser while the session lasts. Only a club has it.",
  tags: ['notifications'],
  security: [{ token: [] }],
  requestBody: bodyOf({
    type: 'object',
    required: ['endpoint', 'keys'],
    properties: {
      endpoint,
      keys: {
        type: 'object',
        required: ['p256dh', 'auth'],
        properties: { p256dh: text, auth: text },
      },
    },
  }),
  responses: {
    201: reply('It replaces an earlier one with this endpoint.', { subscribed: { const: true } }),
    400: reply('A field is missing or not valid; the text names it.', errors),
    404: reply('The token is missing or not valid.', errors),
  },
}

const unsubscribe = {
  operationId: 'delete-api-push',
  summary: 'Ends a subscription, if there is one. Only a club has it.',
  tags: ['notifications'],
  security: [],
  requestBody: bodyOf({ type: 'object', required: ['endpoint'], properties: { endpoint } }),
  responses: {
    200: reply('The endpoint is a secret of the browser, so it is enough.', {
      subscribed: { const: false },
    }),
  },
}

/** What only a club's server answers. Not calls, because nothing answers them on a device. */
export const clubPaths = {
  [CHANGES_PATH]: { get: stream, post: exchange },
  [REPLICA_PATH]: { get: copy },
  [KEYS_PATH]: { get: keys },
  [PUSH_PATH]: { get: pushKey, post: subscribe, delete: unsubscribe },
}

function reply(description: string, properties: object) {
  return {
    description,
    content: { 'application/json': { schema: { type: 'object', properties } } },
  }
}

function bodyOf(schema: object) {
  return { required: true, content: { 'application/json': { schema } } }
}
