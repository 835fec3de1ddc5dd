import { expect, test } from 'vitest'
import { fold, WORD } from './words.ts'

test.each([
  ['white space around it', ' dee\t\u00a0', 'dee'],
  ['case', 'DeE', 'dee'],
  ['case beyond ASCII', 'ÅSA ЖУК', 'åsa жук'],
  ['a capital of two letters', 'STRASSE straße STRAẞE', 'strasse strasse strasse'],
  ['the form of a sigma', 'ΟΔΟΣ οδος', 'οδοσ οδοσ'],
  ['the width of letters', 'Ｄｅｅ ｶﾞ ＃', 'dee ガ #'],
  ['ligatures', 'ﬁat', 'fiat'],
  ['how an accent is written', 'zoe\u0308', 'zoë'],
  ['how a syllable is written', '\u1112\u1161\u11ab', '한'],
  ['invisible code points', 'd\u200be\u200de\ufeff', 'dee'],
  ['marks of direction', '\u202edee\u202c', 'dee'],
  ['half an emoji', 'dee\ud83c', 'dee\ufffd'],
])('texts are compared without regard to %s (R3.4, R8.1)', (_title, typed, folded) => {
  expect(fold(typed)).toBe(folded)
})

test.each([
  ['a space inside', 'de e'],
  ['an accent', 'deé'],
  ['another letter that looks the same', 'dеe'],
])('%s makes a different name', (_title, other) => {
  expect(fold(other)).not.toBe('dee')
})

// If keys depended on the locale, a change of language would lose accounts.
test('both letters i of Turkish are equal in every locale: I is the capital of one, or of the other (R3.4)', () => {
  expect(['Iİıi', 'i\u0307', 'DİYARBAKIR', 'diyarbakır'].map(fold)).toEqual([
    'iiii',
    'i',
    'diyarbakir',
    'diyarbakir',
  ])
})

test('a folded text stays, and so do capitals and small letters of it', () => {
  const changing: string[] = []
  for (let code = 0; code < 0x20000; code++) {
    const one = String.fromCodePoint(code)
    const forms = [
      one.toLowerCase(),
      one.toUpperCase(),
      one.normalize('NFD'),
      one.normalize('NFKC'),
    ]
    if (forms.every((form) => form === one)) continue
    const folded = fold(one)
    if ([folded, ...forms].some((form) => fold(form) !== folded)) changing.push(one)
  }
  expect(changing).toEqual([])
})

test('words of all scripts consist of word characters (R4.27)', () => {
  const word = new RegExp(`^[${WORD}]+$`, 'u')
  const words = 'café cafe\u0301 मोटरसाइकिल रेसिंग มอเตอร์ไซค์ गाड़ी می\u200cخواهم דרכים நெடுஞ்சாலை 12'
  for (const one of words.split(' ')) expect(one).toMatch(word)
  for (const one of ['a b', 'a.b', 'a-b', '#', '。', '…', '🏍']) expect(one).not.toMatch(word)
})
