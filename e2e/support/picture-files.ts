import { randomFillSync } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'

/** A file in the form of `setInputFiles`. */
export type TestFile = { name: string; mimeType: string; buffer: Buffer }

const HEADER_BYTES = 54

/** A picture of one colour, or of noise, the worst case of every encoder. BMP needs no encoder. */
export function pictureFile(width = 48, height = 32, fill: number | 'noise' = 0x80): TestFile {
  const row = Math.ceil((width * 3) / 4) * 4
  const buffer = Buffer.alloc(HEADER_BYTES + row * height, fill === 'noise' ? 0 : fill)
  buffer.fill(0, 0, HEADER_BYTES)
  if (fill === 'noise') randomFillSync(buffer, HEADER_BYTES)
  buffer.write('BM')
  buffer.writeUInt32LE(buffer.length, 2)
  buffer.writeUInt32LE(HEADER_BYTES, 10)
  buffer.writeUInt32LE(40, 14)
  buffer.writeInt32LE(width, 18)
  buffer.writeInt32LE(height, 22)
  buffer.writeUInt16LE(1, 26)
  buffer.writeUInt16LE(24, 28)
  return { name: 'ride.bmp', mimeType: 'image/bmp', buffer }
}

/**
 * A JPEG as phones write them: 400 x 200 pixels, red on the left and blue on the right, with EXIF that contains
 * owner and place, and an orientation of a quarter turn clockwise.
 */
export async function phoneJpeg(page: Page): Promise<TestFile> {
  const plain = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(400, 200)
    const context = canvas.getContext('2d')
    for (const [index, colour] of ['#f00', '#00f'].entries()) {
      if (context) context.fillStyle = colour
      context?.fillRect(index * 200, 0, 200, 200)
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
    return [...new Uint8Array(await blob.arrayBuffer())]
  })
  const [start, rest] = [Buffer.from(plain.slice(0, 2)), Buffer.from(plain.slice(2))]
  const buffer = Buffer.concat([start, exifSegment(), rest])
  return { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer }
}

/** Texts that a resized picture must not contain. */
// Long enough not to occur in compressed bytes by chance.
export const SECRETS = ['Exif\0', 'SpyCam 3000', 'GPSLatitude'] as const

/** An APP1 segment: big-endian TIFF with maker, orientation 6 and a GPS directory (2° 4' 8" N). */
function exifSegment(): Buffer {
  const maker = Buffer.from('SpyCam 3000\0')
  const ifd = (...entries: [tag: number, type: number, count: number, value: number][]) => {
    const bytes = Buffer.alloc(2 + entries.length * 12 + 4)
    bytes.writeUInt16BE(entries.length)
    for (const [index, [tag, type, count, value]] of entries.entries()) {
      const at = 2 + index * 12
      bytes.writeUInt16BE(tag, at)
      bytes.writeUInt16BE(type, at + 2)
      bytes.writeUInt32BE(count, at + 4)
      bytes.writeUInt32BE(value, at + 8)
    }
    return bytes
  }
  const SIZE = 8 + 2 + 3 * 12 + 4
  const gpsAt = SIZE + maker.length
  const main = ifd([0x10f, 2, maker.length, SIZE], [0x112, 3, 1, 6 << 16], [0x8825, 4, 1, gpsAt])
  const gps = ifd([1, 2, 2, 0x4e000000], [2, 5, 3, gpsAt + 2 + 2 * 12 + 4])
  const degrees = Buffer.from([2, 1, 4, 1, 8, 1].flatMap((part) => [0, 0, 0, part]))
  const tiff = [Buffer.from('MM\0*\0\0\0\x08', 'latin1'), main, maker, gps, degrees]
  const body = Buffer.concat([Buffer.from('Exif\0\0'), ...tiff, Buffer.from('GPSLatitude')])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

const secret = Buffer.from('GPSLatitude')
const hex = (digits: string) => Buffer.from(digits, 'hex')

/** Of two frames of one pixel, with a place in its metadata. */
export function animatedGif(): TestFile {
  const frame = hex('21f904000a0000002c0000000001000100000202440100')
  const start = hex('47494638396101000100800000ffffff000000')
  const comment = [Buffer.from([0x21, 0xfe, secret.length]), secret, Buffer.from([0])]
  const buffer = Buffer.concat([start, ...comment, frame, frame, Buffer.from([0x3b])])
  return { name: 'wheelie.gif', mimeType: 'image/gif', buffer }
}

/** Drops a file on an element, or pastes it into it, beside a text and its HTML or alone, with real events. */
export async function give(
  target: Locator,
  how: 'drop' | 'paste',
  file: TestFile,
  text?: string,
  html?: string,
) {
  const { name, mimeType } = file
  const bytes = file.buffer.toString('base64')
  await target.evaluate(
    (element, given) => {
      const decoded = Uint8Array.from(atob(given.bytes), (letter) => letter.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([decoded], given.name, { type: given.mimeType }))
      if (given.text) data.setData('text/plain', given.text)
      if (given.html) data.setData('text/html', given.html)
      const init = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        given.how === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      )
    },
    { how, name, mimeType, bytes, text, html },
  )
}
