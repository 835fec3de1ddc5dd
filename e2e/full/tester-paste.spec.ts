// Commands and documents that are pasted into the endpoint become requests (R14.21). How each format is read, and what is said of
// what cannot be read: src/features/tester/formats/*.test.ts.
import type { Page } from 'playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { goOffline } from '../support/pwa-fixtures.ts'
import { body, endpoint, method, openTester, openTool } from '../support/tester-page.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => navigator.clipboard.writeText(content), text)
  await endpoint(page).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('ControlOrMeta+V')
}

const CURL = `curl '/api/auth/login' -X POST \\
  -H 'Content-Type: application/json' -b 'a=1' \\
  --data-raw '{"username":"mira","password":"Boxer#1976"}'`

test('a command, and one or all of several requests (R14.21, R14.27, R14.35)', async ({ page }) => {
  await openTester(page)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  // An address is text.
  await paste(page, '/api/users')
  await expect(endpoint(page)).toHaveValue('/api/users')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
  await paste(page, "curl '/api/posts")
  await expect(page.getByText("A quote (') is not closed.")).toBeVisible()
  await expect(endpoint(page)).toHaveValue('/api/users')

  await paste(page, CURL)
  await expect(endpoint(page)).toHaveValue('/api/auth/login')
  await expect(method(page)).toHaveValue('POST')
  await expect(body(page)).toHaveValue(/"username":"mira"/)
  await expect(page.getByText('Left out: 1 header that the browser sets itself')).toBeVisible()
  expect(sent.filter((url) => url.includes('/auth/login'))).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(method(page)).toHaveValue('GET')
  await expect(endpoint(page)).toHaveValue('/api/users')
  await expect(endpoint(page)).toBeFocused()

  const paths = { '/api/posts': { get: { summary: 'All posts' }, put: {} } }
  const document = JSON.stringify({ openapi: '3.1.0', paths })
  await paste(page, document)
  const choice = page.getByRole('dialog', { name: 'Choose a request' })
  await expect(choice).toContainText('The pasted text has 2 requests.')
  await choice.getByRole('button', { name: 'Use All posts' }).press('Enter')
  await expect(choice).toBeHidden()
  await expect(endpoint(page)).toHaveValue('/api/posts')
  await expect(endpoint(page)).toBeFocused()
  await paste(page, document)
  await choice.getByRole('button', { name: 'Add 2 requests' }).dblclick()
  await openTool(page, 'Saved')
  const saved = page.getByRole('list', { name: 'Saved requests' }).locator('> li')
  await expect(saved).toHaveText([/GET.*All posts.*\/api\/posts/, /PUT.*posts/])

  const refused = 'The tester sends GET, POST and DELETE, not PUT.'
  await paste(page, 'curl -X PUT /api/users')
  const single = page.getByRole('dialog', { name: 'Save the pasted request?' })
  await expect(single).toContainText(refused)
  await single.getByRole('button', { name: 'Add 1 request' }).press('Enter')
  await page.getByRole('button', { name: 'Run users', exact: true }).click()
  await expect(saved.last()).toContainText(refused)

  // From now on, pasting needs no network, also after a reload.
  await goOffline(page)
  await page.reload()
  await paste(page, 'curl /api/second')
  await expect(endpoint(page)).toHaveValue('/api/second')
})
