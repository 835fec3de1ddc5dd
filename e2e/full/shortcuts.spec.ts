// Keyboard shortcuts of every screen (R2.33). Which key is which is proven in src/ui/shortcuts.test.ts.
import { expect, signUp, test } from '../support/fixtures.ts'

for (const width of [1280, 390])
  test(`N writes a post and / searches, from any screen, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await signUp(page)
    await page.getByRole('link', { name: 'Settings' }).filter({ visible: true }).click()
    await expect(page.getByRole('heading', { name: 'Edit-Profile' })).toBeFocused()
    await page.keyboard.press('n')
    await expect(page).toHaveURL('/homePage')
    const text = page.getByRole('main').getByRole('textbox').first()
    await expect(text).toBeFocused()
    // Here it is a letter.
    await page.keyboard.type('n/?')
    await expect(text).toHaveValue('n/?')
    await page.getByRole('heading', { name: 'Home' }).focus()
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox').filter({ visible: true })
    await expect(search).toBeFocused()
    await expect(page).toHaveURL(width > 1024 ? '/homePage' : '/explore')
  })

test('? lists the shortcuts, whose single keys can be turned off and on again in Settings', async ({
  page,
}) => {
  await signUp(page)
  await page.getByRole('heading', { name: 'Home' }).focus()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list).toContainText('Send the request')
  // Not while a dialog is open.
  await page.keyboard.press('n')
  await list.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.getByRole('heading', { name: 'Home' }).focus()
  await page.keyboard.press('?')
  await page.keyboard.press('n')
  await expect(page.getByRole('main').getByRole('textbox').first()).not.toBeFocused()
  await expect(list).toBeHidden()

  await page.getByRole('link', { name: 'Settings' }).filter({ visible: true }).click()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await list.getByRole('checkbox').check()
  await list.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('?')
  await expect(list).toBeVisible()
})
