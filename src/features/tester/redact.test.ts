import { expect, it } from 'vitest'
import { redactExchange, redactRequest } from './redact.ts'
import { DEFAULT_REQUEST, headersOf } from './request/request-model.ts'
import type { Exchange } from './response/exchange.ts'

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJfaWQiOiIxIn0.c2lnbmF0dXJl'
const PASSWORD = 'Torque#1'

const exchange = (changes: Partial<Exchange>): Exchange => ({
  request: DEFAULT_REQUEST,
  at: 1,
  timeMs: 2,
  response: undefined,
  ...changes,
})

it('removes the secrets of a log-in', () => {
  const data = { foundUser: { username: 'dee' }, encodedToken: TOKEN }
  const body = { username: 'dee', password: PASSWORD }
  const redacted = redactExchange(
    exchange({
      request: { ...DEFAULT_REQUEST, method: 'POST', body: JSON.stringify(body) },
      response: { data, headers: { 'set-cookie': `id=${PASSWORD}` }, config: { data: body } },
      answer: {
        status: 200,
        statusText: 'OK',
        headers: {},
        text: JSON.stringify(data),
        bytes: 9,
      },
    }),
  )
  const text = JSON.stringify(redacted)
  expect(text).not.toContain(TOKEN)
  expect(text).not.toContain(PASSWORD)
  expect(JSON.parse(redacted.request.body)).toEqual({ username: 'dee', password: '' })
  expect(redacted.response).toMatchObject({ data: { foundUser: { username: 'dee' } } })
})

it.each([
  ['at any depth', { data: [{ users: [{ password: { hash: PASSWORD } }] }] }],
  ['in nested JSON text', { data: JSON.stringify({ login: { token: PASSWORD } }) }],
  ['in the sent headers', { config: { headers: { authorization: PASSWORD } } }],
  ['in a URL', { config: { url: `/api/x?a=1&token=${PASSWORD}` } }],
])('removes a secret %s', (_where, response) => {
  expect(JSON.stringify(redactExchange(exchange({ response })))).not.toContain('Torque')
})

it('removes a secret that the response quotes in another field', () => {
  const headers = [{ isUsed: true, header: 'Authorization', value: PASSWORD }]
  const request = { ...DEFAULT_REQUEST, headers }
  const response = { data: { error: [`"${PASSWORD}" is no token`] } }
  expect(redactExchange(exchange({ request, response })).response).toEqual({
    data: { error: ['"[redacted]" is no token'] },
  })
})

it('disables a redacted header, so that the chosen authorization applies when the request is sent again', () => {
  const headers = [
    { isUsed: true, header: 'Accept', value: '*/*' },
    { isUsed: true, header: 'authorization ', value: 'opaque' },
    { isUsed: true, header: 'X-Forwarded', value: `Bearer ${TOKEN}` },
  ]
  const redacted = redactRequest({ ...DEFAULT_REQUEST, headers, auth: 'session' })
  expect(redacted.auth).toBe('session')
  expect(headersOf(redacted.headers)).toEqual({ Accept: '*/*' })
  expect(JSON.stringify(redacted)).not.toMatch(/opaque|eyJ/)
})

it('leaves everything else unchanged, including the formatting of JSON text', () => {
  const innocent = exchange({
    request: { ...DEFAULT_REQUEST, body: '{ "content":  "My password is long" }' },
    response: { data: { tokens: 3, list: [null, true, 'eyJ'], password: '' } },
  })
  expect(redactExchange(innocent)).toEqual(innocent)
})

it.each([
  ['{"username": "dee", "password": "Torque#1', '{"username": "dee", "password": "'],
  ['{"apiKey" :"a\\"b", "n": {{n}}}', '{"apiKey" :"[redacted]", "n": {{n}}}'],
  ['{"token": "Bearer {{log-in.token}}", "n"', '{"token": "Bearer {{log-in.token}}", "n"'],
  ['{"content": "this text I typed', '{"content": "this text I typed'],
])('removes the secrets of JSON that is not complete: %s', (body, expected) => {
  expect(redactRequest({ ...DEFAULT_REQUEST, body }).body).toBe(expected)
})
