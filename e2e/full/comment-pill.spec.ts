// The composer of comments on a phone (R4.32).
import type { Locator } from 'playwright/test'
import { asViewer } from '../support/as-user.ts'
import { comments, expect, logInAsGuest, test } from '../support/fixtures.ts'
import { openKeyboard } from '../support/on-screen-keyboard.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('R4.32: the composer of a comment is a pill that covers nothing', async ({ page }) => {
  await logInAsGuest(page)
  const asGuest = await asViewer(page)
  for (let lap = 1; lap <= 12; lap += 1)
    await asGuest('POST /api/comments/add/5', { content: `Lap ${lap}` })
  await page.goto('/post/5')
  const form = page.getByRole('form', { name: 'Add a comment' })
  const vroom = form.getByRole('button', { name: 'Vroom' })
  const area = form.getByRole('textbox', { name: 'Add a comment' })
  const bar = page.getByRole('navigation', { name: 'Icon bar' })
  const edge = async () => (await bar.boundingBox())?.y ?? 0
  const bottomOf = (part: Locator) => part.evaluate((one) => one.getBoundingClientRect().bottom)
  await expect(vroom).toBeHidden()
  expect((await form.boundingBox())?.height).toBeLessThanOrEqual(56)
  // Above a notice, as long as there is one.
  await expect.poll(async () => (await edge()) - (await bottomOf(form))).toBe(8)
  await area.tap()
  await expect(vroom).toBeVisible()
  expect(await bottomOf(form)).toBe((await edge()) - 8)
  await openKeyboard(page, { offsetTop: 0, height: 480 })
  await expect.poll(() => bottomOf(form)).toBe(472)
  await openKeyboard(page, { offsetTop: 0, height: 844 })

  await area.blur()
  await expect(vroom).toBeHidden()
  const top = async () => (await form.boundingBox())?.y ?? 0
  for (const comment of await comments(page).all()) {
    const menu = comment.getByRole('button').first()
    await menu.focus()
    expect(await bottomOf(menu)).toBeLessThanOrEqual(await top())
  }
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  expect(await bottomOf(comments(page).last())).toBeLessThanOrEqual(await top())
})
