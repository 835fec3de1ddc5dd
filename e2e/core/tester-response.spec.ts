import { expect, test } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import {
  ask,
  endpoint,
  method,
  openTester,
  rawBody,
  response,
  result,
  submit,
} from '../support/tester-page.ts'

test('an answer tells status, time, size, source and where the server spent the time', async ({
  page,
}) => {
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

test('an answer of the host itself is from the network', async ({ page, complaints }) => {
  await openTester(page)
  // The worker answers for files; what is sent elsewhere than to /api, it leaves to the network.
  await method(page).selectOption('POST')
  await ask(page, '/not-a-file.txt', '404 Not Found')
  complaints.length = 0
  await expect(result(page)).toContainText('from the network')
})

test('the raw body and the headers are there to be read', async ({ page }) => {
  await openTester(page)
  await ask(page, '/api/users/1', '200 OK')
  expect(JSON.parse(await rawBody(page)).user.username).toBe('mira')
  await page.getByRole('tab', { name: 'Headers' }).click()
  await expect(response(page).getByText('content-type', { exact: true })).toBeVisible()
  await expect(response(page).getByText('application/json')).toBeVisible()
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

test('a request on its way shows that it is, and can be cancelled', async ({
  page,
  complaints,
}) => {
  await openTester(page)
  await setMock(page, { delay: 30_000 })
  await endpoint(page).fill('/api/users')
  await submit(page)
  await expect(result(page).getByText('Waiting for the response…')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(result(page).getByText('Request aborted')).toBeVisible()
  await expect(page.getByText('Response is undefined.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden()
  complaints.length = 0
})
