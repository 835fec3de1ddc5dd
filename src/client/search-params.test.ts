import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test.each(['1e5', 'null', '[1]', '{}', '"quoted"', 'a+b & c=d #ü', ''])(
  'a parameter stays the text %j',
  (q) => {
    expect(parseSearch(stringifySearch({ q }))).toEqual({ q })
  },
)

test('an address shows a value as it is, without missing parameters', () => {
  expect(stringifySearch({ q: '911', list: undefined })).toBe('?q=911')
  expect(stringifySearch({ list: undefined })).toBe('')
})

test('of a repeated parameter, the last value counts', () => {
  expect(parseSearch('?q=mira&q=theo')).toEqual({ q: 'theo' })
})
