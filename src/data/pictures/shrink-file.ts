import { isAnimatedGif } from './is-animated.ts'

/** The most bytes that a picture may have when it is uploaded (R10.2). */
export const MAX_BYTES = 400_000

type Size = { width: number; height: number }
/** One attempt: the long edge in px, and the encoder's quality from 0 to 1. */
export type Step = { edge: number; quality: number }

export const FIRST_QUALITY = 0.82
/** Below this quality, a smaller picture looks better. */
const LEAST_QUALITY = 0.58

type Canvas = OffscreenCanvas | HTMLCanvasElement
export type NewCanvas = (width: number, height: number) => Canvas

/** A picture ready for upload. `note` explains the result to its owner. */
export type Shrunk = { blob: Blob; note?: string }

/**
 * Redraw the picture of a file, so that it is small, upright and without EXIF and GPS. Small animated
 * GIFs stay as they are, because a canvas has no frames.
 * @param edge the long edge of the result at most, in px
 * @throws if the browser cannot decode the file
 */
export async function shrinkFile(file: Blob, edge: number, newCanvas: NewCanvas): Promise<Shrunk> {
  const animated = isAnimatedGif(new Uint8Array(await file.arrayBuffer()))
  if (animated && file.size <= MAX_BYTES) {
    return { blob: file, note: 'Animated: kept just as it is.' }
  }
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const blob = await encode(bitmap, { edge, quality: FIRST_QUALITY }, newCanvas)
  bitmap.close()
  return { blob, note: animated ? 'Over 400 kB, so only its first frame is kept.' : undefined }
}

async function encode(bitmap: ImageBitmap, step: Step, newCanvas: NewCanvas): Promise<Blob> {
  const { width, height } = fitWithin(bitmap, step.edge)
  const canvas = newCanvas(width, height)
  const blob = await draw(bitmap, canvas, 'image/webp', step.quality)
  // A browser that cannot encode WebP returns PNG instead.
  const written =
    blob.type === 'image/webp' ? blob : await draw(bitmap, canvas, 'image/jpeg', step.quality)
  if (written.size <= MAX_BYTES) return written
  // From the size of the result: a small picture never had the edge that was allowed.
  const tried = { ...step, edge: Math.max(width, height) }
  return encode(bitmap, nextStep(tried, written.size), newCanvas)
}

function draw(bitmap: ImageBitmap, canvas: Canvas, type: string, quality: number): Promise<Blob> {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | null
  if (!context) throw new Error('There is no canvas to draw on')
  context.imageSmoothingQuality = 'high'
  if (type === 'image/jpeg') {
    // JPEG has no transparency: the browser would make it black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality })
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('No room')))
    canvas.toBlob(done, type, quality)
  })
}

/** `size` scaled down so that its long edge is at most `edge`. Never larger, and never empty. */
export function fitWithin({ width, height }: Size, edge: number): Size {
  const scale = Math.min(1, edge / Math.max(width, height))
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: scaled(width), height: scaled(height) }
}

/** The next attempt after one whose result had too many `bytes`: less quality first, then a smaller size. */
export function nextStep({ edge, quality }: Step, bytes: number): Step {
  if (quality > LEAST_QUALITY) return { edge, quality: Math.max(LEAST_QUALITY, quality - 0.12) }
  // The size grows with the area. The bounds prevent tiny results and many attempts.
  const scale = Math.sqrt(MAX_BYTES / bytes) * 0.95
  return { edge: Math.floor(edge * Math.min(0.9, Math.max(0.5, scale))), quality }
}
