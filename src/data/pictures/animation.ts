/**
 * Animated pictures, whose bytes are uploaded without being drawn, because a canvas has no frames. A file is
 * split into its parts, and only parts that drawing needs are written again. Where a file is damaged, the result
 * ends as the file does.
 */

type Bytes = Uint8Array<ArrayBuffer>
type Part = { name: string; bytes: Bytes }

type Container = {
  /** The first bytes of a file, as Latin-1. */
  start: RegExp
  split(bytes: Bytes): Part[]
  isAnimated(parts: Part[]): boolean
  /** Not defined if the parts of this container cannot be told apart. */
  clean?: { needed: RegExp; join(parts: Part[]): Bytes[] }
}

/**
 * Colour profiles count as metadata, because they name the screen or the camera. Numbers that describe colours
 * stay.
 */
const CONTAINERS: readonly Container[] = [
  {
    // https://www.w3.org/Graphics/GIF/spec-gif89a.txt
    start: /^GIF8/,
    split: splitGif,
    isAnimated: (parts) => parts.filter(({ name }) => name === ',').length > 1,
    clean: {
      // The applications are those that name the number of loops.
      needed: /^(GIF|,|!\xf9|!\xff(NETSCAPE2|ANIMEXTS1)\.0)$/,
      join: (parts) => [...parts.map(({ bytes }) => bytes), Uint8Array.of(0x3b)],
    },
  },
  {
    // https://www.w3.org/TR/png-3/#5Chunk-layout
    start: /^\x89PNG/,
    split: splitPng,
    isAnimated: (parts) => {
      const pixels = parts.findIndex(({ name }) => name === 'IDAT')
      return parts.some(({ name }, index) => name === 'acTL' && (pixels < 0 || index < pixels))
    },
    clean: {
      needed: /^(PNG|IHDR|PLTE|tRNS|acTL|fcTL|IDAT|fdAT|IEND|gAMA|cHRM|sRGB|cICP)$/,
      join: (parts) => parts.map(({ bytes }) => bytes),
    },
  },
  {
    // RFC 9649
    start: /^RIFF.{4}WEBP/s,
    split: (bytes) => splitRiff(bytes.subarray(12, 8 + uint32(bytes, 4, true))),
    isAnimated: ([first]) => first?.name === 'VP8X' && ((first.bytes[8] ?? 0) & 0x02) !== 0,
    clean: { needed: /^(VP8[X L]|ALPH|ANIM|ANMF)$/, join: joinWebp },
  },
  {
    // https://aomediacodec.github.io/av1-avif/
    start: /^.{4}ftypavis/s,
    split: () => [],
    isAnimated: () => true,
  },
]

/** Whether these are the bytes of an animated GIF, WebP, AVIF or PNG. */
export function isAnimated(bytes: Bytes): boolean {
  const container = containerOf(bytes)
  return container?.isAnimated(container.split(bytes)) ?? false
}

/** The same GIF, PNG or WebP without metadata such as EXIF, XMP and comments; undefined for other files (R10.25). */
export function withoutMetadata(bytes: Bytes): Blob | undefined {
  const { split, clean } = containerOf(bytes) ?? {}
  if (!split || !clean) return undefined
  return new Blob(clean.join(split(bytes).filter(({ name }) => clean.needed.test(name))))
}

function containerOf(bytes: Bytes): Container | undefined {
  const start = textAt(bytes, 0, 12)
  return CONTAINERS.find((container) => container.start.test(start))
}

/** Named `GIF` (the header), `,` (an image) or `!` and the label of an extension, with the name of an application. */
function splitGif(bytes: Bytes): Part[] {
  const colours = (at: number) => {
    const flags = bytes[at] ?? 0
    return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
  }
  let at = 13 + colours(10)
  const parts = [{ name: 'GIF', bytes: bytes.subarray(0, at) }]
  for (;;) {
    const from = at
    let name = textAt(bytes, at, 1)
    if (name === ',') {
      at += 11 + colours(at + 9)
    } else if (name === '!') {
      name = textAt(bytes, at, 2)
      if (name === '!\xff') name += textAt(bytes, at + 3, 11)
      at += 2
    } else return parts
    for (let size = bytes[at]; size; size = bytes[at]) at += 1 + size
    at += 1
    parts.push({ name, bytes: bytes.subarray(from, at) })
  }
}

/** Bytes after the end are no part. */
function splitPng(bytes: Bytes): Part[] {
  const parts = [{ name: 'PNG', bytes: bytes.subarray(0, 8) }]
  for (let at = 8, name = ''; at + 8 <= bytes.length && name !== 'IEND'; ) {
    const end = at + 12 + uint32(bytes, at)
    name = textAt(bytes, at + 4, 4)
    parts.push({ name, bytes: bytes.subarray(at, end) })
    at = end
  }
  return parts
}

function splitRiff(bytes: Bytes): Part[] {
  const parts: Part[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = uint32(bytes, at + 4, true)
    const end = at + 8 + size + (size % 2)
    parts.push({ name: textAt(bytes, at, 4), bytes: bytes.subarray(at, end) })
    at = end
  }
  return parts
}

function joinWebp(parts: Part[]): Bytes[] {
  const chunks = parts.map(({ name, bytes }) => {
    if (name === 'ANMF') {
      const inside = splitRiff(bytes.subarray(24)).filter((part) =>
        /^(VP8[ L]|ALPH)$/.test(part.name),
      )
      return riff(name, [bytes.subarray(8, 24), ...inside.map((part) => part.bytes)])
    }
    const copy = bytes.slice()
    // Of its flags, only transparency and animation still apply.
    if (name === 'VP8X' && copy.length > 8) copy[8] = (copy[8] ?? 0) & 0x12
    return copy
  })
  return [riff('RIFF', [codes('WEBP'), ...chunks])]
}

/** Every part has an even length. */
function riff(name: string, parts: Bytes[]): Bytes {
  const chunk = new Uint8Array(8 + parts.reduce((sum, { length }) => sum + length, 0))
  chunk.set(codes(name))
  new DataView(chunk.buffer).setUint32(4, chunk.length - 8, true)
  let at = 8
  for (const part of parts) {
    chunk.set(part, at)
    at += part.length
  }
  return chunk
}

function uint32(bytes: Bytes, at: number, littleEndian = false): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, littleEndian)
}

function textAt(bytes: Bytes, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}

function codes(text: string): Bytes {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
