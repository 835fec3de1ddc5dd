import { expect, test } from 'vitest'
import { excerpt, hrefOf, textParts } from './text-parts.ts'

const links = (text: string) =>
  textParts(text)
    .filter(({ type }) => type !== 'text')
    .map(({ type, text }) => `${type} ${text}`)

test('the parts of a text, put together, are the text', () => {
  const text = 'See https://a.test/x, @mira and #vintage.\n'
  expect(textParts(text)).toEqual([
    { type: 'text', text: 'See ' },
    { type: 'url', text: 'https://a.test/x' },
    { type: 'text', text: ', ' },
    { type: 'name', text: 'mira', typed: '@mira' },
    { type: 'text', text: ' and ' },
    { type: 'tag', text: '#vintage' },
    { type: 'text', text: '.\n' },
  ])
  expect(textParts('')).toEqual([])
})

test.each([
  ['(https://a.test/b)', ['url https://a.test/b']],
  ['HTTP://A.TEST/B!', ['url HTTP://A.TEST/B']],
  ['https://a.test/@mira#top', ['url https://a.test/@mira#top']],
  ['javascript:alert(1) ftp://a.test data:text/html,x', []],
  ['(www.a.test), WWW.B.TEST/c.', ['url www.a.test', 'url WWW.B.TEST/c']],
  ['www. a.www.test @www.a www.[bad', ['name www.a']],
  ['https://', []],
  ['https://[bad', []],
  ['"https://a.test"onclick="x"', ['url https://a.test']],
  ['@mira. @kenji-2, (@žofie)', ['name mira', 'name kenji-2', 'name žofie']],
  ['mail mira@example.com', []],
  ['@mira@example.com', ['name mira@example.com']],
  ['@ @@ @-', []],
  ['#911 #1 issue', []],
  ['#e46m3 #Öl', ['tag #e46m3', 'tag #Öl']],
  ['a#b &#x27; ##x', []],
])('the links in %s', (text, expected) => {
  expect(links(text)).toEqual(expected)
})

test('a URL without a scheme gets one', () => {
  expect(hrefOf('WWW.a.test/b')).toBe('https://WWW.a.test/b')
  expect(hrefOf('http://www.a.test')).toBe('http://www.a.test')
})

test('a long text is cut between two words, or after 16 lines', () => {
  expect(excerpt('word '.repeat(200).trimEnd())).toBeUndefined()
  expect(excerpt('word '.repeat(3000))).toBe(`${'word '.repeat(199)}word`)
  expect(excerpt('line\n'.repeat(15))).toBeUndefined()
  expect(excerpt('line\n'.repeat(40))).toBe(`${'line\n'.repeat(15)}line`)
  expect(excerpt('🚗'.repeat(900))?.isWellFormed()).toBe(true)
})
