import { KEY_HEADER } from '../../src/contract/call.ts'

/** The body of every failure. */
export const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'array', items: { type: 'string' }, description: 'The first is to be shown.' },
    description: { type: 'string', description: 'UNDEFINED_ROUTE where no call is served.' },
  },
}

/** What some calls take beside their path and body. */
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
    description: 'return=minimal: answer lists that hold only what the call changed.',
    schema: { type: 'string', examples: ['return=minimal'] },
  },
  idempotencyKey: {
    name: KEY_HEADER,
    in: 'header',
    description: 'Names the write, which is done once however often it is sent within a day.',
    schema: { type: 'string', maxLength: 255 },
  },
}

/** What answers say beside their body. */
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
