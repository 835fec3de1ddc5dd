/** The first bytes of a file of each type; enough for the mock, which decodes none. */
export const starts = {
  'image/png': '\x89PNG\r\n\x1a\n',
  'image/jpeg': '\xff\xd8\xff\xe0\0\x10JFIF',
  'image/gif': 'GIF89a',
  'image/webp': 'RIFF\x24\0\0\0WEBPVP8 ',
  'image/avif': '\0\0\0\x1cftypavif\0\0\0\0',
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
