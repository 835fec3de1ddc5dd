const SIGNATURES: readonly (readonly [type: string, start: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/avif', /^.{4}ftyp.*avi[fs]/s],
]

/**
 * The type of a picture by how its bytes start. Its name and what the sender calls it count for
 * nothing: a page of HTML named .png would be served from our origin.
 */
export function pictureType(bytes: ArrayBuffer): string | undefined {
  const start = String.fromCharCode(...new Uint8Array(bytes.slice(0, 32)))
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0]
}
