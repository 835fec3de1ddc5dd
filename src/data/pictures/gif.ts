/** A graphic control extension, which comes before every frame of an animation. */
const CONTROL = [0x21, 0xf9, 0x04] as const

/** Whether these are the bytes of a GIF with more than one frame. */
export function isAnimatedGif(bytes: Uint8Array): boolean {
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== 'GIF8') return false
  let frames = 0
  for (let at = bytes.indexOf(CONTROL[0]); at >= 0; at = bytes.indexOf(CONTROL[0], at + 1)) {
    if (bytes[at + 1] !== CONTROL[1] || bytes[at + 2] !== CONTROL[2]) continue
    frames += 1
    if (frames > 1) return true
  }
  return false
}
