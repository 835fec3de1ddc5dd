import { expect, test } from '../support/fixtures.ts'
import { goOffline } from '../support/pwa-fixtures.ts'
import {
  ask,
  body,
  endpoint,
  method,
  openTester,
  rawBody,
  response,
  result,
  submit,
} from '../support/tester-page.ts'

test('a visitor can open the tester and sees the default request (R2.3, R14.1, R14.2, R14.7)', async ({
  page,
}) => {
  await openTester(page)
  await expect(page).toHaveURL('/mock')
  await expect(method(page)).toHaveValue('GET')
  await expect(method(page).getByRole('option')).toHaveText(['GET', 'POST', 'DELETE'])
  await expect(endpoint(page)).toHaveValue('/api/test-todos')
  await expect(endpoint(page)).toHaveAttribute('placeholder', 'Enter your endpoint')
  await expect(page.getByRole('heading', { name: 'Headers: 1' })).toBeVisible()
  await expect(page.getByLabel('Header 1 name')).toHaveValue('Accept')
  await expect(page.getByLabel('Header 1 value')).toHaveValue('*/*')
  await expect(page.getByLabel('Header 1 enabled')).toBeChecked()
  await expect(page.getByLabel('Header 2 enabled')).not.toBeChecked()
  await expect(page.getByLabel('Header 3 name')).toHaveCount(0)
  await expect(body(page)).toHaveValue('{}')
  await expect(page.getByText('Response is undefined.')).toBeVisible()
})

test('a call without a route shows the error itself, and logs it (R14.8)', async ({
  page,
  consoleErrors,
  expectErrors,
}) => {
  await openTester(page)
  await submit(page)
  await expect(result(page).getByText('404 Not Found')).toBeVisible()
  await expect(response(page).getByText('UNDEFINED_ROUTE').first()).toBeVisible()
  await expect(
    response(page).getByText('Request failed with status code 404').first(),
  ).toBeVisible()
  expect(consoleErrors.join()).toContain('Request failed with status code 404')
  expectErrors(/\b404\b/)
})

test('a failed call shows the response of its error', async ({ page, expectErrors }) => {
  await openTester(page)
  await ask(page, '/api/posts/none', '404 Not Found')
  await expect(
    response(page)
      .getByText(/This post doesn.t exist/)
      .first(),
  ).toBeVisible()
  expectErrors(/\b404\b/)
})

test('a POST sends the parsed body, a GET sends none (R14.5)', async ({ page }) => {
  await openTester(page)
  await method(page).selectOption('POST')
  await body(page).fill('{ "username": "guest", "password": "Pitlane#66" }')
  const post = page.waitForRequest('**/api/auth/login')
  await ask(page, '/api/auth/login', '200 OK')
  expect((await post).postData()).toBe('{"username":"guest","password":"Pitlane#66"}')

  await method(page).selectOption('GET')
  const get = page.waitForRequest('**/api/users/1')
  await ask(page, '/api/users/1', '200 OK')
  expect((await get).postData()).toBeNull()
})

test('only enabled headers are sent, and the heading counts them (R14.3, R14.4)', async ({
  page,
}) => {
  await openTester(page)
  await page.getByLabel('Header 2 name').fill('X-Car')
  await page.getByLabel('Header 2 value').fill('mk1')
  await expect(page.getByLabel('Header 3 name')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Headers: 1' })).toBeVisible()

  const without = page.waitForRequest('**/api/users/1')
  await ask(page, '/api/users/1', '200 OK')
  expect((await without).headers()).not.toHaveProperty('x-car')

  await page.getByLabel('Header 2 enabled').check()
  await page.getByLabel('Header 1 enabled').uncheck()
  await page.getByLabel('Header 2 value').fill('mk2')
  await expect(page.getByRole('heading', { name: 'Headers: 1' })).toBeVisible()
  const withIt = page.waitForRequest('**/api/users/2')
  await ask(page, '/api/users/2', '200 OK')
  expect((await withIt).headers()).toMatchObject({
    'x-car': 'mk2',
    accept: 'application/json, text/plain, */*',
  })
})

test('the tester works offline', async ({ page }) => {
  await openTester(page)
  await goOffline(page)
  await page.reload()
  await ask(page, '/api/posts', '200 OK')
})

test('the raw body and the headers can be viewed', async ({ page }) => {
  await openTester(page)
  await ask(page, '/api/users/1', '200 OK')
  expect(JSON.parse(await rawBody(page)).user.username).toBe('mira')
  await page.getByRole('tab', { name: 'Headers' }).click()
  await expect(response(page).getByText('content-type', { exact: true })).toBeVisible()
  await expect(response(page).getByText('application/json')).toBeVisible()
})
