import { expect, type Page } from 'playwright/test'

/** The request tester, in a browser without stored data. */
export async function openTester(page: Page, search = ''): Promise<void> {
  await page.goto(`/mock${search}`)
  await expect(page.getByRole('heading', { name: 'Request tester' })).toBeVisible()
  await page.waitForFunction(() => navigator.serviceWorker.controller)
}

export const endpoint = (page: Page) => page.getByLabel('Endpoint')
export const method = (page: Page) => page.getByLabel('Method', { exact: true })
export const body = (page: Page) => page.getByRole('textbox', { name: 'Body', exact: true })
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click()
/** Status, time, size and source of the response; the tree has its own status line. */
export const result = (page: Page) => page.getByRole('status', { name: 'Result' })
export const response = (page: Page) => page.getByRole('region', { name: 'Response' }).first()

/** Sends a request to `url` and waits for its status. */
export async function ask(page: Page, url: string, status: string): Promise<void> {
  await endpoint(page).fill(url)
  await submit(page)
  await expect(result(page)).toContainText(status)
}

/** The whole response in its stored form: the tree's text without formatting. */
export async function rawBody(page: Page): Promise<string> {
  await page.getByRole('tab', { name: 'Raw' }).click()
  return page.getByLabel('Raw body').inputValue()
}

/** Opens the tab Mock, and a group of its controls. */
export async function openControls(page: Page, group: string): Promise<void> {
  await openTool(page, 'Mock')
  await page.locator('summary', { hasText: `${group}:` }).click()
}

export const openTool = (page: Page, name: 'API' | 'History' | 'Saved' | 'Mock') =>
  page.getByRole('tab', { name, exact: true }).click()

/** Saves the request of the form: under a name, or the one of the dialog. */
export const pressSave = (page: Page) =>
  page.getByRole('region', { name: 'Request' }).getByRole('button', { name: 'Save' }).click()
