import { expect, test } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import { goOffline } from '../support/pwa-fixtures.ts'
import {
  ask,
  body,
  endpoint,
  method,
  openTester,
  response,
  result,
  submit,
} from '../support/tester-page.ts'

test('a visitor opens the tester without signing in and finds the defaults', async ({ page }) => {
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

test('a call without a route shows the error itself, and logs it', async ({ page, complaints }) => {
  await openTester(page)
  await submit(page)
  await expect(result(page).getByText('404 Not Found')).toBeVisible()
  await expect(response(page).getByText('UNDEFINED_ROUTE').first()).toBeVisible()
  await expect(
    response(page).getByText('Request failed with status code 404').first(),
  ).toBeVisible()
  expect(complaints.join()).toContain('Request failed with status code 404')
  complaints.length = 0
})

test('a failed call shows the response of its error', async ({ page, complaints }) => {
  await openTester(page)
  await ask(page, '/api/posts/none', '404 Not Found')
  await expect(
    response(page)
      .getByText(/There is no such post/)
      .first(),
  ).toBeVisible()
  complaints.length = 0
})

test('a call that nobody answers leaves the response undefined', async ({ page, complaints }) => {
  await openTester(page)
  await ask(page, '/api/users/1', '200 OK')
  await setMock(page, { failures: [{ method: 'GET', path: '*', status: 0 }] })
  await submit(page)
  await expect(result(page).getByText('Network Error')).toBeVisible()
  await expect(page.getByText('Response is undefined.')).toBeVisible()
  complaints.length = 0
})

test('the body must be JSON; an empty one is not', async ({ page }) => {
  await openTester(page)
  const error = page.getByText('Error in JSON format')
  for (const text of ['', '{', "{'a': 1}"]) {
    await body(page).fill(text)
    await expect(error).toBeVisible()
    await body(page).fill('{"a": [1]}')
    await expect(error).toBeHidden()
  }
})

test('a POST sends the parsed body, a GET sends none', async ({ page }) => {
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

test('only enabled headers are sent, and N counts them', async ({ page }) => {
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

test('the endpoint is not checked: whatever is typed is asked for', async ({
  page,
  complaints,
}) => {
  await openTester(page)
  await ask(page, 'http://', 'Network Error')
  await ask(page, '', '200 OK')
  await expect(result(page)).toContainText('from the worker')
  complaints.length = 0
})

test('the tester works with the network off', async ({ page }) => {
  await openTester(page)
  await goOffline(page)
  await page.reload()
  await ask(page, '/api/posts', '200 OK')
})
