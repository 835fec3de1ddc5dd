import type { Dice } from '../../mocks/store/random.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { type FuzzBody, fuzzBody } from './fuzz-body.ts'

export type FuzzRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: FuzzBody
}

const NAMES = Object.keys(calls) as CallName[]
const METHODS = [
  'GET',
  'POST',
  'DELETE',
  'PUT',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'patch',
  'BREW',
  'GETS',
]
const IDS = [
  '1',
  '2',
  '3',
  '4',
  '5',
  '999',
  '0',
  '-1',
  '1e3',
  '',
  ' ',
  'null',
  '__proto__',
  'constructor',
]
const ODD_IDS = ['%00', '%ff', '%ed%a0%80', '%2e%2e%2f', '..%2f..', '%252e', '🏍️', 'x'.repeat(3000)]
const TAILS = ['/', '//', '/x', ';a=b', '?limit=1', '?limit=0', '?limit=1e9', '?limit=']
const ODD_TAILS = [
  '?before=1',
  '?before=%ff',
  '?search=%00',
  '?limit=1&limit=2',
  '?%',
  '#x',
  '.json',
]
const TYPES = [
  'application/json',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
]
const ODD_TYPES = ['', 'text/html', 'application/json; charset=utf-16', 'a'.repeat(500)]

/** A request like those of the contract, in which any part may be wrong. */
export function fuzzRequest(dice: Dice, tokens: readonly string[]): FuzzRequest {
  const [method = '', pattern = ''] = dice.oneOf(NAMES).split(' ')
  const path = pattern.replace(/:\w+/g, () => {
    const kind = dice.below(8)
    return kind < 5 ? String(1 + dice.below(5)) : dice.oneOf(kind < 7 ? IDS : ODD_IDS)
  })
  const tail = dice.below(2) ? '' : dice.oneOf([...TAILS, ...ODD_TAILS])
  const requested = dice.below(8) ? method : dice.oneOf(METHODS)
  const headers: Record<string, string> = {}
  const maybe = (name: string, values: readonly string[], outOf = 2) => {
    if (dice.below(outOf)) headers[name] = dice.oneOf(values)
  }
  maybe('authorization', tokens, 6)
  maybe('content-type', dice.below(3) ? TYPES : ODD_TYPES)
  maybe('prefer', ['return=minimal', 'return=minimal, x', ';;;', ''])
  maybe('app-tab', ['tab', 'x'.repeat(4000)])
  maybe('x-http-method-override', ['DELETE'])
  const hasBody = !['GET', 'HEAD'].includes(requested) && dice.below(8) > 0
  // Sometimes the root of the API.
  const place = dice.below(100) ? path + tail : '/api'
  return { method: requested, path: place, headers, ...(hasBody && { body: fuzzBody(dice) }) }
}

/** A body of 50 MB, which may be accepted or rejected, but must not hang the worker. */
export function largeRequest(authorization: string): FuzzRequest {
  const body = { start: '{"username":"', repeated: 'x'.repeat(1000), times: 50_000, end: '"}' }
  return { method: 'POST', path: '/api/auth/login', headers: { authorization }, body }
}

/** Profiles, whose unknown fields are stored, with deeply nested fields. */
export function deepRequests(authorization: string): FuzzRequest[] {
  return [50, 1_000, 20_000, 500_000].map((times) => ({
    method: 'POST',
    path: '/api/users/edit',
    headers: { authorization },
    body: { start: '{"userData":', repeated: '{"a":', times, end: `1${'}'.repeat(times)}}` },
  }))
}
