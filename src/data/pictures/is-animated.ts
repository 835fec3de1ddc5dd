/** A graphic control extension, which comes before every frame of an animated GIF. */
const CONTROL = [0x21, 0xf9, 0x04] as const

/** Whether these are the bytes of a GIF with more than one frame. */
export function isAnimatedGif(bytes: Uint8Array): boolean {
  if (textAt(bytes, 0, 4) !== 'GIF8') return false
  let frames = 0
  for (let at = bytes.indexOf(CONTROL[0]); at >= 0; at = bytes.indexOf(CONTROL[0], at + 1)) {
    if (bytes[at + 1] !== CONTROL[1] || bytes[at + 2] !== CONTROL[2]) continue
    frames += 1
    if (frames > 1) return true
  }
  return false
}

/** The animation flag in the head of an extended WebP: https://developers.google.com/speed/webp/docs/riff_container */
const WEBP_ANIMATION = 0x02

/** Whether these are the bytes of an animated GIF, WebP, AVIF or PNG. */
export function isAnimated(bytes: Uint8Array): boolean {
  if (textAt(bytes, 8, 8) === 'WEBPVP8X') return ((bytes[20] ?? 0) & WEBP_ANIMATION) !== 0
  if (textAt(bytes, 4, 8) === 'ftypavis') return true
  if (textAt(bytes, 1, 3) === 'PNG') return chunksBeforePixels(bytes).includes('acTL')
  return isAnimatedGif(bytes)
}

/** An animation control chunk precedes the pixels: https://www.w3.org/TR/png-3/#acTL-chunk */
function chunksBeforePixels(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const names: string[] = []
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = textAt(bytes, at + 4, 4)
    if (name === 'IDAT') break
    names.push(name)
  }
  return names
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}
