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
])('the text %j is detected as %s', (text, type, value) => {
  expect(detectType(text)).toStrictEqual({ type, value })
})

test.each([
  'Honda 2004',
  '007',
  '+1',
  '.5',
  '5.',
  '1_000',
  '0x10',
  'Infinity',
  'True',
  'nan',
  '{a: 1}',
  '[1,',
  '"42"',
  '',
  '  ',
])('the text %j means nothing else and stays a string', (text) => {
  expect(detectType(text)).toEqual({ type: 'string', value: text })
})

test('a string keeps the spaces around it', () => {
  expect(detectType('  Vroom ').value).toBe('  Vroom ')
})

test('a number that would not keep its digits stays a string', () => {
  for (const text of ['9007199254740993', '12345678901234567890', '1e999', '-1e999', '1e-999'])
    expect(detectType(text)).toEqual({ type: 'string', value: text })
})

test('an object and an array keep the digits of long numbers in them as strings', () => {
  const { type, value } = detectType('{"id": 12345678901234567890, "n": [1, 1e999]}')
  expect(type).toBe('object')
  expect(value).toEqual({ id: '12345678901234567890', n: [1, '1e999'] })
})

test('an object may have any key of its own, "__proto__" too', () => {
  const { value } = detectType('{"__proto__": 1, "constructor": 2}')
  expect(Object.entries(value as object)).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
  ])
})

test('the type of a value that there is has the same names', () => {
  const values = [[], {}, 1, 1.5, true, null, Number.NaN, undefined, new Date(), 'x']
  const types = 'array object integer float boolean null NaN undefined date string'.split(' ')
  expect(values.map(typeOf)).toEqual(types)
})
