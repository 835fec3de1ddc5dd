import { expect, test } from 'vitest'
import { learnRatio, ratioOf } from './picture-ratio.ts'

test.each([
  ['a photo keeps its ratio', 1200, 900, 4 / 3],
  ['a tall one is clamped to 4:5', 900, 1600, 4 / 5],
  ['a panorama is clamped to 16:9', 4000, 800, 16 / 9],
])('%s in a feed, and its own on its screen', (src, width, height, inFeed) => {
  learnRatio(src, width, height)
  expect(ratioOf(src, false)).toBe(inFeed)
  expect(ratioOf(src, true)).toBe(width / height)
})

test('before a picture is loaded, and if it has no size, 4:3 is reserved', () => {
  learnRatio('empty', 0, 0)
  expect([ratioOf('empty', true), ratioOf('new', false)]).toEqual([4 / 3, 4 / 3])
})
