import { expect, test } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import { ask, body, endpoint, openTester, rawBody, result, submit } from '../support/tester-page.ts'

test('text pasted into the last header row is kept', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTester(page)
  await page.evaluate(() => navigator.clipboard.writeText('X-Pasted'))
  await page.getByLabel('Header 2 name').focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(page.getByLabel('Header 2 name')).toHaveValue('X-Pasted')
  await expect(page.getByLabel('Header 2 name')).toBeFocused()
  await expect(page.getByLabel('Header 3 name')).toHaveValue('')
})

test('an edit made while a request is on its way is still there after the answer', async ({
  page,
}) => {
  await openTester(page)
  await endpoint(page).fill('/api/users/1')
  await submit(page)
  await expect(result(page).getByText('Waiting for the response…')).toBeVisible()
  await endpoint(page).fill('/api/edited')
  await body(page).fill('{"edited": true}')
  await page.getByLabel('Header 2 name').fill('X-Edited')
  await expect(result(page).getByText('200 OK')).toBeVisible()
  await expect(endpoint(page)).toHaveValue('/api/edited')
  await expect(body(page)).toHaveValue('{"edited": true}')
  await expect(page.getByLabel('Header 2 name')).toHaveValue('X-Edited')
})

test('an enabled header that cannot be sent is left out, and says so', async ({ page }) => {
  await openTester(page)
  await page.getByLabel('Header 2 enabled').check()
  await expect(page.getByText('Not sent: the header has no name.')).toBeVisible()
  await page.getByLabel('Header 3 enabled').check()
  await page.getByLabel('Header 3 name').fill('two words')
  await expect(page.getByText(/Not sent: a header name has no spaces/)).toBeVisible()
  await ask(page, '/api/users/1', '200 OK')
})

test('a body on GET does not stop the request', async ({ page }) => {
  await openTester(page)
  await body(page).fill('{"limit": 1}')
  await ask(page, '/api/users/1', '200 OK')
})

test('an answer that comes late does not replace a newer one', async ({ page, complaints }) => {
  await openTester(page)
  await setMock(page, { delay: 30_000 })
  await endpoint(page).fill('/api/users')
  await submit(page)
  await expect(result(page).getByText('Waiting for the response…')).toBeVisible()
  await setMock(page, { delay: 0 })
  const dropped = page.waitForEvent('requestfailed')
  await ask(page, '/api/users/2', '200 OK')
  expect((await dropped).url()).toMatch(/\/api\/users$/)
  expect(await rawBody(page)).toContain('"username":"theo"')
  complaints.length = 0
})
