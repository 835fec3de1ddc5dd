import { expect, test } from 'vitest'
import { mentionOf, textParts } from '../../contract/text-parts.ts'
import { mentionAt, mentionBefore } from './mention-at.ts'

test.each([
  ['@', ''],
  ['Hi @mi', 'mi'],
  ['(@žo', 'žo'],
  ['@"Mad M', 'Mad M'],
  ['@🏍', '🏍'],
  ['@mira ', undefined],
  ['mira@example', undefined],
  ['你好@mi', 'mi'],
  ['@@', undefined],
  ['a/@b', undefined],
  ['@"Mad Max" ', undefined],
])('before the caret in %s, the name that is typed is %s (R4.25)', (text, name) => {
  expect(mentionAt(text, text.length)?.name).toBe(name)
  expect(mentionAt(`${text}\nand more`, text.length)?.name).toBe(name)
})

test('a mention is completed with a space after it', () => {
  expect(mentionBefore('', 'mira')).toBe('@mira ')
  expect(mentionBefore(' there', 'mira')).toBe('@mira')
  expect(mentionBefore('', 'Mad Max')).toBe('@"Mad Max" ')
})

test('a username with a quotation mark cannot be mentioned (R4.25)', () => {
  for (const username of ['a"b', 'a b "c" d']) expect(mentionOf(username)).toBeUndefined()
})

test.each(['mira', 'Mad Max', '🏍️ rider', 'dot.', 'žofie', 'a@b', "o'neill"])(
  'a mention of %s is found again in a text (R4.25)',
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
