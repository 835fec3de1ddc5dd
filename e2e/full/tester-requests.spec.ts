import { readFileSync } from 'node:fs'
import { expect, test } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import { phoneJpeg } from '../support/picture-files.ts'
import {
  ask,
  body,
  endpoint,
  method,
  openTester,
  openTool,
  rawBody,
  response,
  result,
  submit,
} from '../support/tester-page.ts'

test('with an error in the body, Submit sends the last valid one and says so', async ({ page }) => {
  await openTester(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/posts')) sent.push(request.postData() ?? '')
  })
  await page.getByLabel('Authorization', { exact: true }).selectOption('Guest')
  await method(page).selectOption('POST')
  await endpoint(page).fill('/api/posts')
  await body(page).fill('{"content": "Valid"}')
  await body(page).fill('{"content": "Not valid"')
  await submit(page)
  await expect(result(page)).toContainText('201 Created')
  await expect(body(page)).toHaveAccessibleDescription(
    'Error in JSON format Sent: the last valid body, {"content":"Valid"}',
  )
  await body(page).fill('{"content": "Corrected"}')
  await expect(page.getByText('Sent: the last valid body')).toHaveCount(0)
  await submit(page)
  await expect.poll(() => sent).toEqual(['{"content":"Valid"}', '{"content":"Corrected"}'])
})

test('the line under the body names what sending changes; the form survives a reload, without secrets', async ({
  page,
}) => {
  await openTester(page)
  await method(page).selectOption('POST')
  await endpoint(page).fill('/api/x')
  await body(page).fill('{"id": 9007199254740993, "password": "Torque#1", "id": 1e400}')
  await expect(body(page)).toHaveAccessibleDescription(
    'JavaScript changes numbers and keys: 9007199254740993 is sent as 9007199254740992; of the key "id", the last value is sent; 1e400 is sent as null.',
  )
  await body(page).fill('{"id": 1, "password": "Torque#1"}')
  await page.reload()
  await expect(endpoint(page)).toHaveValue('/api/x')
  await expect(method(page)).toHaveValue('POST')
  await expect(body(page)).toHaveValue(/"id": 1,\s+"password": ""/)
  await page.goto('/mock')
  await expect(endpoint(page)).toHaveValue('/api/test-todos')
})

test('a picture is shown, measured and saved as it is', async ({ page }) => {
  await openTester(page)
  await page.getByLabel('Authorization', { exact: true }).selectOption('Guest')
  await method(page).selectOption('POST')
  await endpoint(page).fill('/api/uploads')
  const { buffer } = await phoneJpeg(page)
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'ride.jpg', mimeType: 'image/jpeg', buffer })
  await submit(page)
  await expect(result(page)).toContainText('201 Created')
  const { secure_url: url } = JSON.parse(await rawBody(page))
  await method(page).selectOption('GET')
  await ask(page, url, '200 OK')
  await expect(result(page)).toContainText(`${(buffer.length / 1000).toFixed(1)} kB`)
  await expect(page.getByRole('img', { name: 'The response' })).toHaveJSProperty(
    'naturalWidth',
    200,
  )
  const downloading = page.waitForEvent('download')
  await response(page).getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('response.jpeg')
  expect(readFileSync(await download.path()).equals(buffer)).toBe(true)
  await openTool(page, 'History')
  await page.getByRole('list', { name: 'History' }).getByText(url).click()
  await page.getByRole('tab', { name: 'Raw' }).click()
  await expect(page.getByRole('img', { name: 'The response' })).toBeVisible()
})

test('numbers that JavaScript cannot keep are named, and Raw has their digits', async ({
  page,
}) => {
  await openTester(page)
  const override = { method: 'GET', path: '/api/long', body: { n: 1 }, status: 200 }
  await setMock(page, { overrides: [override] })
  await ask(page, '/api/long', '200 OK')
  await expect(result(page)).not.toContainText('rounds')
  await page.route('**/long.json', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"n": 9007199254740993}' }),
  )
  await ask(page, 'http://long.example/long.json', '200 OK')
  await expect(result(page)).toContainText('too long for JavaScript, which rounds them')
  expect(await rawBody(page)).toContain('9007199254740993')
})

test('the response shows status, time and size, and a search finds keys and values with their paths', async ({
  page,
}) => {
  await openTester(page)
  await ask(page, '/api/users/1', '200 OK')
  await expect(result(page)).toContainText(/\d+ ms/)
  await expect(result(page)).toContainText(/\d+ B/)
  await page.getByLabel('Search the response').fill('MIRA.svg')
  const found = page.getByRole('list', { name: 'Found in the response' })
  await expect(found).toContainText('data.user.profilePhoto.chosen')
  await expect(found.getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('Search the response').fill('warp drive')
  await expect(response(page).getByText('0 places')).toBeVisible()
  await page.getByLabel('Search the response').fill('')
  await expect(found).toBeHidden()
})

test('a click on Submit replaces the former status at once', async ({ page }) => {
  await openTester(page)
  await ask(page, '/api/users/1', '200 OK')
  const shown = await page.evaluate(async () => {
    document.querySelector<HTMLElement>('form[aria-label=Request] [type=submit]')?.click()
    await Promise.resolve()
    return document.querySelector('[role=status][aria-label=Result]')?.textContent
  })
  expect(shown).toBe('Waiting for the response…')
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
