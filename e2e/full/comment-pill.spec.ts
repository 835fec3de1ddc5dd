// The composer of comments on a phone (R4.32).
import type { Locator } from '@playwright/test'
import { comments, expect, logInAsGuest, test, writeComment } from '../support/fixtures.ts'
import { openKeyboard } from '../support/on-screen-keyboard.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('R4.32: the composer of a comment is a pill that covers nothing', async ({ page }) => {
  await logInAsGuest(page)
  await page.goto('/post/5')
  const form = page.getByRole('form', { name: 'Add a comment' })
  const vroom = form.getByRole('button', { name: 'Vroom' })
  const area = form.getByRole('textbox', { name: 'Add a comment' })
  const bar = page.getByRole('navigation', { name: 'Icon bar' })
  const edge = async () => (await bar.boundingBox())?.y ?? 0
  const bottomOf = async (part: Locator) => {
    const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 }
    return y + height
  }
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

  for (let count = 1; count <= 12; count += 1) await writeComment(page, `Lap ${count}`)
  await vroom.blur()
  await expect(vroom).toBeHidden()
  for (let index = 0; index < 12; index += 1) {
    const menu = comments(page).nth(index).getByRole('button').first()
    await menu.focus()
    expect(await bottomOf(menu)).toBeLessThanOrEqual((await form.boundingBox())?.y ?? 0)
  }
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  expect(await bottomOf(comments(page).last())).toBeLessThanOrEqual(
    (await form.boundingBox())?.y ?? 0,
  )
})
