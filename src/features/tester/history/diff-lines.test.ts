import { expect, it } from 'vitest'
import { diffLines } from './diff-lines.ts'

const marks = { same: ' ', removed: '-', added: '+' }
const diff = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => marks[kind] + text)

it('marks what is only in the old and only in the new text', () => {
  expect(diff('a\nb\nc', 'a\nB\nc')).toEqual([' a', '-b', '+B', ' c'])
  expect(diff('a\nb', 'a\nb\nc')).toEqual([' a', ' b', '+c'])
  expect(diff('a\nb\nc', 'c')).toEqual(['-a', '-b', ' c'])
})

it('marks nothing when the texts are the same', () => {
  expect(diff('a\na\nb', 'a\na\nb')).toEqual([' a', ' a', ' b'])
  expect(diff('', '')).toEqual([' '])
})

it('keeps the longest run of lines that both have', () => {
  expect(diff('x\na\nb\nc\ny', 'z\na\nq\nb\nc\nw')).toEqual([
    '-x',
    '+z',
    ' a',
    '+q',
    ' b',
    ' c',
    '-y',
    '+w',
  ])
})

it('gives back both texts, whatever they are', () => {
  const text = (seed: number) =>
    Array.from({ length: 40 }, (_, line) => (line * seed) % 7).join('\n')
  for (const [before, after] of [
    [text(3), text(5)],
    [text(1), ''],
    [text(2), text(2)],
  ] as const) {
    const merged = diffLines(before, after)
    const side = (without: string) =>
      merged.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('\n')
    expect(side('added')).toBe(before)
    expect(side('removed')).toBe(after)
  }
})

it('stays quick with texts that have nothing in common', () => {
  const lines = (mark: string) => Array.from({ length: 5000 }, (_, n) => `${mark}${n}`).join('\n')
  expect(diffLines(lines('a'), lines('b'))).toHaveLength(10_000)
})
