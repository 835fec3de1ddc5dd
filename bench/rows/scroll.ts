import type { Page } from 'playwright'
import { logInAsGuest } from '../../e2e/support/fixtures.ts'
import { type Bench, inSlowTab, type Samples } from '../bench.ts'
import { fill, openUntilUsable, POST, recordMarks } from '../page.ts'

/** The home feed with 10,000 posts on a slow CPU: the time to its first rows, and scrolling. */
export async function scroll(bench: Bench): Promise<Samples> {
  const [app, full] = [await bench.device('app'), await bench.device('full-list')]
  await logInAsGuest(app)
  await full.goto('/')
  await full.locator(POST).first().waitFor()
  for (const page of [app, full]) {
    await fill(page, 10_000)
    await page.goto('about:blank')
  }
  return bench.sample({
    app: () => inSlowTab(app, (page) => scrollOn(page, 80)),
    full: () => inSlowTab(full, (page) => scrollOn(page, 5)),
  })
}

/** A frame that took longer than this missed at least one refresh of a screen with 60 Hz. */
const LATE_MS = 25

type Seen = { nodes: number; task: number; frames: number[] }

/** Turns the mouse wheel `wheels` times, ten times a second. */
async function scrollOn(page: Page, wheels: number): Promise<Samples<number>> {
  await recordMarks(page)
  const { usable } = await openUntilUsable(page)
  await page.evaluate(() => {
    const seen: Seen = { nodes: 0, task: 0, frames: [] }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      seen.task = Math.max(seen.task, ...list.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'longtask' })
    let before = performance.now()
    const onFrame = (now: number) => {
      seen.frames.push(now - before)
      before = now
      requestAnimationFrame(onFrame)
    }
    requestAnimationFrame(onFrame)
    setInterval(() => {
      seen.nodes = Math.max(seen.nodes, document.getElementsByTagName('*').length)
    }, 500)
  })
  await page.mouse.move(200, 400)
  for (let wheel = 0; wheel < wheels; wheel++) {
    await page.mouse.wheel(0, 1200)
    await page.waitForTimeout(100)
  }
  await page.waitForTimeout(1000)
  const { nodes, task, frames } = await page.evaluate(
    () => (window as unknown as { seen: Seen }).seen,
  )
  const late = frames.filter((ms) => ms > LATE_MS).length
  return { usable, nodes, task: Math.max(50, task), late: (100 * late) / frames.length }
}
