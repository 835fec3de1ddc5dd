import { expect, test } from 'vitest'
import { jsonText, notInJson } from './json-text.ts'

test('the text is what JSON.stringify writes, with four spaces', () => {
  const value = { a: [1, 'two', { three: null }], 'b/c': {}, d: [], '': 'x\n"y"\u2028', e: 1e21 }
  expect(jsonText(value)).toBe(JSON.stringify(value, null, 4))
  expect(jsonText(value, 0)).toBe(JSON.stringify(value))
})

test('entities stay as they are', () => {
  expect(jsonText({ html: '&lt;b&gt; <b> &amp;' })).toContain('"&lt;b&gt; <b> &amp;"')
  expect(jsonText('&lt;')).toBe('"&lt;"')
})

test('minus zero keeps its sign', () => {
  expect(jsonText({ n: -0 }, 0)).toBe('{"n":-0}')
})

test('an undefined entry of an object is left out; in an array it is null, as NaN is everywhere', () => {
  expect(jsonText({ a: undefined, b: 1, c: Number.NaN }, 0)).toBe('{"b":1,"c":null}')
  expect(jsonText([undefined, Number.NaN], 0)).toBe('[null,null]')
})

test('undefined and NaN on their own are their names', () => {
  expect(jsonText(undefined)).toBe('undefined')
  expect(jsonText(Number.NaN)).toBe('NaN')
})

test('a date is its ISO text', () => {
  expect(jsonText({ at: new Date(0) }, 0)).toBe('{"at":"1970-01-01T00:00:00.000Z"}')
  expect(jsonText(new Date(0))).toBe('"1970-01-01T00:00:00.000Z"')
})

test('"__proto__" is written like every key', () => {
  const text = '{"__proto__":1,"constructor":2}'
  expect(jsonText(JSON.parse(text), 0)).toBe(text)
})

test('what JSON has no word for is named, wherever it is inside', () => {
  expect(notInJson({ a: [undefined, { b: Number.NaN }], c: new Date() })).toEqual([
    'undefined',
    'NaN',
  ])
  expect(notInJson({ a: [null, 0, ''] })).toEqual([])
  expect(notInJson(undefined)).toEqual([])
})
