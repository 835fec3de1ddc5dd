import { isAnimatedGif } from './gif.ts'
import { FIRST_QUALITY, fitWithin, MAX_BYTES, nextStep, type Step } from './shrink-steps.ts'

type Canvas = OffscreenCanvas | HTMLCanvasElement
export type NewCanvas = (width: number, height: number) => Canvas

/** A picture ready for upload; `note` says what its owner may wonder about. */
export type Shrunk = { blob: Blob; note?: string }

/**
 * The picture in a file, drawn anew: small enough, the right way up, and without EXIF, GPS or
 * anything else but pixels. Small animated GIFs stay as they are, since a canvas has no frames.
 * @param edge of the result at most, in px
 * @throws when the browser can find no picture in the file
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
  // A browser that cannot write WebP gives PNG without a word.
  const written =
    blob.type === 'image/webp' ? blob : await draw(bitmap, canvas, 'image/jpeg', step.quality)
  if (written.size <= MAX_BYTES) return written
  // From what came out, not from what was asked for: a small picture has no long edge to lose.
  const tried = { ...step, edge: Math.max(width, height) }
  return encode(bitmap, nextStep(tried, written.size), newCanvas)
}

function draw(bitmap: ImageBitmap, canvas: Canvas, type: string, quality: number): Promise<Blob> {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | null
  if (!context) throw new Error('There is no canvas to draw on')
  context.imageSmoothingQuality = 'high'
  if (type === 'image/jpeg') {
    // It has no transparency; the browser would put black there.
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
