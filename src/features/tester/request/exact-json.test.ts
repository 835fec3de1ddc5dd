import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changesOf, hasInexact, isExact } from './exact-json.ts'

it.each([
  ['{"id": 9007199254740993}', ['9007199254740993 is sent as 9007199254740992']],
  ['[1e400, -1e400]', ['1e400 is sent as null', '-1e400 is sent as null']],
  ['3.14159265358979323846', ['3.14159265358979323846 is sent as 3.141592653589793']],
  ['[-0]', ['-0 is sent as 0']],
  ['{"a": 1, "b": {"a": 2}, "\\u0061": 3}', ['of the key "a", the last value is sent']],
  ['{"a": [{"a": 1}, {"a": 1}], "b": "a"}', []],
  ['["9007199254740993", {"1e400": "x"}, "a\\"1e400"]', []],
  ['[1, 1.0, 1.10, 1e2, 100, 0.1, 1e-7, 5e-324, 1.7976931348623157e308, 0, 0.0, -1]', []],
])('says of %s what is sent in place of what was typed (R14.37)', (text, changes) => {
  expect(changesOf(text)).toEqual(changes)
  expect(hasInexact(text)).toBe(/\d is sent/.test(changes.join()))
})

it('finds every number of JSON.stringify exact', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(isExact(JSON.stringify(number))).toBe(true)
    }),
  )
})
