import { expect, type Page, test } from '@playwright/test'
import { composer, likeButton, openApp, posts } from '../gearheads.ts'

test('log-in, post and like work with the keyboard alone', async ({ page }) => {
  await openApp(page)
  await tabTo(page, 'Log in as guest')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/homePage')
  await expect(posts(page)).toHaveCount(5)

  await tabTo(page, 'What are you driving')
  await page.keyboard.type('Typed, not clicked')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(posts(page).first()).toContainText('Typed, not clicked')
  await expect(composer(page)).toBeFocused()

  await tabTo(page, "Like guest's post")
  await page.keyboard.press('Space')
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(likeButton(page)).toBeFocused()
})

for (const path of ['/', '/homePage', '/explore', '/settings']) {
  test(`every control on ${path} has a name that a screen reader can say`, async ({ page }) => {
    await openApp(page)
    if (path !== '/') {
      await page.getByRole('button', { name: 'Log in as guest' }).click()
      await expect(posts(page)).toHaveCount(5)
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    for (const role of ['button', 'link', 'textbox', 'searchbox', 'radio'] as const) {
      for (const control of await page.getByRole(role).all()) {
        await expect(control).toHaveAccessibleName(/\S/)
      }
    }
  })
}

/** Presses Tab until the control has the focus whose name starts with `name`, as somebody without a mouse does. */
async function tabTo(page: Page, name: string) {
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(RegExp(`^${name}`), { timeout: 1 })
  }).toPass({ intervals: [0] })
}
