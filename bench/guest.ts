import type { Page } from 'playwright'
import { resetData, setMock } from '../e2e/support/mock.ts'
import { POST } from './painted.ts'

/** On a device that was never here: from the landing screen to the home feed. */
export async function logInAsGuest(page: Page, delay = 0): Promise<void> {
  await page.goto('/')
  await setMock(page, { delay })
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await page.locator(POST).first().waitFor()
}

/** Until the app says that all of it is kept; it does on a first visit. */
export async function keptForOffline(page: Page): Promise<void> {
  await page.getByText('Ready to work offline').waitFor()
}

/** Users there are beside so many posts. */
const USERS = 100

/** Fill the back end of the page's site with made-up posts, always the same, and take its delay away. */
export async function fill(page: Page, posts: number): Promise<void> {
  await setMock(page, { delay: 0 })
  await resetData(page, { users: USERS, posts })
}
