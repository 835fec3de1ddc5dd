import { expect } from '@playwright/test'
import { mira, openApp, posts } from '../gearheads.ts'
import { test } from '../signed-in.ts'

test.describe('the form', () => {
  // Not signed in.
  test.use({ storageState: undefined })

  test('lets mira in', async ({ page }) => {
    await openApp(page)
    await page.getByLabel('Username').fill(mira.username)
    await page.getByLabel('Password', { exact: true }).fill(mira.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL('/homePage')
  })

  test('refuses a wrong password, and stays where it is', async ({ page }) => {
    await openApp(page)
    await page.getByLabel('Username').fill(mira.username)
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('Boxer#1977')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(password).toHaveAccessibleDescription(/password/i)
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await expect(password).toBeFocused()
    await expect(page).toHaveURL('/')
  })

  test('is where a closed door leads to', async ({ page }) => {
    await openApp(page, '/settings')
    await expect(page.getByRole('form', { name: 'Log-in Form' })).toBeVisible()
  })
})

test('a saved log-in opens the feed without the form', async ({ page }) => {
  await openApp(page, '/homePage')
  await expect(posts(page)).toHaveCount(5)
})
