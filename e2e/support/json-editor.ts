import type { Locator, Page } from 'playwright/test'
import { expect } from './fixtures.ts'

/** Opens the harness with a JSON value. The root row is called Response. */
export async function openTree(page: Page, value: unknown): Promise<Locator> {
  // Changing only the hash would not reload the page.
  await page.goto('about:blank')
  await page.goto(`/#${encodeURIComponent(JSON.stringify(value))}`)
  const tree = page.getByRole('tree', { name: 'Response' })
  await expect(row(page, 'Response')).toBeVisible()
  return tree
}

/** The row with this key, or with this key and value ("year: 2004"). */
export function row(page: Page, name: string): Locator {
  const exact = name.includes(': ')
  const start = new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${exact ? '$' : ': '}`)
  return page.getByRole('treeitem', { name: start })
}

/** The message of the status line. */
export function status(page: Page, text: string): Locator {
  return page.getByRole('status').getByText(text, { exact: true })
}

/** Focuses a row and presses keys there. */
export async function press(page: Page, on: Locator, ...keys: string[]): Promise<void> {
  await on.focus()
  for (const key of keys) await page.keyboard.press(key)
}

/** Edits a row to a text by keyboard. */
export async function edit(page: Page, on: Locator, text: string) {
  await press(page, on, 'F2')
  await page.getByRole('textbox', { name: /^Value of/ }).fill(text)
  await page.keyboard.press('Control+Enter')
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

/** Opens the tree over CARS. From then on, time passes in `page.clock.runFor` only. */
export async function openCarsAndStopClock(page: Page): Promise<void> {
  await page.clock.install()
  await openTree(page, CARS)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
}
