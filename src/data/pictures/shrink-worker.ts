/** A worker of the page's own, in which pictures are shrunk so that the page goes on running. */
import { shrinkFile } from './shrink-file.ts'

export type ShrinkOrder = { file: Blob; edge: number }

addEventListener('message', async ({ data }: MessageEvent<ShrinkOrder>) => {
  const newCanvas = (width: number, height: number) => new OffscreenCanvas(width, height)
  // The page knows a refusal by the lack of an answer: errors do not say more to people.
  postMessage(await shrinkFile(data.file, data.edge, newCanvas).catch(() => undefined))
})
