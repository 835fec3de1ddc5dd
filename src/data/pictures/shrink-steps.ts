/** What a picture may be before it is uploaded (R10.2): its long edge in px, and its bytes. */
export const MAX_EDGE = 1600
export const MAX_BYTES = 400_000

type Size = { width: number; height: number }
/** One try: the long edge in px, and the encoder's quality from 0 to 1. */
export type Step = { edge: number; quality: number }

export const FIRST_QUALITY = 0.82
/** Below this it looks worse than a smaller picture does. */
const LEAST_QUALITY = 0.58

/** `size` with its long edge at most `edge`, in its own proportions; never larger, never empty. */
export function fitWithin({ width, height }: Size, edge: number): Size {
  const scale = Math.min(1, edge / Math.max(width, height))
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: scaled(width), height: scaled(height) }
}

/** What to try after a try that came out at `bytes`, too many: less quality first, then less size. */
export function nextStep({ edge, quality }: Step, bytes: number): Step {
  if (quality > LEAST_QUALITY) return { edge, quality: Math.max(LEAST_QUALITY, quality - 0.12) }
  // Bytes grow with the area. A step goes neither so far that it wastes room nor so little that it drags on.
  const scale = Math.sqrt(MAX_BYTES / bytes) * 0.95
  return { edge: Math.floor(edge * Math.min(0.9, Math.max(0.5, scale))), quality }
}
