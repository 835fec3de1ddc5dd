// Settings never locks anybody out of their account (R9).
import type { Page } from 'playwright/test'
import { expect, logInAsGuest, signUpByApi, test, toast } from '../support/fixtures.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Update my Profile' }).click()

test('a name or a password that nobody could log in with is refused before it is sent', async ({
  page,
  complaints,
}) => {
  const { username, password } = await signUpByApi(page)
  await page.goto('/settings')
  const edits: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/users/edit')) edits.push(request.postDataJSON().userData)
  })
  await page.getByLabel('Password', { exact: true }).fill('too weak')
  await save(page)
  await expect(toast(page, 'Please fill password correctly')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('')
  await page.getByLabel('User-Name').fill('   ')
  await save(page)
  await expect(toast(page, 'Fill all the fields')).toBeVisible()
  await expect(page.getByLabel('User-Name')).toBeFocused()
  expect(edits).toEqual([])
  await page.getByLabel('User-Name').fill('..')
  await save(page)
  await expect(page.getByLabel('User-Name')).toHaveAccessibleDescription(/^This must not be/)
  await expect(page.getByText('userData')).toHaveCount(0)
  edits.length = complaints.length = 0

  await page.getByLabel('User-Name').fill(username)
  await page.getByLabel('Bio').fill('Same password')
  await save(page)
  await expect(toast(page, 'Profile updated')).toBeVisible()
  expect(edits).toEqual([{ username, password: '', bio: 'Same password' }])

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/homePage')
})

test('the guest can change everything but its name and password, and is told why', async ({
  page,
}) => {
  await logInAsGuest(page)
  await page.goto('/settings')
  await expect(page.getByLabel('User-Name')).toBeDisabled()
  await expect(page.getByLabel('Password', { exact: true })).toBeDisabled()
  await expect(page.getByText('The guest account is shared')).toBeVisible()
  await page.getByLabel('Bio').fill('Just passing through')
  await save(page)
  await expect(toast(page, 'Profile updated')).toBeVisible()
})

test('unsaved changes ask before a navigation or a reload discards them', async ({ page }) => {
  await logInAsGuest(page)
  const settings = page.getByRole('link', { name: 'Settings' }).filter({ visible: true })
  const home = page.getByRole('link', { name: 'Home', exact: true }).filter({ visible: true })
  await settings.click()
  await home.click()
  await expect(page).toHaveURL('/homePage')

  await settings.click()
  const bio = page.getByLabel('Bio')
  await bio.fill('Half a bio')
  await home.click()
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(bio).toHaveValue('Half a bio')

  const asked = page.waitForEvent('dialog')
  // The page stays, so this evaluation ends without a reload.
  await page.evaluate(() => setTimeout(() => location.reload()))
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(bio).toHaveValue('Half a bio')

  await home.click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL('/homePage')
  await settings.click()
  await bio.fill('A whole bio')
  await save(page)
  await expect(toast(page, 'Profile updated')).toBeVisible()
  await home.click()
  await expect(page).toHaveURL('/homePage')
})
