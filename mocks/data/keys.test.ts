import { expect, test } from 'vitest'
import { usernameKey } from './keys.ts'

test.each([
  ['white space around it', ' dee\t\u00a0', 'dee'],
  ['case', 'DeE', 'dee'],
  ['case beyond ASCII', 'ÅSA ΟΔΟΣ', 'åsa οδος'],
  ['the width of letters', 'Ｄｅｅ', 'dee'],
  ['how an accent is written', 'zoe\u0308', 'zoë'],
  ['invisible code points', 'd\u200be\u200de\ufeff', 'dee'],
  ['marks of direction', '\u202edee\u202c', 'dee'],
  ['half an emoji', 'dee\ud83c', 'dee\ufffd'],
])('names are compared without regard to %s', (_what, typed, key) => {
  expect(usernameKey(typed)).toBe(key)
})

test.each([
  ['a space inside', 'de e'],
  ['an accent', 'deé'],
  ['another letter that looks the same', 'dеe'],
])('%s makes a different name', (_what, other) => {
  expect(usernameKey(other)).not.toBe('dee')
})

// If keys depended on the locale, a change of language would lose accounts.
test('Turkish dotted and dotless i stay distinct in every locale', () => {
  expect(usernameKey('I')).toBe('i')
  expect(usernameKey('ı')).toBe('ı')
  expect(usernameKey('İ')).toBe('i\u0307')
})
