import { expect, test } from 'vitest'
import { excerpt, textParts } from './text-parts.ts'

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
  [
    '#मोटरसाइकिल #มอเตอร์ไซค์ #می\u200cخواهم',
    ['tag #मोटरसाइकिल', 'tag #มอเตอร์ไซค์', 'tag #می\u200cخواهم'],
  ],
  ['＃バイク ＠mira', ['tag ＃バイク', 'name mira']],
  [
    '我爱#老爷车 日本の#旧車#バイク スーパー#車',
    ['tag #老爷车', 'tag #旧車', 'tag #バイク', 'tag #車'],
  ],
  ['ผมรัก#รถเก่า ที่นี่#รถ', ['tag #รถเก่า', 'tag #รถ']],
  ['ຂ້ອຍ#ລົດ ខ្ញុំ#ឡាន ကား#ကား', ['tag #ລົດ', 'tag #ឡាន', 'tag #ကား']],
  ['你好@mira さん＠kenji', ['name mira', 'name kenji']],
  ['машина#x 바이크#x গাড়ি#x سيارة#x 2#x mira@例.jp', []],
  ['@Jose\u0301, @गीता।', ['name Jose\u0301', 'name गीता']],
  ['cafe\u0301#x ❤️#x #️⃣x', ['tag #x']],
  [
    'https://a.test/Mini_(marque) (https://a.test/Mini_(marque)).',
    Array(2).fill('url https://a.test/Mini_(marque)'),
  ],
  [
    '[a](https://a.test/b)[🏍](https://b.test/🏍)@mira',
    ['url https://a.test/b', 'url https://b.test/🏍', 'name mira'],
  ],
  ['https://[::1]/a?b=[1]', ['url https://[::1]/a?b=[1]']],
  ['“https://a.test”, «https://b.test»', ['url https://a.test', 'url https://b.test']],
  ['見てhttps://a.test/車。（https://b.test）好', ['url https://a.test/車', 'url https://b.test']],
  ['https://a.test/アルファ・ロメオ、', ['url https://a.test/アルファ・ロメオ']],
  [
    'https://a.test/b। https://a.test/b؟ https://a.test/b… https://a.test/b—so',
    Array(4).fill('url https://a.test/b'),
  ],
  [
    '*https://a.test/b* *see https://a.test/b*. _https://a.test/b_, `https://a.test/b`',
    Array(4).fill('url https://a.test/b'),
  ],
  ['https://a.test/b_ https://a.test/*', ['url https://a.test/b_', 'url https://a.test/']],
  ['\u2068https://a.test/b\u2069 https://a.test/b\u200b', Array(2).fill('url https://a.test/b')],
])('the links in %s (R4.15, R4.27, R4.28)', (text, expected) => {
  expect(links(text)).toEqual(expected)
})

test('an excerpt ends before a link that it would cut (R4.29)', () => {
  const link = `https://a.test/${'x'.repeat(40)}`
  expect(excerpt(`${'word '.repeat(195)}${link} and more`)).toBe('word '.repeat(195).trimEnd())
  expect(excerpt(`${'漢'.repeat(990)} @mira_and_more #tag`)).toBe('漢'.repeat(990))
})

test('a long text is cut between two words of any script, or after 16 lines (R4.29)', () => {
  expect(excerpt('word '.repeat(200).trimEnd())).toBeUndefined()
  expect(excerpt('word '.repeat(3000))).toBe(`${'word '.repeat(199)}word`)
  expect(excerpt('line\n'.repeat(15))).toBeUndefined()
  expect(excerpt('line\n'.repeat(40))).toBe(`${'line\n'.repeat(15)}line`)
  expect(excerpt('好 '.concat('オートバイに乗る。'.repeat(200)))?.length).toBeGreaterThan(990)
  expect(excerpt('สวัสดี'.repeat(300))).toBe('สวัสดี'.repeat(166))
  expect(excerpt(`x${'👩‍🔧'.repeat(900)}`)).toBe(`x${'👩‍🔧'.repeat(199)}`)
  expect(excerpt('x'.repeat(2000))?.length).toBe(1000)
  expect(excerpt(`x${'e\u0301'.repeat(2000)}`)).toBe(`x${'e\u0301'.repeat(499)}`)
})
