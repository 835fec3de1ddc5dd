import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiErrors } from '../../src/contract/errors.ts'
import { testApi } from '../testing/api.ts'
import { starts } from '../testing/picture.ts'
import { pixelsOf } from './picture-size.ts'

type Header = (width: number, height: number) => string

const NOISE = 'noise '.repeat(200_000)

/** `segment('\xe1', 'text')`: a marker of a JPEG, with its length and content. */
const segment = (marker: string, content: string) =>
  `\xff${marker}${big(content.length + 2, 2)}${content}`
const frame: Header = (w, h) => segment('\xc2', `\x08${big(h, 2)}${big(w, 2)}\x01\x01\x11\0`)
const exif = segment('\xe1', 'x'.repeat(65_533))

/** A chunk of a WebP, and the file with these chunks. */
const chunk = (name: string, content: string) =>
  `${name}${little(content.length, 4)}${content}${content.length % 2 ? '\0' : ''}`
const webp = (...chunks: string[]) => chunk('RIFF', `WEBP${chunks.join('')}`)
const lossy: Header = (w, h) => chunk('VP8 ', `\0\0\0\x9d\x01\x2a${little(w, 2)}${little(h, 2)}`)
const lossless: Header = (w, h) => chunk('VP8L', `\x2f${little((w - 1) | ((h - 1) << 14), 4)}`)
const canvas: Header = (w, h) => chunk('VP8X', `\0\0\0\0${little(w - 1, 3)}${little(h - 1, 3)}`)

/** A box of an AVIF (ISO/IEC 14496-12). */
const box = (name: string, ...content: string[]) =>
  `${big(content.join('').length + 8, 4)}${name}${content.join('')}`
const longBox = (name: string, content: string) =>
  `${big(1, 4)}${name}${big(0, 4)}${big(content.length + 16, 4)}${content}`
const avif = (...boxes: string[]) => box('ftyp', 'avif\0\0\0\0avifmif1') + boxes.join('')
const size: Header = (w, h) => box('ispe', `\0\0\0\0${big(w, 4)}${big(h, 4)}`)
const meta = (...properties: string[]) =>
  box('meta', '\0\0\0\0', box('iprp', box('ipco', ...properties)))
const track: Header = (w, h) =>
  box('moov', box('trak', box('tkhd', `${'\0'.repeat(76)}${big(w, 2)}\0\0${big(h, 2)}\0\0`)))

const gif = (width: number, height: number, ...blocks: string[]) =>
  `GIF89a${little(width, 2)}${little(height, 2)}\x80\0\0${'\0'.repeat(6)}${blocks.join('')};`
const gifFrame: Header = (w, h) =>
  `,\0\0\0\0${little(w, 2)}${little(h, 2)}\x80${'\0'.repeat(6)}\x02\x02D\x01\0`
const comment = `!\xfe${`\xff${'x'.repeat(255)}`.repeat(5_000)}\0`

/** Files of which a decoder makes `width` times `height` pixels. */
const files: [type: keyof typeof starts, name: string, file: Header][] = [
  ['image/png', 'any', (w, h) => `\x89PNG\r\n\x1a\n\0\0\0\rIHDR${big(w, 4)}${big(h, 4)}`],
  ['image/gif', 'with one frame', (w, h) => gif(w, h, gifFrame(w, h))],
  ['image/gif', 'that ends early', (w, h) => gif(w, h).slice(0, 10)],
  ['image/gif', 'with a frame larger than its screen', (w, h) => gif(1, 1, gifFrame(w, h))],
  [
    'image/gif',
    'with a later frame larger than its screen',
    (w, h) => gif(1, 1, comment, gifFrame(1, 1), comment, gifFrame(w, h)),
  ],
  [
    'image/gif',
    'with a frame that is not at its corner',
    (w, h) => gif(1, 1, `,${little(w - 1, 2)}${little(h - 1, 2)}\x01\0\x01\0\0\x02\0`),
  ],
  ['image/jpeg', 'with a comment', (w, h) => `\xff\xd8${segment('\xfe', 'x')}${frame(w, h)}`],
  ['image/jpeg', 'with fill bytes', (w, h) => `\xff\xd8\xff\xff\xff${frame(w, h)}`],
  ['image/jpeg', 'with noise before a marker', (w, h) => `\xff\xd8\xff\0x\0\xff\0${frame(w, h)}`],
  [
    'image/jpeg',
    'with markers without a length',
    (w, h) => `\xff\xd8\xff\x01\xff\xd0${frame(w, h)}`,
  ],
  ['image/jpeg', 'with 2 MB before its size', (w, h) => `\xff\xd8${exif.repeat(32)}${frame(w, h)}`],
  [
    'image/jpeg',
    'with another size inside its metadata',
    (w, h) => `\xff\xd8${segment('\xe1', frame(1, 1))}${frame(w, h)}`,
  ],
  ['image/jpeg', 'with two sizes', (w, h) => `\xff\xd8${frame(1, 1)}${frame(w, h)}\xff\xda`],
  ['image/webp', 'without losses', (w, h) => webp(lossless(w, h))],
  ['image/webp', 'with losses', (w, h) => webp(lossy(w, h))],
  ['image/webp', 'with a canvas', (w, h) => webp(canvas(w, h), lossy(1, 1))],
  ['image/webp', 'with more than its canvas', (w, h) => webp(canvas(1, 1), lossless(w, h))],
  [
    'image/webp',
    'with metadata before its size',
    (w, h) => webp(canvas(1, 1), chunk('ICCP', `${NOISE}x`), lossy(w, h)),
  ],
  ['image/avif', 'with several sizes', (w, h) => avif(meta(size(1, 1), size(w, h), size(2, 2)))],
  [
    'image/avif',
    'with its data before its size',
    (w, h) => avif(longBox('mdat', NOISE), meta(box('pixi', NOISE), size(w, h))),
  ],
  ['image/avif', 'with a track', (w, h) => avif(meta(size(1, 1)), track(w, h))],
  [
    'image/avif',
    'with a size in its data',
    (w, h) => avif(box('mdat', size(9, 9)), meta(size(w, h))),
  ],
]

