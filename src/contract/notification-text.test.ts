import { expect, test } from 'vitest'
import { describeNotification } from './notification-text.ts'
import type { Notification } from './notifications.ts'

const people = ['Mira', 'Juno', 'Kenji'].map((firstName) => ({ firstName, username: 'x' }))

function sentence(type: string, named: number, count: number, others: object = {}): string {
  const by = people.slice(0, named)
  const { who, what } = describeNotification({ type, by, count, ...others } as Notification)
  return `${who} ${what}`
}

test.each([
  ['like', 1, 1, 'Mira likes your post'],
  ['like', 1, 2, 'Mira and 1 other like your post'],
  ['like', 2, 2, 'Mira and Juno like your post'],
  ['like', 3, 3, 'Mira, Juno and Kenji like your post'],
  ['like', 3, 12, 'Mira and 11 others like your post'],
  ['follow', 1, 1, 'Mira follows you'],
  ['follow', 3, 5, 'Mira and 4 others follow you'],
  ['mention', 1, 1, 'Mira mentioned you in a post'],
] as const)('%s by %i of %i: %s', (type, named, count, text) => {
  expect(sentence(type, named, count)).toBe(text)
})

test.each([
  [1, 1, 'Mira commented on your post'],
  [1, 4, 'Mira wrote 4 comments on your post'],
  [2, 2, 'Mira and Juno wrote 2 comments on your post'],
  [3, 40, 'Mira, Juno and others wrote 40 comments on your post'],
])('comments by %i people, %i in all: %s', (named, count, text) => {
  expect(sentence('comment', named, count, { isOwnPost: true })).toBe(text)
})

test('a comment on the post of another, a mention in a comment, and somebody without a name', () => {
  expect(sentence('comment', 1, 1)).toBe('Mira commented after yours')
  expect(sentence('mention', 1, 1, { commentId: 'c' })).toBe('Mira mentioned you in a comment')
  expect(sentence('like', 0, 1)).toBe('Somebody like your post')
  const by = [{ firstName: '', username: 'x' }]
  expect(sentence('follow', 1, 1, { by })).toBe('x follows you')
})

test('names in a right-to-left script move no other word of the sentence (R4.30)', () => {
  const by = ['محمد', 'שרה'].map((firstName) => ({ firstName, username: 'x' }))
  const text = '\u2068محمد\u2069 and \u2068שרה\u2069 like your post'
  expect(sentence('like', 2, 2, { by })).toBe(text)
})
