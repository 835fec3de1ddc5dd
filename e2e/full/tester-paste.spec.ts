// Commands and documents that are pasted into the endpoint become requests (R14.21).
import type { Page } from 'playwright/test'
import { expectNoViolationsInThemes } from '../support/actions.ts'
import { expect, test } from '../support/fixtures.ts'
import { goOffline } from '../support/pwa-fixtures.ts'
import {
  body,
  endpoint,
  method,
  openTester,
  openTool,
  result,
  submit,
} from '../support/tester-page.ts'

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTester(page)
})

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => navigator.clipboard.writeText(content), text)
  await endpoint(page).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('ControlOrMeta+V')
}

const CURL = `curl '/api/auth/login' -X POST \\
  -H 'Content-Type: application/json' -b 'a=1' \\
  --data-raw '{"username":"mira","password":"Boxer#1976"}'`

test('a curl command fills in the form and is sent only with Submit', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await paste(page, CURL)
  await expect(endpoint(page)).toHaveValue('/api/auth/login')
  await expect(method(page)).toHaveValue('POST')
  await expect(body(page)).toHaveValue(/"username":"mira"/)
  await expect(page.getByText('Headers: 1')).toBeVisible()
  await expect(page.getByText('Left out: 1 header that the browser sets itself')).toBeVisible()
  expect(sent.filter((url) => url.includes('/auth/login'))).toEqual([])
  await submit(page)
  await expect(result(page)).toContainText('200')
})

test('Undo brings back the former request, by keyboard', async ({ page }) => {
  await endpoint(page).fill('/api/posts')
  await paste(page, 'curl -X DELETE /api/posts/1')
  await expect(method(page)).toHaveValue('DELETE')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(method(page)).toHaveValue('GET')
  await expect(endpoint(page)).toHaveValue('/api/posts')
  await expect(endpoint(page)).toBeFocused()
})

test('an address is pasted as text, and a command that cannot be read or sent says why', async ({
  page,
}) => {
  await paste(page, '/api/users')
  await expect(endpoint(page)).toHaveValue('/api/users')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
  await paste(page, "curl '/api/posts")
  await expect(page.getByText("A quote (') is not closed.")).toBeVisible()
  await paste(page, 'curl -X TRACE /api/posts')
  await expect(page.getByText('1 request with the method TRACE')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(endpoint(page)).toHaveValue('/api/users')
  await expect(method(page)).toHaveValue('GET')
})

test('a single request with another method can be saved, and the form stays', async ({ page }) => {
  await endpoint(page).fill('/api/users')
  await paste(page, `curl -X PUT /api/posts/1 -d '{"content":"Kept"}'`)
  const dialog = page.getByRole('dialog', { name: 'Save the pasted request?' })
  const refused = 'The tester sends GET, POST and DELETE, not PUT.'
  await expect(dialog).toContainText(refused)
  await expect(dialog.getByRole('list', { name: 'Requests to add' })).toContainText('PUT')
  await dialog.getByRole('button', { name: 'Add 1 request' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: refused })).toBeVisible()
  await expect(endpoint(page)).toHaveValue('/api/users')
  await openTool(page, 'Saved')
  const saved = page.getByRole('list', { name: 'Saved requests' }).getByRole('listitem')
  await expect(saved).toContainText('PUT')
  await page.getByRole('button', { name: 'Run posts', exact: true }).click()
  await expect(saved).toContainText(refused)
})

test('one of several requests is chosen on a phone, by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const paths = { '/api/posts': { get: { summary: 'All posts' }, put: {} } }
  await paste(page, JSON.stringify({ openapi: '3.1.0', paths }))
  const dialog = page.getByRole('dialog', { name: 'Choose a request' })
  await expect(dialog).toContainText('The pasted text has 2 requests.')
  await expect(dialog).toContainText('GET, POST and DELETE, not PUT.')
  await expectNoViolationsInThemes(page)
  await dialog.getByRole('button', { name: 'Use All posts' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(endpoint(page)).toHaveValue('/api/posts')
  await expect(endpoint(page)).toBeFocused()
})

test('after the first import, pasting needs no network, also after a reload; a half-typed body stays', async ({
  page,
}) => {
  await paste(page, 'curl /api/first')
  await expect(endpoint(page)).toHaveValue('/api/first')
  await goOffline(page)
  await paste(page, `curl /api/second -d '{}' -H 'content-type: application/json'`)
  await expect(endpoint(page)).toHaveValue('/api/second')
  await body(page).fill('{"content": "this text I typed')
  await page.reload()
  await expect(body(page)).toHaveValue('{"content": "this text I typed')
  await paste(page, 'curl /api/third')
  await expect(endpoint(page)).toHaveValue('/api/third')
})
