import type { Locator, Page } from 'playwright/test'
import { expect } from './fixtures.ts'

/** Records the layout shifts until the page gets a click, and whether the button gets it. */
function watch(button: Element): void {
  const shifts: unknown[] = []
  const read = (entries: PerformanceEntry[]) => {
    for (const entry of entries) {
      const { sources } = entry as PerformanceEntry & { sources: { node?: Element }[] }
      // A pseudo-element has no node: the bar of a toast that still slides in.
      const nodes = sources.flatMap(({ node }) => node ?? [])
      shifts.push(...nodes.map((node) => node.textContent || node.nodeName))
    }
  }
  const observer = new PerformanceObserver((list) => read(list.getEntries()))
  observer.observe({ type: 'layout-shift' })
  window.name = ''
  document.addEventListener(
    'click',
    ({ target }) => {
      read(observer.takeRecords())
      observer.disconnect()
      const name = (target as Element).textContent || (target as Element).localName
      const event = button.contains(target as Element) ? 'click' : `click on ${name.slice(0, 60)}`
      // The click may load the page again, which keeps its name. Some tests block the storages.
      window.name = JSON.stringify({ event, shifts })
    },
    { once: true, capture: true },
  )
}

async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
}

/**
 * Presses a button as a hand does, at the middle of where it is seen: the press, a while, the release.
 * Expects that nothing in the page moves in between, and that the button gets the click.
 * @param meanwhile what happens between the press and the release
 */
export async function press(
  page: Page,
  button: Locator,
  pointer: 'mouse' | 'touch',
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  await expect(button).toBeInViewport()
  // What is still on its way, such as a notice that slides in, is not what this looks for.
  await page.evaluate(() => document.fonts.ready)
  await button.click({ trial: true })
  const box = await button.boundingBox()
  if (!box) throw new Error('The button is not on the page')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  if (pointer === 'mouse') await page.mouse.move(x, y)
  await settle(page)
  await button.evaluate(watch)
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd') =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchStart' ? [{ x, y }] : [],
    })
  await (pointer === 'mouse' ? page.mouse.down() : touch('touchStart'))
  await meanwhile()
  await settle(page)
  await (pointer === 'mouse' ? page.mouse.up() : touch('touchEnd'))
  const read = () => page.evaluate(() => JSON.parse(window.name || 'null')).catch(() => undefined)
  await expect.poll(read).toEqual({ event: 'click', shifts: [] })
  await devtools.detach()
}
