import type { Page } from 'playwright'
import { logInAsGuest } from '../../e2e/support/fixtures.ts'
import type { Bench, Samples } from '../bench.ts'
import { fill, openUntilUsable } from '../page.ts'

declare global {
  interface Window {
    seen: { nodes: number; task: number }
  }
}

/** Scrolling through the home feed with 10,000 posts on a slow CPU. */
export async function scroll(bench: Bench): Promise<Samples> {
  const app = await bench.device('app')
  await logInAsGuest(app)
  await fill(app, 10_000)
  await app.goto('about:blank')
  return bench.sample({ app: () => bench.visit(app, scrollOn) })
}

const WHEELS = 80

/** Turns the mouse wheel, ten times a second. */
async function scrollOn(page: Page): Promise<Samples<number>> {
  await openUntilUsable(page)
  await page.evaluate(() => {
    const seen = { nodes: 0, task: 0 }
    window.seen = seen
    new PerformanceObserver((list) => {
      seen.task = Math.max(seen.task, ...list.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'longtask' })
    setInterval(() => {
      seen.nodes = Math.max(seen.nodes, document.getElementsByTagName('*').length)
    }, 500)
  })
  await page.mouse.move(200, 400)
  for (let wheel = 0; wheel < WHEELS; wheel++) {
    await page.mouse.wheel(0, 1200)
    await page.waitForTimeout(100)
  }
  await page.waitForTimeout(1000)
  const { nodes, task } = await page.evaluate(() => window.seen)
  return { nodes, task: Math.max(50, task) }
}
