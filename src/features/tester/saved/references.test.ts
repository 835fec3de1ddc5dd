import { expect, it } from 'vitest'
import { DEFAULT_REQUEST, type RequestModel } from '../request/request-model.ts'
import { lookUp } from './look-up.ts'
import {
  parseReference,
  type Reference,
  referenceText,
  resolveRequest,
  valueAt,
  withReferences,
} from './references.ts'
import { variablesOf } from './variables.ts'

const answer = { status: 200, statusText: '', headers: {}, text: '', bytes: 0 }
const data = { encodedToken: 'to"ken', posts: [{ _id: 'p1', likes: 3 }], tags: ['a'], none: null }
const known = {
  list: [
    { id: 'a', name: 'Log in' },
    { id: 'b', name: 'Never run' },
  ],
  replies: new Map([['a', { answer, response: { status: 200, data } }]]),
}
const resolve = (changes: Partial<RequestModel>) =>
  resolveRequest({ ...DEFAULT_REQUEST, method: 'POST', ...changes }, (one) => lookUp(one, known))

it.each<Reference>([
  { name: 'post', path: ['posts', 0, '_id'] },
  { name: 'post', path: ['x-id', 'a"b', '__proto__', 7] },
  { name: 'вход-2', path: [0, 'имя'] },
  { name: 'post', path: [] },
])('writes and reads the reference %j (R14.24)', (reference) => {
  expect(parseReference(referenceText(reference).slice(2, -2))).toEqual(reference)
})

it('reads an index after a dot', () => {
  expect(parseReference('list.posts.0._id')).toEqual({ name: 'list', path: ['posts', 0, '_id'] })
  expect(parseReference('list.0[1].2')).toEqual({ name: 'list', path: [0, 1, 2] })
})

it.each(['', '.a', 'a..b', 'a[', 'a[x]', 'a b', 'a.b()', 'a.0b'])(
  'takes %j for no reference',
  (text) => {
    expect(parseReference(text)).toBeUndefined()
  },
)

it('reads own fields only', () => {
  expect(valueAt({}, ['constructor'])).toBeUndefined()
  expect(valueAt('text', ['length'])).toBeUndefined()
  expect(valueAt(JSON.parse('{"__proto__":{"a":1}}'), ['__proto__', 'a'])).toBe(1)
})

it('replaces references in endpoint and headers by text', () => {
  const headers = [
    { isUsed: true, header: 'authorization', value: 'Bearer {{log-in.encodedToken}}' },
  ]
  expect(
    resolve({ endpoint: '/api/{{ log-in.posts[0]._id }}?n={{log-in.posts[0].likes}}', headers }),
  ).toMatchObject({ endpoint: '/api/p1?n=3', headers: [{ value: 'Bearer to"ken' }] })
})

it('keeps the type of a value that is a whole string of the body, and the JSON of the body valid (R14.24)', () => {
  const body =
    '{"n": "{{log-in.posts[0].likes}}", "t": "{{log-in.tags}}", "x": "a {{log-in.encodedToken}}"}'
  const resolved = resolve({ body })
  expect(JSON.parse((resolved as RequestModel).body)).toEqual({ n: 3, t: ['a'], x: 'a to"ken' })
})

it('takes null for a value', () => {
  expect(resolve({ body: '{"n": "{{log-in.none}}"}' })).toMatchObject({ body: '{\n  "n": null\n}' })
})

it('leaves a body without references, other braces, the body of GET and headers that are off as they are', () => {
  for (const changes of [
    { body: '{ "a":1}' },
    { body: '{"text":"{{ not a reference! }}"}' },
    { method: 'GET' as const, body: '{"a":"{{never-run.x}}"}' },
    { headers: [{ isUsed: false, header: 'x', value: '{{never-run.x}}' }] },
  ]) {
    const resolved = resolve(changes) as RequestModel
    expect(JSON.stringify({ ...resolved, body: '' })).toContain(
      JSON.stringify(changes.headers ?? []).slice(1, -1),
    )
    expect(resolved.body.replace(/\s/g, '')).toBe((changes.body ?? '{}').replace(/\s/g, ''))
  }
})

