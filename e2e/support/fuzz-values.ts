import type { Dice } from '../../mocks/store/random.ts'

const FIELDS = ['username', 'password', 'name', 'content', 'imageUrl', 'userData', 'encodedToken']
const ODD_FIELDS = ['__proto__', 'constructor', 'toString', '', '_id', 'likes', 'seed', 'failures']
export const BROKEN = [
  '',
  '{',
  '{"content":}',
  '{"a":1,}',
  'undefined',
  '\ufeff{}',
  "{'a':1}",
  '{"a":"\u0000"}',
]
/** Texts and values that often break code. */
export function value(dice: Dice, depth = 0): unknown {
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

export function object(dice: Dice, depth = 0): Record<string, unknown> {
  const names = Array.from({ length: dice.below(6) }, () => dice.oneOf([...FIELDS, ...ODD_FIELDS]))
  // As JSON.parse creates them: with an own `__proto__` too.
  return Object.fromEntries(names.map((name) => [name, value(dice, depth)]))
}

/** Values that are valid for some call, apart from the odd parts. */
export function almostValid(dice: Dice): object {
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
