// Settings never locks anybody out of their account (R9).
import type { Page } from 'playwright/test'
import { expect, logInAsGuest, signUpByApi, test, toast } from '../support/fixtures.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Update my Profile' }).click()

test('a name or a password that nobody could log in with is refused before it is sent', async ({
  page,
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
  expect(edits).toEqual([])

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
  await expect(page.getByText('Everybody logs in as the guest')).toBeVisible()
  await page.getByLabel('Bio').fill('Just passing through')
  await save(page)
  await expect(toast(page, 'Profile updated')).toBeVisible()
})