it.each([
  ['/api/posts/{{log-in.posts[0]._id', '{{log-in.posts[0]._id: a reference ends with }}.'],
  [
    '/{{log-in.data.posts[0]._id}}',
    '{{log-in.data.posts[0]._id}}: the path begins below data: {{log-in.posts[0]._id}}.',
  ],
  ['/{{nobody.x}}', '{{nobody.x}}: no saved request has the name nobody.'],
  ['/{{never-run.x}}', '{{never-run.x}}: “Never run” has no reply yet. Run it first.'],
  [
    '/{{log-in.posts[1]._id}}',
    '{{log-in.posts[1]._id}}: the latest reply of “Log in” (200) has no posts[1]._id.',
  ],
])('says what is missing for %j (R14.24)', (endpoint, text) => {
  expect(resolve({ endpoint })).toBe(text)
})

it('refuses a value that a header cannot contain', () => {
  const replies = new Map([['a', { answer, response: { data: { x: 'a\nb' } } }]])
  const headers = [{ isUsed: true, header: 'x-id', value: '{{log-in.x}}' }]
  const request = { ...DEFAULT_REQUEST, headers }
  expect(resolveRequest(request, (one) => lookUp(one, { ...known, replies }))).toMatch(/x-id/)
})

it('renames references (R14.24)', () => {
  const request = {
    ...DEFAULT_REQUEST,
    endpoint: '/{{post.a}}/{{posts.a}}',
    body: '["{{post.b}}"]',
  }
  expect(withReferences(request, new Map([['post', 'my-post']]))).toMatchObject({
    endpoint: '/{{my-post.a}}/{{posts.a}}',
    body: '["{{my-post.b}}"]',
  })
})

const variables = [
  { name: 'host', value: 'elsewhere.test', isSecret: false },
  { name: 'api key', value: 'k', isSecret: true },
  { name: 'empty', value: '', isSecret: false },
]
const fill = (changes: Partial<RequestModel>) =>
  resolveRequest({ ...DEFAULT_REQUEST, method: 'POST', ...changes }, (one) =>
    lookUp(one, { ...known, variables }),
  )

it('replaces variables, and takes one at the start for a host (R14.36)', () => {
  const headers = [{ isUsed: true, header: 'x', value: '{{api key}}' }]
  expect(
    fill({ endpoint: '{{host}}/x', headers, body: '{"a":"{{host}} {{ b c }}"}' }),
  ).toMatchObject({
    endpoint: 'http://elsewhere.test/x',
    headers: [{ value: 'k' }],
    body: JSON.stringify({ a: 'elsewhere.test {{ b c }}' }, null, 2),
  })
  expect(fill({ type: 'text/plain', body: '{"n": {{host}}}' })).toMatchObject({
    body: '{"n": elsewhere.test}',
  })
})

it('makes the values of Postman that it knows (R14.36)', () => {
  expect(fill({ endpoint: '/{{$guid}}/{{$timestamp}}' })).toMatchObject({
    endpoint: expect.stringMatching(/^\/[\da-f-]{36}\/\d{10}$/),
  })
})

it.each([
  [{ endpoint: '{{base_url}}/x' }, '{{base_url}} has no value'],
  [{ endpoint: '/{{a b}}' }, '{{a b}} is neither a variable nor'],
  [{ endpoint: '/{{empty}}' }, '{{empty}} has no value'],
  [{ headers: [{ isUsed: true, header: 'a', value: '{{b!c d}}' }] }, '{{b!c d}} is neither'],
  [{ body: '"{{$randomFirstName}}"' }, '{{$randomFirstName}}: this value of Postman'],
  [{ body: '{"a":"{{token}}"}' }, '{{token}} has no value'],
])('sends nothing of %j', (changes, text) => {
  expect(fill(changes)).toContain(text)
})

it('lists the variables that requests use, with those that have a value (R14.36)', () => {
  const list = [
    {
      name: 'Log in',
      request: {
        ...DEFAULT_REQUEST,
        endpoint: '{{host}}/{{log-in.id}}/{{other.id}}/{{$guid}}',
        headers: [{ isUsed: true, header: 'Authorization', value: 'Bearer {{jwt}}' }],
        body: '{"password":"{{password-2}}","text":"{{ not one }}"}',
      },
    },
  ]
  expect(variablesOf(list, variables)).toEqual([
    variables[0],
    { name: 'jwt', value: '', isSecret: true },
    { name: 'password-2', value: '', isSecret: true },
    ...variables.slice(1),
  ])
})
