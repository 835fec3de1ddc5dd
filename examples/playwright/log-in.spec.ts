import { expect, test } from '@playwright/test'
import { guest, logIn, mira, openApp, posts } from './gearheads.ts'

test('log in with the form', async ({ page }) => {
  await openApp(page)
  await page.getByLabel('Username').fill(guest.username)
  await page.getByLabel('Password', { exact: true }).fill(guest.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/homePage')
  await expect(page.getByText('User logged in')).toBeVisible()
})

test('log in with the API, in every other test', async ({ page }) => {
  await logIn(page, mira)
  await expect(posts(page)).toHaveCount(5)
})
