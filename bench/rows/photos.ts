import { logInAsGuest } from '../../e2e/support/fixtures.ts'
import type { Bench, Samples } from '../bench.ts'

const TEN = 10
const THREE = 3

/** From the choice of photos to the last finished preview: ten at once, and three one after another. */
export async function photos(bench: Bench): Promise<Samples> {
  // A new device each time, because drafts outlive a reload.
  const choose = (counts: number[]) =>
    bench.visit(
      'app',
      async (page) => {
        await logInAsGuest(page)
        await page.evaluate(makePhotos, TEN)
        return page.evaluate(prepare, counts)
      },
      1,
    )
  return bench.sample({
    app: async () => ({ ten: await choose([TEN]) }),
    single: async () => ({ three: await choose(Array.from({ length: THREE }, () => 1)) }),
  })
}

declare global {
  interface Window {
    photos: File[]
  }
}

/** Runs in the page: photos of 12 megapixels, each of about 3 MB, as a phone takes them. */
async function makePhotos(count: number): Promise<void> {
  const canvas = new OffscreenCanvas(4032, 3024)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas to draw on')
  for (let n = 0; n < 4000; n++) {
    context.fillStyle = `hsl(${(n * 47) % 360} ${(n * 13) % 100}% ${(n * 29) % 90}%)`
    context.fillRect((n * 997) % 4032, (n * 613) % 3024, 20 + ((n * 31) % 180), 20 + (n % 160))
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
  window.photos = Array.from(
    { length: count },
    (_, n) => new File([blob], `photo-${n}.jpg`, { type: 'image/jpeg' }),
  )
}

/**
 * Runs in the page: chooses photos in steps, each of which waits for the previews of the one before.
 * @returns ms
 */
async function prepare(steps: number[]): Promise<number> {
  const input = document.querySelector<HTMLInputElement>('form input[type=file]')
  if (!input) throw new Error('There is no field for pictures')
  const ready = () => document.querySelectorAll('form img[alt^="Preview"]').length
  const isPreparing = () => /Preparing picture/.test(document.body.textContent ?? '')
  const start = performance.now()
  let chosen = 0
  for (const count of steps) {
    const files = new DataTransfer()
    for (const photo of window.photos.slice(chosen, chosen + count)) files.items.add(photo)
    chosen += count
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (ready() < chosen || isPreparing()) return
        observer.disconnect()
        resolve()
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  }
  return performance.now() - start
}
