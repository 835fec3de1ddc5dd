import { expect, it } from 'vitest'
import { formatBytes, formatMs, formatStatus, indentJson, visible } from './format.ts'

it('formats durations with a fitting unit and precision', () => {
  expect([0, 0.44, 9.96, 12.4, 412.5, 2050].map(formatMs)).toEqual([
    '0 ms',
    '0.4 ms',
    '10 ms',
    '12 ms',
    '413 ms',
    '2.05 s',
  ])
})

it('formats sizes with a fitting unit', () => {
  expect([0, 999, 2100, 3_400_000].map(formatBytes)).toEqual(['0 B', '999 B', '2.1 kB', '3.4 MB'])
})

it('adds the text of a well-known status that has none', () => {
  expect(formatStatus(404)).toBe('404 Not Found')
  expect(formatStatus(418, '')).toBe('418')
  expect(formatStatus(200, 'Fine')).toBe('200 Fine')
})

it('indents JSON text like JSON.stringify, without a change of its numbers', () => {
  const value = { a: [1, { 'b,{': 'x: "y" \\ [' }], empty: [{}, []], ' ': null }
  expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
  expect(indentJson(JSON.stringify(value, null, 4))).toBe(JSON.stringify(value, null, 2))
  expect(indentJson('{"id":12345678901234567890,"x":1.0}')).toBe(
    '{\n  "id": 12345678901234567890,\n  "x": 1.0\n}',
  )
  expect(indentJson('[{"cut":"in a {')).toBe('[\n  {\n    "cut": "in a {')
})

it('shows characters without a shape, and line ends of each kind as line ends', () => {
  expect(visible('a\u202eb\r\n\tc\nd\re')).toBe('a\\u{202e}b\n\tc\nd\\u{d}e')
})
