import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'

/** The picture of the camera, in px. */
const WIDTH = 960
const HEIGHT = 720
const FRAMES_PER_SECOND = 10

/** The arguments with which Chromium has a camera that plays `file`, in place of asking for one. */
export const cameraArguments = (file: string) => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
]

/** The codes that a page shows one after the other, as rows of dark modules. @param count of different ones */
export async function seenCodes(page: Page, count: number): Promise<boolean[][][]> {
  const canvas = page.getByRole('img', { name: 'Code for the camera of the other phone' })
  return canvas.evaluate(async (element, wanted) => {
    const seen = new Map<string, boolean[][]>()
    const one = element as HTMLCanvasElement
    const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!copy) throw new Error('There is no canvas')
    while (seen.size < wanted) {
      await new Promise(requestAnimationFrame)
      const { width } = one
      Object.assign(copy.canvas, { width, height: width })
      copy.drawImage(one, 0, 0)
      const { data } = copy.getImageData(0, 0, width, width)
      const isDark = (x: number, y: number) => (data[(y * width + x) * 4] ?? 255) < 128
      const row = (y: number) => Array.from({ length: width }, (_, x) => isDark(x, y))
      seen.set(
        one.toDataURL(),
        Array.from({ length: width }, (_, y) => row(y)),
      )
    }
    return [...seen.values()]
  }, count)
}

/** Writes codes as a film (YUV4MPEG2), of which a camera shows each for a while. */
export async function filmCodes(file: string, codes: readonly boolean[][][]): Promise<void> {
  const header = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`
  const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frames = codes.flatMap((rows) => [Buffer.from('FRAME\n'), pictureOf(rows), grey])
  await writeFile(file, Buffer.concat([Buffer.from(header), ...frames]))
}

/** The brightness of a code in the middle of the picture, on a grey table. */
function pictureOf(rows: readonly boolean[][]): Buffer {
  const size = Math.floor((HEIGHT * 0.9) / rows.length)
  const left = Math.floor((WIDTH - size * rows.length) / 2)
  const top = Math.floor((HEIGHT - size * rows.length) / 2)
  const picture = Buffer.alloc(WIDTH * HEIGHT, 120)
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      for (let line = 0; line < size; line++) {
        const start = (top + y * size + line) * WIDTH + left + x * size
        picture.fill(isDark ? 30 : 220, start, start + size)
      }
    }
  }
  return picture
}
