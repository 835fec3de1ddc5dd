import { expect, test } from 'vitest'
import { isAnimatedGif } from './gif.ts'

const HEADER = [...'GIF89a'].map((letter) => letter.charCodeAt(0))
const FRAME = [0x21, 0xf9, 0x04, 0, 10, 0, 0, 0, 0x2c, 0, 0]

test.each([
  ['a GIF of two frames', [...HEADER, ...FRAME, ...FRAME], true],
  ['a GIF of one frame', [...HEADER, ...FRAME], false],
  ['a GIF with other extensions', [...HEADER, 0x21, 0xfe, 0x04, ...FRAME, 0x21, 0xff], false],
  ['another file with the same bytes', [0x89, 0x50, ...FRAME, ...FRAME], false],
  ['nothing', [], false],
])('%s: animated is %s', (_what, bytes, animated) => {
  expect(isAnimatedGif(Uint8Array.from(bytes))).toBe(animated)
})
