// Commands and documents that are pasted into the endpoint become requests (R14.21). How each format is read:
// src/features/tester/formats/*.test.ts.
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

test('a curl command fills in the form, Undo brings back the former request, and what cannot be read or sent says why (R14.21, R14.35)', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  // An address is text.
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

  await paste(page, 'curl -X DELETE /api/posts/1')
  await expect(method(page)).toHaveValue('DELETE')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(method(page)).toHaveValue('GET')
  await expect(endpoint(page)).toHaveValue('/api/users')
  await expect(endpoint(page)).toBeFocused()

  await paste(page, CURL)
  await expect(endpoint(page)).toHaveValue('/api/auth/login')
  await expect(method(page)).toHaveValue('POST')
  await expect(body(page)).toHaveValue(/"username":"mira"/)
  await expect(page.getByText('Headers: 1')).toBeVisible()
  await expect(page.getByText('Left out: 1 header that the browser sets itself')).toBeVisible()
  expect(sent.filter((url) => url.includes('/auth/login'))).toEqual([])
  await submit(page)
  await expect(result(page)).toContainText('200')

  // From now on, pasting needs no network, also after a reload, and a half-typed body stays.
  await goOffline(page)
  await paste(page, `curl /api/second -d '{}' -H 'content-type: application/json'`)
  await expect(endpoint(page)).toHaveValue('/api/second')
  await body(page).fill('{"content": "this text I typed')
  await page.reload()
  await expect(body(page)).toHaveValue('{"content": "this text I typed')
  await paste(page, 'curl /api/third')
  await expect(endpoint(page)).toHaveValue('/api/third')
})

test('one of several requests is chosen on a phone, by keyboard, or all are saved; one with another method is saved, too (R14.21, R14.27)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const paths = { '/api/posts': { get: { summary: 'All posts' }, put: {} } }
  const document = JSON.stringify({ openapi: '3.1.0', paths })
  await paste(page, document)
  const choice = page.getByRole('dialog', { name: 'Choose a request' })
  await expect(choice).toContainText('The pasted text has 2 requests.')
  await expect(choice).toContainText('GET, POST and DELETE, not PUT.')
  await expectNoViolationsInThemes(page)
  await choice.getByRole('button', { name: 'Use All posts' }).press('Enter')
  await expect(choice).toBeHidden()
  await expect(endpoint(page)).toHaveValue('/api/posts')
  await expect(endpoint(page)).toBeFocused()

  const refused = 'The tester sends GET, POST and DELETE, not PUT.'
  await paste(page, `curl -X PUT /api/posts/1 -d '{"content":"Kept"}'`)
  const single = page.getByRole('dialog', { name: 'Save the pasted request?' })
  await expect(single).toContainText(refused)
  await expect(single.getByRole('list', { name: 'Requests to add' })).toContainText('PUT')
  await single.getByRole('button', { name: 'Add 1 request' }).press('Enter')
  await expect(single).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: refused })).toBeVisible()
  await expect(endpoint(page)).toHaveValue('/api/posts')
  await openTool(page, 'Saved')
  const saved = page.getByRole('list', { name: 'Saved requests' }).locator('> li')
  await expect(saved).toHaveText([/PUT.*posts/])
  await page.getByRole('button', { name: 'Run posts', exact: true }).click()
  await expect(saved).toContainText([refused])

  await paste(page, document)
  await choice.getByRole('button', { name: 'Add 2 requests' }).dblclick()
  await expect(saved).toHaveText([/PUT.*posts/, /GET.*All posts.*\/api\/posts/, /PUT.*posts 2/])
})
