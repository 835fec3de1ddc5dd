import { expect, it } from 'vitest'
import { literal, quoteJs } from './quote.ts'
import { NASTY } from './testing.ts'

it('quotes strings for JavaScript', () => {
  for (const text of ['', "'", '"', '\\', "\\'", '\\"', '\n', NASTY])
    expect(new Function(`return ${quoteJs(text)}`)()).toBe(text)
  expect(quoteJs('say "hi"')).toBe(`'say "hi"'`)
})

it('keeps a __proto__ key a key, in strings too', () => {
  const value = JSON.parse('{"__proto__":{"a":1},"b":"\\n  \\"__proto__\\": 1"}')
  expect(JSON.stringify(new Function(`return ${literal(value, 2)}`)())).toBe(JSON.stringify(value))
})
