// R11.5: app toasts appear top-left, close after 3000 ms, with a progress bar, close on click,
// pause on hover, and are draggable.
import type { Page } from 'playwright/test'
import { expect, test, toast } from '../support/fixtures.ts'

const TEXT = 'Fill all the fields'

async function provoke(page: Page) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const shown = page.getByRole('listitem').filter({ hasText: TEXT })
  await expect(shown).toBeVisible()
  return shown
}

test('a toast appears top-left, with a progress bar that takes 3000 ms, and closes by itself', async ({
  page,
}) => {
  const shown = await provoke(page)
  const box = await shown.boundingBox()
  expect(box?.x).toBeLessThan(60)
  expect(box?.y).toBeLessThan(60)
  const bar = await shown.evaluate((item) => {
    const { animationName, animationDuration } = getComputedStyle(item, '::before')
    return { animationName, animationDuration }
  })
  expect(bar).toEqual({ animationName: 'toast-progress', animationDuration: '3s' })
  await expect(shown).toHaveCount(0)
})

test('a click closes a toast', async ({ page }) => {
  await page.clock.install()
  const shown = await provoke(page)
  await toast(page, TEXT).click()
  await page.clock.runFor(1000)
  await expect(shown).toHaveCount(0)
})

test('a toast stays while it is hovered', async ({ page }) => {
  await page.clock.install()
  const shown = await provoke(page)
  await shown.hover()
  await page.clock.runFor(10_000)
  await expect(shown).toBeVisible()
  expect(
    await shown.evaluate((item) => getComputedStyle(item, '::before').animationPlayState),
  ).toBe('paused')
  await page.mouse.move(700, 700)
  await page.clock.runFor(4000)
  await expect(shown).toHaveCount(0)
})

test('a toast is dragged away', async ({ page }) => {
  await page.clock.install()
  const shown = await provoke(page)
  const box = await shown.boundingBox()
  if (!box) throw new Error('The toast has no place')
  await page.mouse.move(box.x + 100, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 40, box.y + 20, { steps: 5 })
  await page.mouse.move(box.x - 160, box.y + 20, { steps: 10 })
  await page.mouse.up()
  await page.clock.runFor(1000)
  await expect(shown).toHaveCount(0)
})

test('toasts are announced', async ({ page }) => {
  await provoke(page)
  const region = page.getByRole('region', { name: /Notifications/ })
  await expect(region).toHaveAttribute('aria-live', 'polite')
})
