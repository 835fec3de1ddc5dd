import { matchPattern as real } from '@msw/url'
import { expect, test } from 'vitest'
import { callNames } from '../testing/examples.ts'
import { matchPattern } from './url-stub.ts'

const ORIGIN = 'http://localhost:4173'
const patterns = callNames.map((name) => ORIGIN + name.split(' ')[1])

const parts = [
  '1',
  '',
  'mira',
  'm%C3%BCller',
  '100%',
  'a%2Fb',
  'a.b',
  'x y',
  '%F0%9F%8F%8D',
  '*',
  '..:id',
]
const urls = patterns.flatMap((pattern) => [
  ...parts.map((part) => pattern.replace(/:[a-z]\w*/gi, part)),
  `${pattern.replace(/:[a-z]\w*/gi, '1')}/`,
  `${pattern.replace(/:[a-z]\w*/gi, '1')}//`,
  `${pattern.replace(/:[a-z]\w*/gi, '1')}/more`,
  pattern.toUpperCase(),
])

test.each(patterns)('%s matches with the same parameters as in @msw/url', (pattern) => {
  for (const url of urls) {
    const { matches, params } = real(pattern, url)
    expect(matchPattern(pattern, url), url).toEqual({ matches, params: { ...params } })
  }
})
