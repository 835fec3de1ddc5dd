// The response panel: files, long numbers and large texts, and what covers it.
import { readFileSync } from 'node:fs'
import { isUncovered } from '../support/covered.ts'
import { expect, test } from '../support/fixtures.ts'
import { press, row } from '../support/json-editor.ts'
import { setMock } from '../support/mock.ts'
import { phoneJpeg } from '../support/picture-files.ts'
import {
  ask,
  endpoint,
  method,
  openTester,
  openTool,
  rawBody,
  response,
  result,
  submit,
} from '../support/tester-page.ts'

test('a picture is shown, measured and saved as it is, from the history too (R14.19)', async ({
  page,
}) => {
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
  const picture = page.getByRole('img', { name: 'The response' })
  await expect(picture).toHaveJSProperty('naturalWidth', 200)
  const downloading = page.waitForEvent('download')
  await response(page).getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('response.jpeg')
  expect(readFileSync(await download.path()).equals(buffer)).toBe(true)
  await openTool(page, 'History')
  await page.getByRole('list', { name: 'History' }).getByText(url).click()
  await page.getByRole('tab', { name: 'Raw' }).click()
  await expect(picture).toBeVisible()
})

test('a response has the digits of long numbers; a large one is cut and not in the history (R14.16)', async ({
  page,
}) => {
  await openTester(page)
  await page.route('**/long.json', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"n": 9007199254740993}' }),
  )
  await ask(page, 'http://long.example/long.json', '200 OK')
  await expect(result(page)).toContainText('too long for JavaScript, which rounds them')
  expect(await rawBody(page)).toContain('9007199254740993')
  await expect(page.getByText('Only a response of this API can be mocked.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mock this response' })).toBeHidden()

  const large = { text: 'x'.repeat(3_000_000) }
  const override = { method: 'GET', path: '/api/large', status: 200, body: large }
  await setMock(page, { delay: 0, overrides: [override] })
  await ask(page, '/api/large', '200 OK')
  await expect(page.getByText('Only the start is shown: 200.0 kB of 3.0 MB.')).toBeVisible()
  expect((await page.getByLabel('Raw body').inputValue()).length).toBeLessThan(201_000)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toBe('response.txt')
  await ask(page, '/api/users/1', '200 OK')
  await openTool(page, 'History')
  const entry = page.getByRole('list', { name: 'History' }).getByRole('listitem').nth(1)
  await expect(entry).toContainText('response not kept')
  await entry.getByRole('button').click()
  await expect(endpoint(page)).toHaveValue('/api/large')
  await expect(result(page)).toContainText('The history keeps no responses over 200 kB')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the icon bar does not cover the buttons of an edit', async ({ page }) => {
    await openTester(page)
    await ask(page, '/api/posts', '200 OK')
    for (const key of ['Response', 'data', 'posts', '0', '1', '2', '3', '4']) {
      await press(page, row(page, key), 'ArrowRight')
    }
    const contents = row(page, 'content')
    await expect(contents).toHaveCount(5)
    for (const index of [0, 2, 4]) {
      await press(page, contents.nth(index), 'F2')
      const save = page.getByRole('button', { name: /^Save as/ }).first()
      await expect(save).toBeInViewport({ ratio: 1 })
      expect(await isUncovered(save), `edit ${index}`).toBe(true)
      await page.keyboard.press('Escape')
    }
  })
})
