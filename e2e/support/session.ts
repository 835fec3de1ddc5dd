import type { Page } from 'playwright/test'
import { signUpByApi } from './fixtures.ts'

export const toasts = (page: Page) =>
  page.getByRole('region', { name: /^Messages/ }).getByRole('listitem')

/** Opens the landing screen with the name of the last user. */
export async function visitor(page: Page) {
  const person = await signUpByApi(page)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  return person
}
