import { expect, test } from 'vitest'
import { mentionOf, textParts } from '../../contract/text-parts.ts'
import { completeMention, mentionAt } from './mention-at.ts'

test.each([
  ['@', ''],
  ['Hi @mi', 'mi'],
  ['(@žo', 'žo'],
  ['@"Mad M', 'Mad M'],
  ['@🏍', '🏍'],
  ['@mira ', undefined],
  ['mira@example', undefined],
  ['@@', undefined],
  ['a/@b', undefined],
  ['@"Mad Max" ', undefined],
])('before the caret in %s, the name that is typed is %s', (text, name) => {
  expect(mentionAt(text, text.length)?.name).toBe(name)
  expect(mentionAt(`${text}\nand more`, text.length)?.name).toBe(name)
})

test('a mention is completed where it stands, with a space after it', () => {
  const complete = (text: string, caret: number, username: string) => {
    const { start = -1 } = mentionAt(text, caret) ?? {}
    return completeMention(text, { start, caret, username })
  }
  expect(complete('Hi @mi', 6, 'mira')).toEqual({ text: 'Hi @mira ', caret: 9 })
  expect(complete('Hi @mi there', 6, 'mira')).toEqual({ text: 'Hi @mira there', caret: 8 })
  expect(complete('@"Mad M', 7, 'Mad Max')).toEqual({ text: '@"Mad Max" ', caret: 11 })
})

test.each(['mira', 'Mad Max', '🏍️ rider', 'dot.', 'žofie', 'a@b', "o'neill"])(
  'a mention of %s is found again in a text',
  (username) => {
    const names = textParts(`Ask ${mentionOf(username)} about it, @`).flatMap((part) =>
      part.type === 'name' ? [part.text] : [],
    )
    expect(names).toEqual([username])
  },
)

test('an unknown name in quotes keeps them', () => {
  const [part] = textParts('@"Nobody here"')
  expect(part).toEqual({ type: 'name', text: 'Nobody here', typed: '@"Nobody here"' })
})
