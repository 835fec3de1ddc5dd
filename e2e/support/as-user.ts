import type { Page } from 'playwright/test'
import { seedPasswords } from '../../src/contract/seed-passwords.ts'
import { fetchApi, mustSucceed } from './mock.ts'

/** Calls of the API by another user. */
export async function as(page: Page, username: keyof typeof seedPasswords) {
  const body = { username, password: seedPasswords[username] }
  const { data } = await fetchApi<{ encodedToken: string }>(page, 'POST /api/auth/login', body)
  return (call: string, content?: object) =>
    mustSucceed(fetchApi(page, call, content, { authorization: data.encodedToken }))
}

/** Calls of the API by the user of the page. */
export async function asViewer(page: Page) {
  const authorization = await page.evaluate(() => localStorage.getItem('gearheads-token') ?? '')
  return (call: string, content?: object) =>
    mustSucceed(fetchApi(page, call, content, { authorization }))
}
