import { expect, it } from 'vitest'
import { encodeLink } from '../link.ts'
import { DEFAULT_REQUEST } from '../request/request-model.ts'
import type { NewSaved } from '../saved/saved.ts'
import { decodeSaved, encodeSaved, readOwnFile, writeOwnFile } from './own-file.ts'

const one: NewSaved = {
  name: 'Log in',
  request: {
    ...DEFAULT_REQUEST,
    endpoint: '/api/{{x.y}}',
    headers: [{ isUsed: false, header: 'X', value: 'ü' }],
  },
  checks: [{ path: ['data', 'posts', 0], kind: 'equals', value: { a: [null] } }],
}

it('reproduces saved requests, also with other methods', async () => {
  const other = { ...one, name: 'Update', request: { ...one.request, method: 'PATCH' as const } }
  const typed = { ...one, request: { ...one.request, body: 'a=1', type: 'text/plain' } }
  const list = [one, other, typed]
  expect(await decodeSaved(await encodeSaved(list))).toEqual(list)
  expect(readOwnFile(JSON.parse(writeOwnFile(list)))).toEqual({ requests: list, leftOut: [] })
})

it('contains no secrets (R14.26)', async () => {
  const body = '{"username":"ada","password":"Torque#1"}'
  const link = await encodeSaved([{ ...one, request: { ...one.request, body } }])
  expect(JSON.stringify(await decodeSaved(link))).not.toContain('Torque')
})

it('refuses what is too large for a link', async () => {
  const body = JSON.stringify(Array.from({ length: 20_000 }, () => Math.random()))
  await expect(encodeSaved([{ ...one, request: { ...one.request, body } }])).rejects.toThrow(
    /too large/,
  )
})

const withCheck = (check: object) => [{ ...one, checks: [{ path: ['data'], ...check }] }]

it.each<[string, unknown]>([
  ['no list', { a: 1 }],
  ['an empty list', []],
  ['another method', [{ ...one, request: { ...one.request, method: 'CONNECT' } }]],
  ['a body that is no JSON', [{ ...one, request: { ...one.request, body: '{' } }]],
  [
    'an invalid expression',
    [{ ...one, checks: [{ path: ['status'], kind: 'matches', value: '(' }] }],
  ],
  ['a type that JSON does not have', withCheck({ kind: 'type', value: 'string]"); ran(); ("' })],
  ['a length that is no number', withCheck({ kind: 'length', value: '1' })],
  ['an expression that is no text', withCheck({ kind: 'matches', value: ['a'] })],
  ['an equal value that is missing', withCheck({ kind: 'equals' })],
  ['a value that a check does not have', withCheck({ kind: 'exists', value: 1 })],
  ['a check of something else', [{ ...one, checks: [{ path: ['config'], kind: 'exists' }] }]],
  ['a name without letters', [{ ...one, name: '!' }]],
  ['unknown fields', [{ ...one, run: true }]],
  ['a request without a name', [{ request: one.request, checks: [] }]],
  ['something else', 'text'],
  ['a type that is no header', [{ ...one, request: { ...one.request, type: 'a\nb' } }]],
])('refuses a link with %s', async (_what, value) => {
  const fragment = await encodeLink('saved=', value, '')
  const plain =
    /^This \w+ is malformed, or of another version of the app( \([\w., ]+\))?\. [\w ]+\.$/
  await expect(decodeSaved(fragment)).rejects.toThrow(plain)
  expect(readOwnFile({ gearheadsRequests: value }).problem).toMatch(plain)
})

it('refuses damaged links', async () => {
  await expect(decodeSaved('saved=AAAA')).rejects.toThrow(/incomplete/)
  await expect(decodeSaved(`saved=${'A'.repeat(40_000)}`)).rejects.toThrow(/too long/)
})
