// The response panel: what covers it, and responses that are too large for it.
import type { Locator } from 'playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { press, row } from '../support/json-editor.ts'
import { setMock } from '../support/mock.ts'
import { ask, endpoint, openTester, openTool, result } from '../support/tester-page.ts'

/** Whether nothing covers the middle of an element, such as the icon bar. */
const isUncovered = (element: Locator) =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect()
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the icon bar does not cover the buttons of an edit', async ({ page }) => {
    await openTester(page)
    await ask(page, '/api/posts', '200 OK')
    for (const key of ['Response', 'data', 'posts', '0', '1', '2', '3', '4']) {
      await press(page, row(page, key), 'ArrowRight')
    }
    const contents = row(page, 'content')
    await expect(contents).toHaveCount(5)
    for (const index of [0, 2, 4]) {
      await press(page, contents.nth(index), 'F2')
      const save = page.getByRole('button', { name: /^Save as/ }).first()
      await expect(save).toBeInViewport({ ratio: 1 })
      expect(await isUncovered(save), `edit ${index}`).toBe(true)
      await page.keyboard.press('Escape')
    }
  })
})

test('a large response is cut in the Raw tab, and its absence from the history is said', async ({
  page,
}) => {
  await openTester(page)
  const body = { text: 'x'.repeat(3_000_000) }
  await setMock(page, {
    delay: 0,
    overrides: [{ method: 'GET', path: '/api/large', status: 200, body }],
  })
  await ask(page, '/api/large', '200 OK')
  await page.getByRole('tab', { name: 'Raw' }).click()
  await expect(page.getByText('Only the start is shown: 200.0 kB of 3.0 MB.')).toBeVisible()
  expect((await page.getByLabel('Raw body').inputValue()).length).toBeLessThan(201_000)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toBe('response.txt')

  await ask(page, '/api/users/1', '200 OK')
  await openTool(page, 'History')
  const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(entries.nth(1)).toContainText('response not kept')
  await entries.nth(1).getByRole('button').click()
  await expect(endpoint(page)).toHaveValue('/api/large')
  await expect(result(page)).toContainText('The history keeps no responses over 200 kB')
})

test('a response of the host cannot be mocked, with the reason', async ({ page }) => {
  await openTester(page)
  await ask(page, '/logo.svg', '200 OK')
  await expect(page.getByText('Only a response of this API can be mocked.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mock this response' })).toBeHidden()
})
