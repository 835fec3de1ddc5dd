import { expect, test } from 'vitest'
import { pathText } from './json-value.ts'
import { editText, labelText, previewText, spokenText, valueText } from './row-text.ts'
import { buildTree, type Row } from './rows.ts'

function row(value: unknown, id: string): Row {
  return buildTree(value, () => true).rows.get(id) as Row
}

test('a path reads as it stands in JavaScript', () => {
  expect(pathText(['users', 0, 'name'], 'Response')).toBe('users[0].name')
  expect(pathText([3, 'a.b/c', ''], 'Response')).toBe('[3]["a.b/c"][""]')
  expect(pathText([], 'Response')).toBe('Response')
})

test('a row is read out with its key and value, or with what it holds', () => {
  const value = { name: 'Mira', cars: [1], specs: {}, when: new Date(0), none: undefined, '': 1 }
  expect(spokenText(row(value, ''), 'Response')).toBe('Response: object, 6 keys')
  expect(spokenText(row(value, '/name'), 'Response')).toBe('name: "Mira"')
  expect(spokenText(row(value, '/cars'), 'Response')).toBe('cars: array, 1 item')
  expect(spokenText(row(value, '/specs'), 'Response')).toBe('specs: object, 0 keys')
  expect(spokenText(row(value, '/when'), 'Response')).toBe('when: 1970-01-01T00:00:00.000Z')
  expect(spokenText(row(value, '/none'), 'Response')).toBe('none: undefined')
  expect(spokenText(row(value, '/'), 'Response')).toBe('"": 1')
})

test('a long text is read out in part', () => {
  expect(spokenText(row(['x'.repeat(5000)], '/0'), 'R').length).toBeLessThan(220)
})

test('an index is a label, and an empty key is seen', () => {
  expect(labelText(row(['a'], '/0'), 'R')).toBe('0')
  expect(labelText(row({ '': 1 }, '/'), 'R')).toBe('""')
})

test('values stand as JavaScript writes them; an edit begins with the bare text', () => {
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
  expect(editText(new Date(0))).toBe('1970-01-01T00:00:00.000Z')
  expect(valueText(new Date('no'))).toBe('Invalid Date')
})

test('a closed row shows what it begins with', () => {
  expect(previewText({ id: 1, name: 'Mira', cars: [1], more: {}, last: 0 })).toBe(
    'id: 1, name: "Mira", cars: […], more: {…}, …',
  )
  expect(previewText([1, 'a'])).toBe('1, "a"')
  expect(previewText([{ a: 1 }, []])).toBe('')
})
