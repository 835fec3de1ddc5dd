import { expect, test } from 'vitest'
import { withTyped } from './composing-text.ts'

test.each([
  ['nothing else has changed', 'おお', 'おお', 'おおさ', 'おおさ'],
  ['a text came back before it', 'refused\n\nおお', 'おお', 'おおさ', 'refused\n\nおおさ'],
  ['a text was added after it', 'おお\n\nshared', 'おお', 'おおさ', 'おおさ\n\nshared'],
  ['the text before it was removed', 'おお', 'sent\n\nおお', 'sent\n\nおおさ', 'おおさ'],
  ['all of it was replaced', 'other', 'おお', 'おおさ', 'おおさ'],
])('%s while a text is composed (R4.31)', (_, text, before, typed, merged) => {
  expect(withTyped(text, before, typed)).toBe(merged)
})
