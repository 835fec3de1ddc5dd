import { expect, test } from 'vitest'
import { isAnimated } from './is-animated.ts'

const codes = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const HEADER = codes('GIF89a')
const FRAME = [0x21, 0xf9, 0x04, 0, 10, 0, 0, 0, 0x2c, 0, 0]
const WEBP = codes('RIFF....WEBPVP8X....')
const PNG = codes('\x89PNG\r\n\x1a\n\0\0\0\x01IHDR.....')

test.each([
  ['a GIF of two frames', [...HEADER, ...FRAME, ...FRAME], true],
  ['a GIF of one frame', [...HEADER, ...FRAME], false],
  ['a GIF with other extensions', [...HEADER, 0x21, 0xfe, 0x04, ...FRAME, 0x21, 0xff], false],
  ['another file with the same bytes', [0x89, 0x51, ...FRAME, ...FRAME], false],
  ['a WebP with the animation flag', [...WEBP, 0x12], true],
  ['a WebP with other flags', [...WEBP, 0x10], false],
  ['a WebP without flags', codes('RIFF....WEBPVP8 ....\x02'), false],
  ['a sequence of AVIF images', codes('\0\0\0\x1cftypavis'), true],
  ['one AVIF image', codes('\0\0\0\x1cftypavif'), false],
  ['a PNG with an animation chunk', [...PNG, ...codes('\0\0\0\x08acTL')], true],
  ['a PNG with one after its pixels', [...PNG, ...codes('\0\0\0\0IDAT....\0\0\0\0acTL')], false],
  ['nothing', [], false],
])('%s: animated is %s', (_what, bytes, animated) => {
  expect(isAnimated(Uint8Array.from(bytes))).toBe(animated)
})
