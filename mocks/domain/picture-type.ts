const SIGNATURES: readonly (readonly [type: string, start: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/avif', /^.{4}ftyp.*avi[fs]/s],
]

/**
 * Detects the type of a picture from its first bytes. The file name and the declared type are ignored: an HTML
 * page named .png would be served from our origin.
 */
export function pictureType(bytes: ArrayBuffer): string | undefined {
  const start = String.fromCharCode(...new Uint8Array(bytes.slice(0, 32)))
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0]
}
