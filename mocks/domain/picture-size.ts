/** The largest picture, in pixels. Each takes four bytes in the memory of every reader's browser. */
export const MAX_PIXELS = 50_000_000

/**
 * The number of pixels that a browser decodes, by the headers in the whole file, and the largest if it has several
 * pictures. 0 for a file without a size, which no browser shows.
 * @param type as `pictureType` detects it
 */
export function pixelsOf(bytes: ArrayBuffer, type: string): number {
  let most = 0
  try {
    readers[type]?.(new DataView(bytes), (width, height) => {
      most = Math.max(most, width * height)
    })
  } catch (error) {
    // The file ends early. Browsers show what there is of it.
    if (!(error instanceof RangeError)) throw error
  }
  return most
}

type Found = (width: number, height: number) => void

const readers: Record<string, (view: DataView, found: Found) => void> = {
  'image/png': readPng,
  'image/gif': readGif,
  'image/webp': readWebp,
  'image/jpeg': readJpeg,
  'image/avif': readAvif,
}

function readPng(view: DataView, found: Found): void {
  if (nameAt(view, 12) === 'IHDR') found(view.getUint32(16), view.getUint32(20))
}

/** GIF89a. A screen grows to hold its frames. */
function readGif(view: DataView, found: Found): void {
  let width = 0
  let height = 0
  const grow = (right: number, bottom: number) => {
    width = Math.max(width, right)
    height = Math.max(height, bottom)
    found(width, height)
  }
  const uint16 = (from: number) => view.getUint16(from, true)
  const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

  grow(uint16(6), uint16(8))
  let at = 13 + colours(view.getUint8(10))
  for (;;) {
    const block = view.getUint8(at)
    if (block === 0x2c) {
      grow(uint16(at + 1) + uint16(at + 5), uint16(at + 3) + uint16(at + 7))
      at += 11 + colours(view.getUint8(at + 9))
    } else if (block === 0x21) at += 2
    else return
    while (view.getUint8(at) > 0) at += 1 + view.getUint8(at)
    at += 1
  }
}

/** RFC 9649. */
function readWebp(view: DataView, found: Found): void {
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000
  for (let at = 12; ; ) {
    const name = nameAt(view, at)
    const size = view.getUint32(at + 4, true)
    const start = at + 8
    if (name === 'VP8X') found(uint24(start + 4) + 1, uint24(start + 7) + 1)
    if (name === 'VP8 ') {
      found(view.getUint16(start + 6, true) & 0x3fff, view.getUint16(start + 8, true) & 0x3fff)
    }
    if (name === 'VP8L') {
      const bits = view.getUint32(start + 1, true)
      found((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    at = start + size + (size % 2)
  }
}

/** The markers of ITU T.81, read as libjpeg does: bytes between them are skipped. */
function readJpeg(view: DataView, found: Found): void {
  const bytes = new Uint8Array(view.buffer)
  for (let at = 2; ; ) {
    at = bytes.indexOf(0xff, at)
    if (at < 0) return
    while (bytes[at] === 0xff) at += 1
    const marker = view.getUint8(at)
    at += 1
    // The end, or the first scan.
    if (marker === 0xd9 || marker === 0xda) return
    // Not a marker, or one without a length.
    if (marker <= 1 || (marker >= 0xd0 && marker <= 0xd8)) continue
    const length = view.getUint16(at)
    if (length < 2) return
    // SOF0 to SOF15, without DHT, JPG and DAC.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) found(view.getUint16(at + 5), view.getUint16(at + 3))
    at += length
  }
}

/** ISO/IEC 23008-12: the sizes of pictures and, in a film, of tracks. */
function readAvif(view: DataView, found: Found): void {
  readBoxes(view, ['meta', 'iprp', 'ipco', 'ispe'], (start) =>
    found(view.getUint32(start + 4), view.getUint32(start + 8)),
  )
  readBoxes(view, ['moov', 'trak', 'tkhd'], (_, end) =>
    found(view.getUint16(end - 8), view.getUint16(end - 4)),
  )
}

/** Finds the boxes of ISO/IEC 14496-12 with this path of names. */
function readBoxes(
  view: DataView,
  [name, ...names]: string[],
  found: (start: number, end: number) => void,
  from = 0,
  to = view.byteLength,
): void {
  for (let at = from; at + 8 <= to; ) {
    const short = view.getUint32(at)
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short || to - at
    if (size < 8) return
    const end = Math.min(at + size, to)
    if (nameAt(view, at + 4) === name) {
      const start = at + (short === 1 ? 16 : 8)
      // `meta` starts with a version and flags.
      if (names.length > 0) readBoxes(view, names, found, start + (name === 'meta' ? 4 : 0), end)
      else found(start, end)
    }
    at = end
  }
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)))
}
