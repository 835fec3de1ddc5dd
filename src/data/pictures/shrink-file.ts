import { isAnimated, withoutMetadata } from './animation.ts'
import { type Canvas, checkCanvas, contextOf, type NewCanvas, write } from './canvas.ts'
import { type Cover, coverPixels } from './cover.ts'

/** The most bytes that a picture may have when it is uploaded, unless it is long (R10.2). */
export const MAX_BYTES = 400_000
/** The short side stays this long as a part of `edge`, so that a long screenshot can be read: 720 of 1,600 px. */
const SHORT_SIDE = 0.45
/** WebP has no longer pictures, and some phones no larger canvas. */
const LONGEST = 16_383

type Size = { width: number; height: number }
/** One attempt: the scale of the result, and the encoder's quality, both from 0 to 1. */
export type Step = { scale: number; quality: number }

export const FIRST_QUALITY = 0.82
/** Below this quality, a smaller picture looks better. */
const LEAST_QUALITY = 0.58

export type ShrinkOrder = {
  file: Blob
  /** The long edge of the result at most, in px; longer if its short side would be less than 0.45 of it. */
  edge: number
  /** An animation becomes its first frame. */
  isStill: boolean
  /** Makes it a still picture, too. */
  cover?: Cover
}

/** What is drawn. */
type Source = ImageBitmap | Canvas

/** A picture ready for upload. `note` explains the result to its owner. */
export type Shrunk = { blob: Blob; note?: string }

/**
 * Redraws the picture of a file, so that it is small, upright and without EXIF and GPS (R10.2). A canvas has no
 * frames: small animations keep their bytes, without metadata (R10.25).
 * @throws NoiseError if the browser changes what is drawn: noise is not sent, and neither is the file itself
 * @throws if the browser cannot decode the file
 */
export async function shrinkFile(
  { file, edge, isStill, cover }: ShrinkOrder,
  newCanvas: NewCanvas,
): Promise<Shrunk> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const animated = isAnimated(bytes)
  const animation = animated ? withoutMetadata(bytes) : undefined
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  if (animation && !isStill && !cover && animation.size <= MAX_BYTES) {
    bitmap.close()
    return { blob: animation, note: 'This picture stays animated.' }
  }
  await checkCanvas(newCanvas)
  const source = cover ? covered(bitmap, cover, newCanvas) : bitmap
  const scale = firstScale(source, edge)
  const most = mostBytes(scaled(source, scale), edge)
  const blob = await encode(source, { scale, quality: FIRST_QUALITY }, most, newCanvas)
  bitmap.close()
  if (!animated) return { blob }
  const isAvif = !animation && 'it is an AVIF'
  const why =
    (isStill && 'profile photos are stills') ||
    (cover && 'a part of it is covered') ||
    isAvif ||
    'it has more than 400 kB'
  return { blob, note: `This picture will not be animated: ${why}.` }
}

/** Before it is scaled, which mixes pixels with those beside them. */
function covered(bitmap: ImageBitmap, cover: Cover, newCanvas: NewCanvas): Canvas {
  const { width, height } = bitmap
  const canvas = newCanvas(width, height)
  const context = contextOf(canvas)
  context.drawImage(bitmap, 0, 0)
  const pixels = context.getImageData(0, 0, width, height)
  coverPixels(pixels, cover)
  context.putImageData(pixels, 0, 0)
  return canvas
}

/** @param drawn the canvas of the step before, which another quality does not draw again */
async function encode(
  source: Source,
  step: Step,
  most: number,
  newCanvas: NewCanvas,
  drawn?: Canvas,
): Promise<Blob> {
  const { width, height } = scaled(source, step.scale)
  const canvas = drawn ?? newCanvas(width, height)
  if (!drawn) draw(source, canvas)
  const blob = await write(canvas, 'image/webp', step.quality)
  // A browser that cannot encode WebP returns PNG instead.
  const written =
    blob.type === 'image/webp' ? blob : await write(onWhite(canvas), 'image/jpeg', step.quality)
  if (written.size <= most) return written
  const next = nextStep(step, written.size, most)
  const again = next.scale === step.scale ? canvas : undefined
  return encode(source, next, most, newCanvas, again)
}

function draw(source: Source, canvas: Canvas): void {
  const context = contextOf(canvas)
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
}

/** JPEG has no transparency: the browser would make it black. */
function onWhite(canvas: Canvas): Canvas {
  const context = contextOf(canvas)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return canvas
}

/** The scale at which the long edge is at most `edge`, or the short side 0.45 of it, whichever is larger. Never over 1. */
export function firstScale({ width, height }: Size, edge: number): number {
  const long = Math.max(width, height)
  const short = Math.min(width, height)
  return Math.min(1, LONGEST / long, Math.max(edge / long, (edge * SHORT_SIDE) / short))
}

/** `size` at a scale, in whole px and never empty. */
export function scaled({ width, height }: Size, scale: number): Size {
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}

/** A long picture has more pixels than the square of `edge`, and may have as many bytes more. */
export function mostBytes({ width, height }: Size, edge: number): number {
  return MAX_BYTES * Math.max(1, (width * height) / edge ** 2)
}

/** The next attempt after one whose result had too many `bytes`: less quality first, then a smaller size. */
export function nextStep({ scale, quality }: Step, bytes: number, most = MAX_BYTES): Step {
  if (quality > LEAST_QUALITY) return { scale, quality: Math.max(LEAST_QUALITY, quality - 0.12) }
  // The size grows with the area. The bounds prevent tiny results and many attempts.
  const factor = Math.sqrt(most / bytes) * 0.95
  return { scale: scale * Math.min(0.9, Math.max(0.5, factor)), quality }
}
