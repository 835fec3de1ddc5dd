import type { Dice } from '../mocks/seed/random.ts'
import { type CallName, calls } from '../src/contract/calls.ts'

/** How a body is made, in the page: what is large is not carried there. */
type FuzzBody =
  | { text: string }
  | { start: string; repeated: string; times: number; end: string }
  | { bytes: number[] }
  | { form: [name: string, value: string | number[]][] }

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
const FIELDS = ['username', 'password', 'name', 'content', 'imageUrl', 'userData', 'encodedToken']
const ODD_FIELDS = ['__proto__', 'constructor', 'toString', '', '_id', 'likes', 'seed', 'failures']
const BROKEN = [
  '',
  '{',
  '{"content":}',
  '{"a":1,}',
  'undefined',
  '\ufeff{}',
  "{'a':1}",
  '{"a":"\u0000"}',
]
const TYPES = [
  'application/json',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
]
const ODD_TYPES = ['', 'text/html', 'application/json; charset=utf-16', 'a'.repeat(500)]

/** Texts and values that code trips over. */
function value(dice: Dice, depth = 0): unknown {
  const scalars = [
    null,
    true,
    0,
    -1,
    1e308,
    1.5,
    '',
    ' ',
    '\0',
    '💥'.repeat(40),
    '<script>',
    '../../x',
  ]
  const odd = [
    '\u202e',
    '{{7*7}}',
    "' OR 1=1",
    'javascript:ran()',
    'data:text/html,x',
    '0',
    'x'.repeat(5000),
  ]
  const kind = dice.below(depth > 3 ? 2 : 5)
  if (kind < 2) return dice.oneOf([...scalars, ...odd])
  if (kind === 2) return Array.from({ length: dice.below(4) }, () => value(dice, depth + 1))
  return object(dice, depth + 1)
}

function object(dice: Dice, depth = 0): Record<string, unknown> {
  const names = Array.from({ length: dice.below(6) }, () => dice.oneOf([...FIELDS, ...ODD_FIELDS]))
  // As JSON.parse makes them: an own `__proto__` too.
  return Object.fromEntries(names.map((name) => [name, value(dice, depth)]))
}

/** What some call would take, but for what is odd in it. */
function nearlyRight(dice: Dice): object {
  const content = {
    content: dice.oneOf(['', '\0', '💥 https://x.example/<b>', 'x'.repeat(70_000)]),
  }
  return dice.oneOf<object>([
    content,
    {
      ...content,
      imageUrl: dice.oneOf(['', 'https://x.example/1.png', 'javascript:ran()', '/api/uploads/1']),
    },
    { userData: object(dice) },
    { userData: { bio: JSON.stringify(value(dice)), firstName: '\ud83c', club: value(dice) } },
    { ...object(dice), ...content },
  ])
}

/** Text of JSON, or what is nearly that: broken, with keys twice, half an emoji, very deep. */
function jsonText(dice: Dice): FuzzBody {
  const text = JSON.stringify(dice.below(3) ? nearlyRight(dice) : object(dice))
  const deep = dice.oneOf([50, 500, 5_000])
  const ways: FuzzBody[] = [
    ...[1, 2, 3, 4, 5, 6, 7].map(() => ({ text })),
    { text: text.slice(0, dice.below(text.length + 1)) },
    { text: text.replace('{', '{"content":"first","content":["second"],') },
    { text: text.replace(/"([^"]*)"/, '"\\ud83c $1 \\udfcd"') },
    { text: dice.oneOf(BROKEN) },
    { text: JSON.stringify(value(dice)) },
    { start: '{"content":', repeated: '[', times: deep, end: `${']'.repeat(deep)}}` },
    { start: '{"userData":', repeated: '{"a":', times: deep, end: `1${'}'.repeat(deep)}}` },
  ]
  return dice.oneOf(ways)
}

function body(dice: Dice): FuzzBody | undefined {
  const noise = Array.from({ length: dice.below(300) }, () => dice.below(256))
  const form: [string, string | number[]][] = [
    [
      dice.oneOf(['file', 'File', '__proto__', '']),
      dice.oneOf([noise, 'text', [0x89, 0x50, 0x4e]]),
    ],
    [dice.oneOf(['file', 'cloud_name']), 'twice'],
  ]
  const kind = dice.below(10)
  if (kind === 0) return undefined
  if (kind === 1) return { bytes: noise }
  if (kind === 2) return { form }
  return jsonText(dice)
}

/** A request like those of the contract, with anything in it that may be wrong. */
export function fuzzRequest(dice: Dice, tokens: readonly string[]): FuzzRequest {
  const [method = '', pattern = ''] = dice.oneOf(NAMES).split(' ')
  const path = pattern.replace(/:\w+/g, () => {
    const kind = dice.below(8)
    return kind < 5 ? String(1 + dice.below(5)) : dice.oneOf(kind < 7 ? IDS : ODD_IDS)
  })
  const tail = dice.below(2) ? '' : dice.oneOf([...TAILS, ...ODD_TAILS])
  const asked = dice.below(8) ? method : dice.oneOf(METHODS)
  const headers: Record<string, string> = {}
  const maybe = (name: string, values: readonly string[], outOf = 2) => {
    if (dice.below(outOf)) headers[name] = dice.oneOf(values)
  }
  maybe('authorization', tokens, 6)
  maybe('content-type', dice.below(3) ? TYPES : ODD_TYPES)
  maybe('prefer', ['return=minimal', 'return=minimal, x', ';;;', ''])
  maybe('app-tab', ['tab', 'x'.repeat(4000)])
  maybe('x-http-method-override', ['DELETE'])
  const hasBody = !['GET', 'HEAD'].includes(asked) && dice.below(8) > 0
  // Now and then the door itself.
  const place = dice.below(100) ? path + tail : '/api'
  return { method: asked, path: place, headers, ...(hasBody && { body: body(dice) }) }
}

/** A body of 50 MB, which is refused or taken, but never choked on. */
export function largeRequest(authorization: string): FuzzRequest {
  const body = { start: '{"username":"', repeated: 'x'.repeat(1000), times: 50_000, end: '"}' }
  return { method: 'POST', path: '/api/auth/login', headers: { authorization }, body }
}

/** Profiles, whose unknown fields are kept, with fields in fields in fields. */
export function deepRequests(authorization: string): FuzzRequest[] {
  return [50, 1_000, 20_000, 500_000].map((times) => ({
    method: 'POST',
    path: '/api/users/edit',
    headers: { authorization },
    body: { start: '{"userData":', repeated: '{"a":', times, end: `1${'}'.repeat(times)}}` },
  }))
}
