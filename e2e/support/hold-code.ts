import type { Page } from 'playwright/test'

/**
 * The code of the app waits for the first frame, so that pages opened from now on show only their HTML.
 * @returns a function that lets the code through
 */
export async function holdCode(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const { requestAnimationFrame } = window
    const held: FrameRequestCallback[] = []
    window.requestAnimationFrame = (callback) => held.push(callback)
    Object.assign(window, {
      letThrough() {
        window.requestAnimationFrame = requestAnimationFrame
        for (const callback of held) requestAnimationFrame(callback)
      },
    })
  })
  return () => page.evaluate(() => (window as unknown as { letThrough: () => void }).letThrough())
}
