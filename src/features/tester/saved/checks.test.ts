import { expect, it } from 'vitest'
import {
  type Check,
  describeCheck,
  evaluate,
  matches,
  parseCheck,
  replyPath,
  suggestValue,
} from './checks.ts'

const reply = {
  answer: {
    status: 201,
    statusText: '',
    headers: { 'content-type': 'application/json' },
    text: '',
    bytes: 0,
  },
  response: {
    status: 201,
    data: { posts: [{ a: 1, b: [null] }], name: 'Ada', none: null, n: 1.5 },
  },
}
const passes = (path: Check['path'], kind: Check['kind'], value?: unknown) =>
  evaluate({ path, kind, value }, reply, matches).then(({ passed }) => passed)

it.each<[boolean, Check['path'], Check['kind'], unknown?]>([
  [true, ['status'], 'equals', 201],
  [false, ['status'], 'equals', '201'],
  [true, ['headers', 'content-type'], 'matches', '^application/json'],
  [true, ['data', 'posts', 0], 'equals', { b: [null], a: 1 }],
  [false, ['data', 'posts', 0], 'equals', { a: 1 }],
  [false, ['data', 'posts'], 'equals', { 0: { a: 1, b: [null] } }],
  [true, ['data', 'none'], 'exists'],
  [false, ['data', 'other'], 'exists'],
  [true, ['data', 'name'], 'matches', '^A.a$'],
  [true, ['data', 'n'], 'matches', '\\.5'],
  [false, ['data', 'posts'], 'matches', '.*'],
  [false, ['data', 'other'], 'matches', '.*'],
  [true, ['data', 'posts'], 'length', 1],
  [true, ['data', 'posts', 0], 'length', 2],
  [true, ['data', 'name'], 'length', 3],
  [false, ['data', 'n'], 'length', 0],
  [true, ['data', 'posts'], 'type', 'array'],
  [true, ['data', 'none'], 'type', 'null'],
  [false, ['data', 'other'], 'type', 'object'],
])('%s: %j %s %j (R14.25)', async (passed, path, kind, value) => {
  expect(await passes(path, kind, value)).toBe(passed)
})

it('reports the expected and the actual value (R14.25)', async () => {
  const check: Check = { path: ['data', 'posts'], kind: 'length', value: 2 }
  expect(describeCheck(check)).toBe('data.posts has the length 2')
  expect((await evaluate(check, reply, matches)).actual).toBe('1')
  expect((await evaluate({ ...check, path: ['data', 'x'] }, reply, matches)).actual).toBe('missing')
})

it('evaluates the response of an error that is shown itself', async () => {
  const error = { ...reply, response: { message: '…', response: { status: 404, data: { a: 1 } } } }
  const check: Check = { path: ['data', 'a'], kind: 'equals', value: 1 }
  expect((await evaluate(check, error, matches)).passed).toBe(true)
  expect(replyPath(['response', 'data', 'a'])).toEqual(['data', 'a'])
  expect(replyPath(['config', 'url'])).toBeUndefined()
})

it('refuses expected values that make no sense, and says why (R14.25, R14.32)', () => {
  expect(parseCheck(['data'], 'matches', '(')).toMatch(/Invalid regular expression/)
  expect(parseCheck(['data'], 'matches', '')).toMatch(/empty/)
  expect(parseCheck(['data'], 'matches', 'x'.repeat(501))).toMatch(/longer/)
  expect(parseCheck(['data'], 'equals', 'Ada')).toMatch(/JSON/)
  expect(parseCheck(['data'], 'equals', '"Hi {{log-in.foundUser.name}}"')).toBe(
    'A check compares with a fixed value: {{log-in.foundUser.name}} would not be replaced.',
  )
  expect(parseCheck(['data'], 'equals', '"{{ }}"')).toMatchObject({ value: '{{ }}' })
  expect(parseCheck(['data'], 'matches', '\\{\\{a\\.b\\}\\}')).toMatchObject({ kind: 'matches' })
  expect(parseCheck(['data'], 'length', '-1')).toMatch(/whole number/)
  expect(parseCheck(['data'], 'type', 'date')).toMatch(/one of/)
})

it.each([
  ['equals', 'a.b', '"a.b"'],
  ['matches', 'a.b', '^a\\.b$'],
  ['length', [1, 2], '2'],
  ['type', null, 'null'],
] as const)('suggests an expectation that passes: %s of %j', async (kind, actual, text) => {
  expect(suggestValue(kind, actual)).toBe(text)
  const check = parseCheck(['data'], kind, text) as Check
  const own = { ...reply, response: { data: actual } }
  expect((await evaluate(check, own, matches)).passed).toBe(true)
})
