import type { Page } from 'playwright/test'
import { newPerson, signUpByApi } from './fixtures.ts'

export const draft = (page: Page) => page.getByRole('textbox', { name: 'What are you driving' })
export const toasts = (page: Page) =>
  page.getByRole('region', { name: /^Messages/ }).getByRole('listitem')

export async function logIn(page: Page, { username, password } = newPerson()): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Opens the landing screen with the name of the last user. */
export async function visitor(page: Page) {
  const person = await signUpByApi(page)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  return person
}
