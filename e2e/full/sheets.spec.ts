// Dialogs on phones, under an on-screen keyboard, and at a zoom of 400 % (R2.35).
import type { Locator, Page } from 'playwright/test'
import { openEdit } from '../support/actions.ts'
import { expect, logInAsGuest, test, writePost } from '../support/fixtures.ts'
import { openKeyboard } from '../support/on-screen-keyboard.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Post' })
const boxOf = async (part: Locator) => {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x, y, width, height, bottom: y + height }
}

test('a dialog on a phone, above the keyboard, and at 400 % (R2.35, R2.19)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await logInAsGuest(page)
  await writePost(page, 'Long, later')
  await openEdit(page)
  const text = page.getByRole('textbox', { name: 'Post text' })
  await text.fill('A line\n'.repeat(60))
  const sheet = await boxOf(dialog(page))
  expect(sheet).toMatchObject({ x: 0, bottom: 844 })
  // Without the space of a scroll bar, which no phone has.
  expect(sheet.width).toBeGreaterThanOrEqual(375)
  expect(sheet.y).toBeGreaterThanOrEqual(24)
  await expect(dialog(page)).toHaveCSS('border-radius', '20px 20px 0px 0px')
  // A cancelled choice of a file is not its end.
  await dialog(page).getByTestId('picture-input').dispatchEvent('cancel')
  await expect(dialog(page)).toBeVisible()
  // Where no style of the card that opened it reaches it.
  await expect(page.locator('#root > dialog')).toHaveCount(1)

  const save = dialog(page).getByRole('button', { name: 'Edit Post' })
  for (const seen of [
    { offsetTop: 0, height: 510 },
    { offsetTop: 200, height: 420 },
  ]) {
    await openKeyboard(page, seen)
    const end = seen.offsetTop + seen.height
    await expect.poll(async () => (await boxOf(dialog(page))).bottom).toBe(end)
    expect((await boxOf(dialog(page))).y).toBeGreaterThanOrEqual(seen.offsetTop)
    expect((await boxOf(save)).bottom).toBeLessThanOrEqual(end)
    await expect(text).toBeFocused()
    await expect(text).toBeInViewport()
  }
  // A page that is zoomed in has no keyboard over it.
  await openKeyboard(page, { offsetTop: 100, height: 400, scale: 2 })
  await expect.poll(async () => (await boxOf(dialog(page))).bottom).toBe(844)

  await page.setViewportSize({ width: 1440, height: 900 })
  const wide = await boxOf(dialog(page))
  expect(wide.width).toBe(570)
  // The space of the scroll bar is as dark as the rest.
  const at = (x: number) => page.screenshot({ clip: { x, y: 450, width: 2, height: 2 } })
  expect((await at(1436)).equals(await at(4))).toBe(true)
  expect(wide.x).toBeGreaterThan(400)
  expect(wide.y).toBeGreaterThan(24)

  // At 400 %, a dialog scrolls as a whole.
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list).toBeVisible()
  const title = list.getByRole('heading').first()
  const close = list.getByRole('button', { name: 'Close' })
  await expect(title).toBeInViewport()
  await expect(close).not.toBeInViewport()
  await close.scrollIntoViewIfNeeded()
  await expect(close).toBeInViewport({ ratio: 1 })
  await expect(title).not.toBeInViewport()
})
