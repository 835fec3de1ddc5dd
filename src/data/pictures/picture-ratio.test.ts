import { expect, test } from 'vitest'
import { learnRatio, ratioOf, widthOf } from './picture-ratio.ts'

test.each([
  ['a photo keeps its ratio', 1200, 900, 4 / 3],
  ['a tall one is clamped to 4:5', 900, 1600, 4 / 5],
  ['a panorama is clamped to 16:9', 4000, 800, 16 / 9],
])('%s in a feed, and its own on its screen', (src, width, height, inFeed) => {
  learnRatio(src, width, height)
  expect(ratioOf(src, false)).toBe(inFeed)
  expect(ratioOf(src, true)).toBe(width / height)
})

test('before a picture is loaded its width is unknown, and 4:3 is reserved, as for one without a size', () => {
  learnRatio('wide', 1200, 900)
  expect([widthOf('wide'), widthOf('new')]).toEqual([1200, undefined])
  learnRatio('empty', 0, 0)
  expect([ratioOf('empty', true), ratioOf('new', false)]).toEqual([4 / 3, 4 / 3])
})
