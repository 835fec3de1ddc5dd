// Keyboard shortcuts of every screen (R2.33). Which key is which: src/ui/shortcuts.test.ts. Letters in fields: e2e/core/keyboard.spec.ts.
import { expect, signUp, test } from '../support/fixtures.ts'

test('keyboard shortcuts, on and off (R2.33)', async ({ page }) => {
  await signUp(page)
  const text = page.getByRole('main').getByRole('textbox').first()
  const home = page.getByRole('heading', { name: 'Home' })
  const settings = page.getByRole('link', { name: 'Settings' }).filter({ visible: true })
  for (const [width, searchAt] of [
    [390, '/explore'],
    [1280, '/homePage'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await settings.click()
    await expect(page.getByRole('heading', { name: 'Edit-Profile' })).toBeFocused()
    await page.keyboard.press('n')
    await expect(page).toHaveURL('/homePage')
    await expect(text).toBeFocused()
    await home.focus()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox').filter({ visible: true })).toBeFocused()
    await expect(page).toHaveURL(searchAt)
  }

  await home.focus()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list).toContainText('Send the request')
  // Not while a dialog is open.
  await page.keyboard.press('n')
  await list.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await home.focus()
  await page.keyboard.press('?')
  await page.keyboard.press('n')
  await expect(text).not.toBeFocused()
  await expect(list).toBeHidden()

  await settings.click()
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await list.getByRole('checkbox').check()
  await list.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('?')
  await expect(list).toBeVisible()
})
