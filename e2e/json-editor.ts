import type { Locator, Page } from 'playwright/test'
import { expect } from './fixtures.ts'

/** Show a JSON value in the tree, whose first row is called Response. */
export async function openTree(page: Page, value: unknown): Promise<Locator> {
  // A page of its own, anew for each value: a new hash alone would not load it again.
  await page.goto('about:blank')
  await page.goto(`/#${encodeURIComponent(JSON.stringify(value))}`)
  const tree = page.getByRole('tree', { name: 'Response' })
  await expect(row(page, 'Response')).toBeVisible()
  return tree
}

/** The row with this key, or with this key and value. */
export function row(page: Page, name: string): Locator {
  const exact = name.includes(': ')
  const start = new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${exact ? '$' : ': '}`)
  return page.getByRole('treeitem', { name: start })
}

export function said(page: Page, text: string): Locator {
  return page.getByRole('status').getByText(text, { exact: true })
}

/** Move the focus to a row and press keys there. */
export async function press(page: Page, on: Locator, ...keys: string[]): Promise<void> {
  await on.focus()
  for (const key of keys) await page.keyboard.press(key)
}

/** Edit a row by keyboard to this text. */
export async function edit(page: Page, on: Locator, text: string, confirm = 'Control+Enter') {
  await press(page, on, 'F2')
  await page.getByRole('textbox', { name: /^Value of/ }).fill(text)
  await page.keyboard.press(confirm)
}

/** The JSON of the whole value, as it is copied. */
export async function copied(page: Page): Promise<string> {
  await press(page, row(page, 'Response'), 'Control+c')
  await expect(page.getByRole('status')).toContainText('Copied Response.')
  return page.evaluate(() => navigator.clipboard.readText())
}

export const CARS = {
  owner: 'Mira',
  year: 2004,
  cars: [
    { name: 'Civic', tags: ['daily'] },
    { name: 'MX-5', tags: ['fun', 'red'] },
  ],
  garage: { city: 'Graz', places: 2 },
}

/** The tree over CARS; from here on time goes on only when the test says so. */
export async function openCarsAndStopClock(page: Page): Promise<void> {
  await page.clock.install()
  await openTree(page, CARS)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
}
