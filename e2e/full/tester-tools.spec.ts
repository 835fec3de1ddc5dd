// The tools beside the form, and the response panel: the list of calls, the history, copies of a request, files and large texts.
// Which calls are found, what the history keeps and what a copy contains: src/features/tester/**/*.test.ts.
import { readFileSync } from 'node:fs'
import { isUncovered } from '../support/covered.ts'
import { expect, test, toast } from '../support/fixtures.ts'
import { press, row } from '../support/json-editor.ts'
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

test('a call is found; the history keeps it (R14.16)', async ({ page, expectErrors }) => {
  await openTester(page)
  // A call that needs a user is made as the guest, unless another is chosen.
  await page.getByLabel('Search the API').fill('create a post')
  await page.getByRole('button', { name: '/api/posts' }).click()
  const authorization = page.getByLabel('Authorization', { exact: true })
  await expect(authorization).toHaveValue('user:guest')
  await expect(authorization.getByRole('option')).toContainText(['mira', 'theo', 'juno', 'kenji'])
  await submit(page)
  await expect(result(page).getByText('201 Created')).toBeVisible()
  expect(JSON.parse(await rawBody(page)).posts[0].username).toBe('guest')
  await method(page).selectOption('GET')
  await ask(page, '/api/users/none', '404 Not Found')
  expectErrors(/\b404\b/)

  await page.reload()
  await openTool(page, 'History')
  const history = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(history).toContainText(['404 Not Found', '201 Created'])
  await history.nth(1).getByRole('button').click()
  await expect(endpoint(page)).toHaveValue('/api/posts')
  await expect(result(page).getByText('201 Created')).toBeVisible()
  await page.getByRole('button', { name: 'Clear history' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByText('No requests sent yet.')).toBeVisible()

  // Long numbers, and large responses.
  await method(page).selectOption('GET')
  await page.route('**/long.json', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"n": 9007199254740993}' }),
  )
  await ask(page, 'http://long.example/long.json', '200 OK')
  await expect(result(page)).toContainText('too long for JavaScript, which rounds them')
  expect(await rawBody(page)).toContain('9007199254740993')
  await expect(page.getByText('Only a response of this API can be mocked.')).toBeVisible()

  const large = { text: 'x'.repeat(3_000_000) }
  const override = { method: 'GET', path: '/api/large', status: 200, body: large }
  await setMock(page, { delay: 0, overrides: [override] })
  await ask(page, '/api/large', '200 OK')
  await expect(page.getByText('Only the start is shown: 200.0 kB of 3.0 MB.')).toBeVisible()
  expect((await page.getByLabel('Raw body').inputValue()).length).toBeLessThan(201_000)
  await openTool(page, 'History')
  const entry = page.getByRole('list', { name: 'History' }).getByRole('listitem').first()
  await expect(entry).toContainText('response not kept')
  await entry.getByRole('button').click()
  await expect(result(page)).toContainText('The history keeps no responses over 200 kB')
})

test('a request is copied as code and link (R14.15, R14.17)', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTester(page)
  const copied = async (kind: string) => {
    await page.getByRole('button', { name: `Copy as ${kind}` }).click()
    await expect(toast(page, `Copied as ${kind}`)).toBeVisible()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  await method(page).selectOption('DELETE')
  await endpoint(page).fill('/api/posts/1?x=%20&y="z"')
  await page.getByLabel('Authorization', { exact: true }).selectOption('mira')
  expect(await copied('fetch')).toContain('/api/posts/1')
  const link = await copied('link')
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'DELETE' && calls.push(request.url()))
  await page.goto('about:blank')
  await page.goto(link)
  await expect(method(page)).toHaveValue('DELETE')
  await expect(endpoint(page)).toHaveValue('/api/posts/1?x=%20&y="z"')
  await expect(page.getByLabel('Authorization', { exact: true })).toHaveValue('user:mira')
  expect(calls).toEqual([])
  await openTester(page, '?method=POST&type=text/csv&body=a,b')
  await expect(body(page)).toHaveValue('a,b')
  await expect(page.getByText('Sent as it is, as text/csv.')).toBeVisible()
})

test('a picture is shown and saved as it is (R14.19)', async ({ page }) => {
  await openTester(page)
  await page.getByLabel('Authorization', { exact: true }).selectOption('Guest')
  await method(page).selectOption('POST')
  await endpoint(page).fill('/api/uploads')
  const { buffer } = await phoneJpeg(page)
  const file = { name: 'ride.jpg', mimeType: 'image/jpeg', buffer }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
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
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the icon bar does not cover the buttons of an edit', async ({ page }) => {
    await openTester(page)
    await ask(page, '/api/posts', '200 OK')
    for (const key of ['Response', 'data', 'posts', '4'])
      await press(page, row(page, key), 'ArrowRight')
    await press(page, row(page, 'content'), 'F2')
    const save = page.getByRole('button', { name: /^Save as/ }).first()
    await expect(save).toBeInViewport({ ratio: 1 })
    expect(await isUncovered(save)).toBe(true)
  })
})
