import { expect, test } from 'vitest'
import { buildTree, type Row } from './rows.ts'
import {
  editText,
  jsonText,
  labelText,
  notInJson,
  previewText,
  spokenText,
  valueText,
} from './value-text.ts'

function row(value: unknown, id: string): Row {
  return buildTree(value, () => true).rows.get(id) as Row
}

test('the accessible name of a row is its key with its value or its type and size', () => {
  const value = { name: 'Mira', cars: [1], specs: {}, when: new Date(0), none: undefined, '': 1 }
  expect(spokenText(row(value, ''), 'Response')).toBe('Response: object, 6 keys')
  expect(spokenText(row(value, '/name'), 'Response')).toBe('name: "Mira"')
  expect(spokenText(row(value, '/cars'), 'Response')).toBe('cars: array, 1 item')
  expect(spokenText(row(value, '/specs'), 'Response')).toBe('specs: object, 0 keys')
  expect(spokenText(row(value, '/when'), 'Response')).toBe('when: 1970-01-01T00:00:00.000Z')
  expect(spokenText(row(value, '/none'), 'Response')).toBe('none: undefined')
  expect(spokenText(row(value, '/'), 'Response')).toBe('"": 1')
})

test('the accessible name of a long text is cut', () => {
  expect(spokenText(row(['x'.repeat(5000)], '/0'), 'R').length).toBeLessThan(220)
})

test('an index is a label, and an empty key is shown in quotes', () => {
  expect(labelText(row(['a'], '/0'), 'R')).toBe('0')
  expect(labelText(row({ '': 1 }, '/'), 'R')).toBe('""')
})

test('values are shown as in JavaScript; an edit starts without quotes', () => {
  expect([1, -0, true, null, undefined, Number.NaN].map(valueText)).toEqual([
    '1',
    '-0',
    'true',
    'null',
    'undefined',
    'NaN',
  ])
  expect(valueText('x')).toBe('"x"')
  expect(editText('x')).toBe('x')
  expect(editText({ city: 'Graz' })).toBe('{\n    "city": "Graz"\n}')
  expect(editText(new Date(0))).toBe('1970-01-01T00:00:00.000Z')
  expect(valueText(new Date('no'))).toBe('Invalid Date')
})

test('a collapsed row shows its first entries', () => {
  expect(previewText({ id: 1, name: 'Mira', cars: [1], more: {}, last: 0 })).toBe(
    'id: 1, name: "Mira", cars: […], more: {…}, …',
  )
  expect(previewText([1, 'a'])).toBe('1, "a"')
  expect(previewText([{ a: 1 }, []])).toBe('')
})

test('minus zero keeps its sign', () => {
  expect(jsonText({ n: -0 }, 0)).toBe('{"n":-0}')
})

test('undefined and NaN on their own are written by name', () => {
  expect(jsonText(undefined)).toBe('undefined')
  expect(jsonText(Number.NaN)).toBe('NaN')
})

test('values that JSON cannot represent are named, at any depth', () => {
  expect(notInJson({ a: [undefined, { b: Number.NaN }], c: new Date() })).toEqual([
    'undefined',
    'NaN',
  ])
  expect(notInJson({ a: [null, 0, ''] })).toEqual([])
  expect(notInJson(undefined)).toEqual([])
})