function little(value: number, count: number): string {
  return Array.from({ length: count }, (_, n) =>
    String.fromCharCode((value >>> (8 * n)) & 255),
  ).join('')
}
function big(value: number, count: number): string {
  return [...little(value, count)].reverse().join('')
}
const bytesOf = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0))

test.each(files)('the size of an %s %s is known', (type, _name, file) => {
  const bytes = bytesOf(file(8_000, 6_001))
  expect(pixelsOf(bytes.buffer, type)).toBe(8_000 * 6_001)
  // Cut off, it is another picture, or none.
  for (let length = 12; length < 20; length++) pixelsOf(bytes.slice(0, length).buffer, type)
})

test.each([
  ['PNG without its header', 'image/png', starts['image/png'].replace('IHDR', 'gAMA')],
  ['PNG without pixels', 'image/png', starts['image/png'].replace('\0\0\0\x01', '\0\0\0\0')],
  ['JPEG without a frame before its scan', 'image/jpeg', `\xff\xd8\xff\xda\0\x02${frame(9, 9)}`],
  ['JPEG without a frame before its end', 'image/jpeg', `\xff\xd8\xff\xd9${frame(9, 9)}`],
  ['JPEG with a segment that has no length', 'image/jpeg', `\xff\xd8\xff\xe0\0\0${frame(9, 9)}`],
  ['JPEG that ends before its frame', 'image/jpeg', '\xff\xd8\xff\xe0\xff\xff'],
  ['WebP without a picture', 'image/webp', webp(chunk('EXIF', 'x'))],
  ['AVIF without a size', 'image/avif', avif(meta())],
  ['AVIF with a size outside its properties', 'image/avif', avif(size(9, 9))],
])('a %s has no size, and is refused (R10.8)', async (_name, type, file) => {
  const bytes = bytesOf(file)
  expect(pixelsOf(bytes.buffer, type)).toBe(0)
  const { call, logIn } = testApi()
  const { token } = await logIn()
  const body = { file: new File([bytes], 'a', { type }) }
  const { status, error } = await call('POST /api/uploads', { body, token })
  expect([status, error]).toEqual([400, [apiErrors.noPicture.text]])
})

test('the size of a real picture is read', () => {
  const pixels = (path: string, type: string) =>
    pixelsOf(new Uint8Array(readFileSync(path)).buffer, type)
  expect(pixels('public/icons/icon-192.png', 'image/png')).toBe(192 * 192)
  expect(pixels('docs/gearheads.webp', 'image/webp')).toBe(780 * 390)
})

test.each(files)(
  'a huge %s %s is refused, and its field is named (R10.8, R15.10)',
  async (type, _name, file) => {
    const { call, logIn } = testApi()
    const { token } = await logIn()
    const upload = (width: number, height: number) => {
      const body = { file: new File([bytesOf(file(width, height))], 'a', { type }) }
      return call('POST /api/uploads', { body, token })
    }
    expect((await upload(10_000, 5_000)).status).toBe(201)
    const refused = await upload(10_000, 5_001)
    expect([refused.status, refused.error]).toEqual([400, [apiErrors.hugePicture.text]])
    expect(refused.error[0]).toMatch(/^file: /)
  },
)
