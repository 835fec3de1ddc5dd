import { expect, it } from 'vitest'
import { DEFAULT_REQUEST } from '../request/request-model.ts'
import { type Check, evaluateAll, matches } from './checks.ts'
import { hasFailed } from './use-runs.ts'

async function outcome(status: number, ...checks: Check[]) {
  const answer = { status, statusText: '', headers: {}, text: '', bytes: 0 }
  const exchange = { request: DEFAULT_REQUEST, at: 0, timeMs: 1, response: { data: {} }, answer }
  return { exchange, results: await evaluateAll(checks, exchange, matches) }
}
const isRefused: Check = { path: ['status'], kind: 'equals', value: 401 }
const hasToken: Check = { path: ['data', 'encodedToken'], kind: 'exists' }

it.each([
  [false, 'a status below 400', outcome(302)],
  [true, 'a status from 400', outcome(400)],
  [false, 'a status that a check expects', outcome(401, isRefused)],
  [true, 'another status than expected', outcome(200, isRefused)],
  [true, 'a failed check', outcome(200, hasToken)],
  [true, 'no reply', Promise.resolve({ results: [] })],
  [
    true,
    'a request that is not sent',
    outcome(200).then((one) => ({ ...one, problem: '{{a.b}}: …' })),
  ],
] as const)('failed is %s for %s (R14.23)', async (failed, _title, given) => {
  expect(hasFailed(await given)).toBe(failed)
})
