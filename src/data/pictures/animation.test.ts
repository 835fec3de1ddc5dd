import { expect, test } from 'vitest'
import { isAnimated, withoutMetadata } from './animation.ts'

// Files as Latin-1 text.
const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const uint32 = (value: number) => String.fromCharCode(value >> 24, value >> 16, value >> 8, value)
const reversed = (text: string) => [...text].reverse().join('')

const gif = (...blocks: string[]) =>
  `GIF89a\x01\0\x01\0\x80\0\0\0\xff\xff\xff\0\0${blocks.join('')}`
const FRAME = '!\xf9\x04\0\x0a\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0'
const LOOP = '!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0'
const COMMENT = '!\xfe\x06SECRET\0'
const XMP = '!\xff\x0bXMP DataXMP\x06SECRET\x03GPS\0'

const chunk = (name: string, data = '') => `${uint32(data.length)}${name}${data}#CRC`
const png = (...chunks: string[]) => `\x89PNG\r\n\x1a\n${chunks.join('')}`
const IHDR = chunk('IHDR', 'size')
const PIXELS = [chunk('IDAT', '1'), chunk('fcTL', '2'), chunk('fdAT', '2'), chunk('IEND')]
const PNG_TEXTS = ['tEXt', 'iTXt', 'zTXt', 'eXIf', 'tIME', 'iCCP', 'caBX', 'vpAg'].map((name) =>
  chunk(name, 'SECRET'),
)

const riff = (name: string, data: string) =>
  `${name}${reversed(uint32(data.length))}${data}${'\0'.repeat(data.length % 2)}`
const webp = (flags: number, ...chunks: string[]) =>
  riff('RIFF', `WEBP${riff('VP8X', `${String.fromCharCode(flags)}.........`)}${chunks.join('')}`)
const ANIM = riff('ANIM', '......')
const anmf = (...inside: string[]) => riff('ANMF', `sixteen bytes...${inside.join('')}`)
const LOSSLESS = riff('VP8L', 'odd')

test.each([
  ['a GIF of two frames', gif(FRAME, FRAME), true],
  ['a GIF of one frame', gif(FRAME), false],
  ['a GIF of two frames without controls', gif(FRAME.slice(8), FRAME.slice(8)), true],
  ['a GIF of one frame with a comment like a frame', gif(`!\xfe\x17${FRAME}\0`, FRAME), false],
  ['another file with the same bytes', `\x89Q${gif(FRAME, FRAME)}`, false],
  ['a WebP with the animation flag', webp(0x12, ANIM), true],
  ['a WebP with other flags', webp(0x10), false],
  ['a WebP without flags', riff('RIFF', `WEBP${riff('VP8 ', '\x02\x02')}`), false],
  ['a sequence of AVIF images', '\0\0\0\x1cftypavis', true],
  ['one AVIF image', '\0\0\0\x1cftypavif', false],
  ['a PNG with an animation chunk', png(IHDR, chunk('acTL')), true],
  ['a PNG with one after its pixels', png(IHDR, chunk('IDAT'), chunk('acTL')), false],
  ['nothing', '', false],
])('%s: animated is %s (R10.25)', (_what, text, animated) => {
  expect(isAnimated(bytesOf(text))).toBe(animated)
})

const CASES: [what: string, given: string, kept: string | undefined][] = [
  [
    'a GIF keeps its frames and loop',
    gif(COMMENT, LOOP, XMP, FRAME, COMMENT, FRAME, ';', 'SECRET'),
    gif(LOOP, FRAME, FRAME, ';'),
  ],
  [
    'a GIF that ends early is ended',
    gif(FRAME, FRAME.slice(0, -3)),
    gif(FRAME, FRAME.slice(0, -3), ';'),
  ],
  [
    'a PNG keeps its frames and the numbers of its colours',
    png(IHDR, ...PNG_TEXTS, chunk('gAMA', '1'), chunk('acTL'), ...PIXELS, 'SECRET'),
    png(IHDR, chunk('gAMA', '1'), chunk('acTL'), ...PIXELS),
  ],
  [
    'a PNG that ends early stays as it is',
    png(IHDR, chunk('acTL'), chunk('IDAT', 'long').slice(0, -7)),
    png(IHDR, chunk('acTL'), chunk('IDAT', 'long').slice(0, -7)),
  ],
  [
    'a WebP keeps its frames, and its flags say so',
    `${webp(
      0x3e,
      riff('ICCP', 'SECRET'),
      ANIM,
      anmf(riff('ALPH', '.'), riff('VP8 ', '..')),
      anmf(LOSSLESS, riff('junk', 'SECRET')),
      riff('EXIF', 'SECRET'),
      riff('XMP ', 'SECRET'),
      riff('note', 'SECRET'),
    )}SECRET`,
    webp(0x12, ANIM, anmf(riff('ALPH', '.'), riff('VP8 ', '..')), anmf(LOSSLESS)),
  ],
  ['a sequence of AVIF images cannot be cleaned', '\0\0\0\x1cftypavis', undefined],
]

test.each(CASES)('metadata: %s (R10.25)', async (_what, given, kept) => {
  const cleaned = await withoutMetadata(bytesOf(given))?.arrayBuffer()
  expect(cleaned && Buffer.from(cleaned).toString('latin1')).toBe(kept)
  expect(cleaned && isAnimated(new Uint8Array(cleaned))).toBe(kept && isAnimated(bytesOf(given)))
})
