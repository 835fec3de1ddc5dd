import { beforeEach, expect, test, vi } from 'vitest'
import { writers } from '../formats/writers.ts'
import { DEFAULT_REQUEST, type Sendable } from '../request/request-model.ts'
import { type Known, toCopied } from './copied.ts'

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.stubGlobal('document', { cookie: '' })
})

const request = (endpoint: string, given: Partial<Sendable> = {}): Sendable => ({
  ...{ ...DEFAULT_REQUEST, method: 'GET', headers: [] },
  ...given,
  endpoint,
})
const saved = (name: string, one: Sendable) => ({ id: name, name, request: one, checks: [] })
const makePost = saved('Make post', request('/api/posts', { method: 'POST', body: '{"a":1}' }))
const logIn = saved('Log in', request('/api/auth/login', { method: 'POST' }))
const reply = (data: object) => ({ answer: { status: 200 }, response: { status: 200, data } })

const FORMATS = ['curl', 'fetch', 'Playwright test', 'Python'] as const

function copies(one: Sendable, { replies = {}, variables = [] as Known['variables'] } = {}) {
  const known = {
    list: [logIn, makePost],
    replies: new Map(Object.entries(replies)) as never,
    variables,
  }
  const { recorded, values } = toCopied(one, undefined, known)
  return FORMATS.map((format) => writers[format](recorded, { values }).text)
}

const ofPost = request('/api/posts/{{make-post.posts[0]._id}}')
const BRACES = /%7B%7B|\{\{/

test('a copy has the values that its references have now', () => {
  const replies = { 'Make post': reply({ posts: [{ _id: 'p-1' }] }) }
  for (const text of copies(ofPost, { replies })) {
    expect(text).toContain('/api/posts/p-1')
    expect(text).not.toMatch(BRACES)
  }
})

test('a copy begins with the saved requests whose replies are not known (R14.24)', () => {
  for (const text of copies(ofPost)) {
    expect(text).toMatch(/\/api\/posts['"].*make_post_posts_0__id/s)
    expect(text).not.toMatch(BRACES)
    expect(text).not.toContain('auth/login')
  }
})

test('a copy names in a comment what no saved request has', () => {
  for (const text of copies(request('/api/posts/{{gone.posts[0]._id}}')))
    expect(text).toMatch(/(#|\/\/) Left out: GET .*no earlier request has the value of \{\{gone\./)
})

const JWT = 'eyJhbGciOiJI.eyJfaWQi.hidden'

test.each(['log-in', 'log-in.tokens[0]', 'log-in.jwt', 'log-in.token.value', 'log-in.text', 'v'])(
  'a copy has no secret that {{%s}} stands for',
  (reference) => {
    const data = {
      ...{ jwt: JWT, tokens: [JWT], token: { value: 'hidden' }, text: '{"password":"hidden"}' },
      encodedToken: 'hidden',
    }
    const given = {
      replies: { 'Log in': reply(data) },
      variables: [{ name: 'v', value: JWT, isSecret: false }],
    }
    const body = JSON.stringify({ a: `{{${reference}}}` })
    const one = request('https://elsewhere.test/new', { method: 'POST', body })
    for (const text of copies(one, given)) {
      expect(text).toContain('https://elsewhere.test/new')
      expect(text).not.toContain('hidden')
    }
  },
)

test('a copy has no secret: it asks for variables, and logs in for tokens', () => {
  const headers = [
    { isUsed: true, header: 'authorization', value: '{{log-in.encodedToken}}' },
    { isUsed: true, header: 'x-key', value: '{{key}}' },
    { isUsed: true, header: 'x-page', value: '{{page}}' },
  ]
  const variables = [
    { name: 'key', value: 'hidden-key', isSecret: true },
    { name: 'page', value: 'shown-page', isSecret: false },
  ]
  const replies = { 'Log in': reply({ encodedToken: 'hidden-token' }) }
  for (const text of copies(request('/api/posts', { headers }), { replies, variables })) {
    expect(text).toContain('/api/auth/login')
    expect(text).toContain('shown-page')
    expect(text).not.toMatch(/hidden/)
    expect(text).not.toMatch(BRACES)
  }
})
