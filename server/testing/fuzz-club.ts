import { type FuzzBody, fuzzBody } from '../../e2e/support/fuzz-body.ts'
import { type FuzzRequest, fuzzRequest } from '../../e2e/support/fuzz-requests.ts'
import { almostValid, value } from '../../e2e/support/fuzz-values.ts'
import type { Dice } from '../../mocks/store/random.ts'

const CALLS = [
  ...['POST /api/posts', 'POST /api/posts/like/:postId', 'DELETE /api/posts/:postId'],
  ...['POST /api/users/edit', 'POST /api/auth/signup', 'GET /api/posts', '__proto__', ''],
]
const NAMES = ['a', '0', '', 'x'.repeat(300), '018f0000-0000-7000-8000-000000000000', '💥']

/** The routes that only a club has, and those of the app. */
const PATHS = [
  ...['/api/changes', '/api/replica', '/api/replica?before=1', '/api/replica?before=%00'],
  ...[
    '/api/auth/keys',
    '/api/push',
    '/healthz',
    '/',
    '/mock',
    '/sw.js',
    '/assets/../x',
    '/seed/../../x',
  ],
]

/** A write of a device in which any part may be wrong. */
function fuzzWrite(dice: Dice, tokens: readonly string[]): unknown {
  const write: Record<string, unknown> = {
    name: dice.below(3) ? `${dice.oneOf(NAMES)}${dice.below(1e9)}` : dice.oneOf(NAMES),
    call: dice.oneOf(CALLS),
    params: dice.below(4) ? { postId: String(dice.below(9)), id: '\ud83c' } : value(dice),
    body: dice.below(4) ? almostValid(dice) : value(dice),
    authorization: dice.oneOf(tokens),
  }
  if (dice.below(4) === 0) delete write[dice.oneOf(Object.keys(write))]
  if (dice.below(8) === 0) write[dice.oneOf(Object.keys(write))] = value(dice)
  return write
}

function syncBody(dice: Dice, tokens: readonly string[]): FuzzBody | undefined {
  const kind = dice.below(10)
  if (kind === 0) return fuzzBody(dice)
  if (kind === 1) {
    const repeated = dice.oneOf(['{},', '[', '{"a":', '"x",', '\\"', ' '])
    return { start: '{"since":"","writes":[', repeated, times: 200_000, end: '{}]}' }
  }
  const writes = Array.from({ length: dice.below(60) }, () => fuzzWrite(dice, tokens))
  return { text: JSON.stringify({ since: dice.below(3) ? '' : value(dice), writes }) }
}

/** A request to any route of a running club. */
export function clubRequest(dice: Dice, tokens: readonly string[]): FuzzRequest {
  if (dice.below(4)) return fuzzRequest(dice, tokens)
  const authorization = dice.oneOf([...tokens, '', 'Bearer x.y.z'])
  if (dice.below(2)) {
    const headers = { authorization, 'App-Tab': dice.oneOf(['tab', '', '<b>']) }
    return { method: 'POST', path: '/api/changes', headers, body: syncBody(dice, tokens) }
  }
  if (dice.below(4) === 0) {
    const method = dice.oneOf(['POST', 'DELETE'])
    return { method, path: '/api/push', headers: { authorization }, body: fuzzBody(dice) }
  }
  const method = dice.oneOf(['GET', 'HEAD', 'OPTIONS', 'DELETE', 'POST'])
  const headers = { authorization, accept: dice.oneOf(['*/*', 'text/html', 'application/json']) }
  return { method, path: dice.oneOf(PATHS), headers }
}
