import { expect, NETWORK, test } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
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

test('a call without a reply leaves the response undefined', async ({ page, expectErrors }) => {
  await openTester(page)
  await ask(page, '/api/users/1', '200 OK')
  await setMock(page, { failures: [{ method: 'GET', path: '*', status: 0 }] })
  await submit(page)
  await expect(result(page).getByText('Network Error')).toBeVisible()
  await expect(page.getByText('Response is undefined.')).toBeVisible()
  expectErrors(NETWORK)
})

test('the body must be JSON, and an empty body is rejected', async ({ page }) => {
  await openTester(page)
  const error = page.getByText('Error in JSON format')
  for (const text of ['', '{', "{'a': 1}"]) {
    await body(page).fill(text)
    await expect(error).toBeVisible()
    await body(page).fill('{"a": [1]}')
    await expect(error).toBeHidden()
  }
})

test('the endpoint is not validated: any address is requested', async ({ page, expectErrors }) => {
  await openTester(page)
  await ask(page, 'http://', 'Network Error')
  await ask(page, '', '200 OK')
  await expect(result(page)).toContainText('from the worker')
  expectErrors(NETWORK, /Invalid URL/)
})

test('the response shows status, time, size, source and server timings', async ({ page }) => {
  await openTester(page)
  await ask(page, '/api/users/1', '200 OK')
  const about = result(page)
  await expect(about).toContainText(/\d+ ms/)
  await expect(about).toContainText(/\d+ B/)
  await expect(about).toContainText('from the worker')
  const timing = about.getByRole('figure', { name: 'Server timing' })
  await expect(timing).toContainText('delay 400 ms')
  for (const part of ['lock', 'handler', 'store']) await expect(timing).toContainText(part)
})

test('a response of the host is marked as from the network', async ({ page, expectErrors }) => {
  await openTester(page)
  // The worker serves files for GET only: it passes a POST outside /api to the network.
  await method(page).selectOption('POST')
  await ask(page, '/not-a-file.txt', '404 Not Found')
  expectErrors(/\b404\b/)
  await expect(result(page)).toContainText('from the network')
})

test('a search in the response finds keys and values with their paths', async ({ page }) => {
  await openTester(page)
  await ask(page, '/api/users/1', '200 OK')
  await page.getByLabel('Search the response').fill('MIRA.svg')
  const found = page.getByRole('list', { name: 'Found in the response' })
  await expect(found).toContainText('data.user.profilePhoto.chosen')
  await expect(found.getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('Search the response').fill('warp drive')
  await expect(response(page).getByText('0 places')).toBeVisible()
  await page.getByLabel('Search the response').fill('')
  await expect(found).toBeHidden()
})

test('a pending request is indicated and can be cancelled', async ({ page, expectErrors }) => {
  await openTester(page)
  await setMock(page, { delay: 30_000 })
  await endpoint(page).fill('/api/users')
  await submit(page)
  await expect(result(page).getByText('Waiting for the response…')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(result(page).getByText('Request aborted')).toBeVisible()
  await expect(page.getByText('Response is undefined.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden()
  expectErrors(/Request aborted/)
})
