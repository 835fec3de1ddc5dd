/** The headers of a file of each type, with one pixel; enough for the mock, which decodes none. */
export const starts = {
  'image/png': '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01',
  'image/jpeg': '\xff\xd8\xff\xe0\0\x06JFIF\xff\xc0\0\x0b\x08\0\x01\0\x01\x01\x01\x11\0',
  'image/gif': 'GIF89a\x01\0\x01\0',
  'image/webp': 'RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0\0\0\0\x9d\x01\x2a\x01\0\x01\0',
  'image/avif':
    '\0\0\0\x10ftypavif\0\0\0\0\0\0\0\x30meta\0\0\0\0\0\0\0\x24iprp\0\0\0\x1cipco\0\0\0\x14ispe\0\0\0\0\0\0\0\x01\0\0\0\x01',
} as const

/** A file that starts with the bytes `start`, one per character, and is `size` bytes long. */
export function fileOf(start: string, { size = start.length, name = 'ride.png', type = '' } = {}) {
  const bytes = new Uint8Array(size)
  bytes.set([...start].map((character) => character.charCodeAt(0)))
  return new File([bytes], name, { type })
}

export function picture(): File {
  return fileOf(starts['image/webp'], { size: 60 })
}
