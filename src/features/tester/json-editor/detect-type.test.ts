import { expect, test } from 'vitest'
import { detectType, typeOf } from './detect-type.ts'

test.each([
  ['[1, 2]', 'array', [1, 2]],
  ['{"a": 1}', 'object', { a: 1 }],
  ['42', 'integer', 42],
  ['-7', 'integer', -7],
  ['0', 'integer', 0],
  ['-0', 'integer', -0],
  ['1e3', 'integer', 1000],
  ['9007199254740991', 'integer', 9007199254740991],
  ['0.5', 'float', 0.5],
  ['-1.5e-3', 'float', -0.0015],
  ['1.0', 'float', 1],
  ['1e21', 'float', 1e21],
  ['true', 'boolean', true],
  ['false', 'boolean', false],
  ['null', 'null', null],
  ['NaN', 'NaN', Number.NaN],
  ['undefined', 'undefined', undefined],
  ['2024-05-01', 'date', new Date('2024-05-01')],
  ['2024-05-01T10:00:00+02:00', 'date', new Date('2024-05-01T08:00:00Z')],
  ['  42\n', 'integer', 42],
])('the text %j is detected as %s (R14.11)', (text, type, value) => {
  expect(detectType(text)).toStrictEqual({ type, value })
})

test.each('Honda 2004;007;+1;.5;5.;1_000;0x10;Infinity;True;nan;{a: 1};[1,;"42";;  '.split(';'))(
  'the text %j stays a string (R14.11)',
  (text) => {
    expect(detectType(text)).toEqual({ type: 'string', value: text })
  },
)

test('a string keeps the spaces around it', () => {
  expect(detectType('  Vroom ').value).toBe('  Vroom ')
})

test('a number that cannot keep its digits stays a string (R14.12)', () => {
  for (const text of ['9007199254740993', '12345678901234567890', '1e999', '-1e999', '1e-999'])
    expect(detectType(text)).toEqual({ type: 'string', value: text })
})

test('an object and an array keep long numbers inside as strings', () => {
  const { type, value } = detectType('{"id": 12345678901234567890, "n": [1, 1e999]}')
  expect(type).toBe('object')
  expect(value).toEqual({ id: '12345678901234567890', n: [1, '1e999'] })
})

test('an object can have any own key, "__proto__" too', () => {
  const { value } = detectType('{"__proto__": 1, "constructor": 2}')
  expect(Object.entries(value as object)).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
  ])
})

test('existing values have the same types', () => {
  const values = [[], {}, 1, 1.5, true, null, Number.NaN, undefined, new Date(), 'x']
  const types = 'array object integer float boolean null NaN undefined date string'.split(' ')
  expect(values.map(typeOf)).toEqual(types)
})

test.each([
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2024-05-01T10:30Z', '2024-05-01T10:30:00.000Z'],
  ['2024-05-01T10:30:15Z', '2024-05-01T10:30:15.000Z'],
  ['2024-05-01T10:30:15.250Z', '2024-05-01T10:30:15.250Z'],
  ['2024-05-01T10:30:15-05:30', '2024-05-01T16:00:15.000Z'],
])('%s is a date', (text, iso) => {
  expect(detectType(text)).toEqual({ type: 'date', value: new Date(iso) })
})

test('a time without a zone is local', () => {
  expect(detectType('2024-05-01T10:30').value).toEqual(new Date(2024, 4, 1, 10, 30))
})

test.each(
  '2004;2004-05;20240501;2024-5-1;05/01/2024;1 May 2024;2024-05-01 10:30;2024-05-01T10;2024-05-01T10:30:15 Z;on 2024-05-01;2024-05-01T10:30:15+0200'.split(
    ';',
  ),
)('%j is not an ISO date (R14.11)', (text) => {
  expect(detectType(text).type).not.toBe('date')
})

test.each(
  '2024-02-30;2023-02-29;2024-13-01;2024-00-10;2024-04-31;2024-05-00;2024-05-01T24:00;2024-05-01T10:60;2024-05-01T10:30:60Z;2024-05-01T10:30Z+99:00;2024-05-01T10:30+24:00'.split(
    ';',
  ),
)('%j does not exist in the calendar or on the clock', (text) => {
  expect(detectType(text).type).not.toBe('date')
})
