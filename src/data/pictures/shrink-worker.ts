/** A dedicated worker that shrinks pictures, so that the page does not freeze. */
import { NoiseError } from './canvas.ts'
import { shrinkFile } from './shrink-file.ts'

export type ShrinkOrder = { file: Blob; edge: number }

addEventListener('message', async ({ data }: MessageEvent<ShrinkOrder>) => {
  const newCanvas = (width: number, height: number) => new OffscreenCanvas(width, height)
  // `undefined` means failure: the error has nothing more to show. The page tries again if pixels are changed.
  const failed = (error: unknown) => (error instanceof NoiseError ? 'noise' : undefined)
  postMessage(await shrinkFile(data.file, data.edge, newCanvas).catch(failed))
})
