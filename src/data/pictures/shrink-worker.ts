/** A dedicated worker that shrinks pictures, so that the page does not freeze. */
import { NoiseError } from './canvas.ts'
import { type ShrinkOrder, shrinkFile } from './shrink-file.ts'

addEventListener('message', async ({ data: order }: MessageEvent<ShrinkOrder>) => {
  const newCanvas = (width: number, height: number) => new OffscreenCanvas(width, height)
  // `undefined` means failure: the error has nothing more to show. The page tries again if pixels are changed.
  const failed = (error: unknown) => (error instanceof NoiseError ? 'noise' : undefined)
  postMessage(await shrinkFile(order, newCanvas).catch(failed))
})
