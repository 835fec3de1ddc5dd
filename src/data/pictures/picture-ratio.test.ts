import { expect, test } from 'vitest'
import { learnRatio, spaceOf, widthOf } from './picture-ratio.ts'

test.each([
  ['a photo keeps its ratio', 1200, 900, 4 / 3, 4 / 3],
  ['a tall one is cropped to 4:5', 900, 1600, 4 / 5, 9 / 16],
  ['a wide one is cropped to 16:9', 2000, 1000, 16 / 9, 2],
  ['a long screenshot is cropped', 720, 6000, 4 / 5, 1 / 2],
  ['a panorama is cropped', 4000, 800, 16 / 9, 3],
])('%s in a feed, and less on its screen (R10.12)', (src, width, height, inFeed, onScreen) => {
  learnRatio(src, width, height)
  const own = width / height
  expect(spaceOf(src, false)).toEqual({ ratio: inFeed, cropped: inFeed !== own })
  expect(spaceOf(src, true)).toEqual({ ratio: onScreen, cropped: onScreen !== own })
})

test('before a picture is loaded its width is unknown, and 4:3 is reserved, as for one without a size', () => {
  learnRatio('wide', 1200, 900)
  expect([widthOf('wide'), widthOf('new')]).toEqual([1200, undefined])
  learnRatio('empty', 0, 0)
  const usual = { ratio: 4 / 3, cropped: false }
  expect([spaceOf('empty', true), spaceOf('new', false)]).toEqual([usual, usual])
})
