export type Canvas = OffscreenCanvas | HTMLCanvasElement
export type NewCanvas = (width: number, height: number) => Canvas

export const newPageCanvas: NewCanvas = (width, height) =>
  Object.assign(document.createElement('canvas'), { width, height })

/** @throws if the browser has no room for it */
export function contextOf(canvas: Canvas): CanvasRenderingContext2D {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | null
  if (!context) throw new Error('There is no canvas to draw on')
  return context
}

/** @param quality of JPEG and WebP, from 0 to 1 */
export function write(canvas: Canvas, type = 'image/png', quality = 1): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality })
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('No room')))
    canvas.toBlob(done, type, quality)
  })
}

/** The browser returns other pixels than were drawn. The message is shown to the user. */
export class NoiseError extends Error {
  constructor() {
    super(
      'This browser protects you against fingerprinting, and that turns pictures into noise. Allow this site to “Extract canvas data” (the icon in the address bar), then try again.',
    )
  }
}

const SIDE = 8
const COLORS = [
  [32, 192, 96],
  [192, 32, 144],
] as const
/**
 * The mean difference of a channel, of 255. Noise has about 80. Brave and Firefox's private windows change single bits of single
 * pixels, which cannot be seen.
 */
const MAX_DIFFERENCE = 16

/**
 * Draws a patch of two colors, and reads it back from the canvas and from its file.
 * @throws NoiseError if the browser returns something else, as protection against fingerprinting does
 */
export async function checkCanvas(newCanvas: NewCanvas): Promise<void> {
  const patch = newCanvas(SIDE, SIDE)
  const context = contextOf(patch)
  for (const [index, color] of COLORS.entries()) {
    context.fillStyle = `rgb(${color})`
    context.fillRect((index * SIDE) / 2, 0, SIDE / 2, SIDE)
  }
  const copy = newCanvas(SIDE, SIDE)
  const bitmap = await createImageBitmap(await write(patch))
  contextOf(copy).drawImage(bitmap, 0, 0)
  for (const canvas of [patch, copy]) {
    const { data } = contextOf(canvas).getImageData(0, 0, SIDE, SIDE)
    if (differenceOf(data) > MAX_DIFFERENCE) throw new NoiseError()
  }
}

/** The mean difference between pixels and those of the patch. */
export function differenceOf(data: Uint8ClampedArray): number {
  const differences = data.map((value, index) => {
    const isRight = (index / 4) % SIDE >= SIDE / 2
    return Math.abs(value - ([...COLORS[isRight ? 1 : 0], 255][index % 4] ?? 0))
  })
  return differences.reduce((sum, one) => sum + one, 0) / data.length
}
