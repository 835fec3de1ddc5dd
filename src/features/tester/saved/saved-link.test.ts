import { expect, it } from 'vitest'
import { DEFAULT_REQUEST } from '../request/tester-request.ts'
import { pack } from '../scenario/scenario-link.ts'
import type { NewSaved } from './saved.ts'
import { decodeSaved, encodeSaved } from './saved-link.ts'

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
  expect(await decodeSaved(await encodeSaved([one, other]))).toEqual([one, other])
})

it('contains no secrets', async () => {
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

it.each<[string, unknown]>([
  ['no list', { a: 1 }],
  ['an empty list', []],
  ['another method', [{ ...one, request: { ...one.request, method: 'CONNECT' } }]],
  ['a body that is no JSON', [{ ...one, request: { ...one.request, body: '{' } }]],
  [
    'an invalid expression',
    [{ ...one, checks: [{ path: ['status'], kind: 'matches', value: '(' }] }],
  ],
  ['a check of something else', [{ ...one, checks: [{ path: ['config'], kind: 'exists' }] }]],
  ['a name without letters', [{ ...one, name: '!' }]],
  ['unknown fields', [{ ...one, run: true }]],
])('refuses a link with %s', async (_what, value) => {
  const fragment = `saved=${await pack(JSON.stringify(value), '')}`
  await expect(decodeSaved(fragment)).rejects.toThrow(/malformed/)
})

it('refuses damaged links', async () => {
  await expect(decodeSaved('saved=AAAA')).rejects.toThrow(/incomplete/)
  await expect(decodeSaved(`saved=${'A'.repeat(40_000)}`)).rejects.toThrow(/too long/)
})
