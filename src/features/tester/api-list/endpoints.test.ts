import * as v from 'valibot'
import { expect, it } from 'vitest'
import { calls } from '../../../contract/calls.ts'
import { bodyTemplate, endpoints, findEndpoints } from './endpoints.ts'

const names = (text: string) => findEndpoints(text).map(({ name }) => name)

it('lists every call of the contract', () => {
  expect(endpoints.map(({ name }) => name)).toEqual(Object.keys(calls))
  expect(names('')).toHaveLength(endpoints.length)
})

it('finds by method, path and summary, in any order and case', () => {
  expect(names('posts DELETE')).toEqual(['DELETE /api/posts/:postId'])
  expect(names('like a post')).toContain('POST /api/posts/like/:postId')
  expect(names('warp drive')).toEqual([])
})

const template = (body: v.GenericSchema) =>
  JSON.parse(
    bodyTemplate({
      name: 'GET /api/users',
      call: { summary: '', status: 200, reply: v.unknown(), body },
    }),
  )

it.each(
  endpoints.filter(({ name, call }) => call.body && !call.form && !name.includes('/snapshot')),
)('creates a valid body for $name', (endpoint) => {
  const body = JSON.parse(bodyTemplate(endpoint))
  expect(v.safeParse(endpoint.call.body as v.GenericSchema, body).issues).toBeUndefined()
})

it('creates an empty object for a call without a body', () => {
  for (const endpoint of endpoints.filter(({ call }) => !call.body))
    expect(bodyTemplate(endpoint)).toBe('{}')
})

it('creates a skeleton of the required fields of a schema', () => {
  const schema = v.object({
    text: v.pipe(v.string(), v.minLength(0)),
    count: v.number(),
    flag: v.boolean(),
    kind: v.picklist(['first', 'second']),
    either: v.union([v.array(v.string()), v.number()]),
    inner: v.pipe(v.unknown(), v.looseObject({ list: v.array(v.string()) })),
    left: v.optional(v.string()),
  })
  const filled = template(schema)
  expect(filled).toEqual({
    text: '',
    count: 0,
    flag: false,
    kind: 'first',
    either: [],
    inner: { list: [] },
  })
  expect(v.is(schema, filled)).toBe(true)
})
