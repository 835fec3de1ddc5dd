import type { ShrinkOrder, Shrunk } from './shrink-file.ts'

/** The long edge of a picture when it is uploaded, in px; longer for a long picture (R10.2). */
export const MAX_EDGE = 1600

/** The chosen file is not a picture. The message is shown to the user. */
class NoPictureError extends Error {
  constructor({ name }: { name?: string }) {
    const what = name ? `"${name}"` : 'This file'
    super(
      `${what} isn't a supported picture, or is damaged. Choose a JPEG, PNG, WebP, GIF or AVIF.`,
    )
  }
}

/**
 * Make a picture small for upload: 1,600 px and 400 kB, a long one more, without EXIF and GPS (R10.2).
 * @throws NoPictureError if the file is not a picture
 * @throws NoiseError if the browser changes pictures that a page draws (R10.26)
 */
export async function shrinkPicture(
  file: Blob & { name?: string },
  { edge = MAX_EDGE, isStill = false, cover }: Partial<ShrinkOrder> = {},
): Promise<Shrunk> {
  const order = { file, edge, isStill, cover }
  const shrunk = await inTurn(() =>
    typeof OffscreenCanvas === 'undefined' ? onPage(order) : inWorker(order),
  )
  if (!shrunk) throw new NoPictureError(file)
  return shrunk
}

const ongoing = new Map<string, Promise<Shrunk>>()

/** {@link shrinkPicture} for a picture of a draft, once for the form that shows it and for the submit that sends it. */
export async function shrinkOnce(id: string, file: Blob): Promise<Shrunk & { isRaw: undefined }> {
  const shrinking = ongoing.get(id) ?? shrinkPicture(file).finally(() => ongoing.delete(id))
  ongoing.set(id, shrinking)
  return { ...(await shrinking), isRaw: undefined }
}

/** A decoded photo takes about 50 MB, so no more are prepared at a time than there are cores, and at most four. */
const PARALLEL = Math.min(4, globalThis.navigator?.hardwareConcurrency ?? 2)
let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running === PARALLEL) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Each picture has its own worker, so that its memory is freed when the worker ends. */
function inWorker(order: ShrinkOrder): Promise<Shrunk | undefined> {
  const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Shrunk | undefined>((resolve) => {
    const again = () => resolve(onPage(order))
    // The user's permission to read canvases counts on the page only, which is also where Firefox asks for it.
    worker.onmessage = ({ data }) => (data === 'noise' ? again() : resolve(data))
    worker.onerror = again
    worker.postMessage(order)
  }).finally(() => worker.terminate())
}

/** For browsers whose workers cannot draw. The page freezes for a moment. */
async function onPage(order: ShrinkOrder): Promise<Shrunk | undefined> {
  const [{ shrinkFile }, { NoiseError, newPageCanvas }] = await Promise.all([
    import('./shrink-file.ts'),
    import('./canvas.ts'),
  ])
  return shrinkFile(order, newPageCanvas).catch((error) => {
    if (error instanceof NoiseError) throw error
    return undefined
  })
}
