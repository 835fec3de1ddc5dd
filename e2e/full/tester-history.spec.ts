import { expect, test, toast } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import {
  ask,
  body,
  endpoint,
  method,
  openTester,
  openTool,
  response,
  result,
} from '../support/tester-page.ts'

const rows = 'History'

test('requests are kept over a reload and can be opened again with their response', async ({
  page,
  complaints,
}) => {
  await openTester(page)
  await setMock(page, { delay: 0 })
  await ask(page, '/api/users/1', '200 OK')
  await ask(page, '/api/users/none', '404 Not Found')
  await page.reload()
  await openTool(page, 'History')
  const history = page.getByRole('list', { name: rows }).getByRole('listitem')
  await expect(history).toHaveCount(2)
  await expect(history.nth(0)).toContainText('404 Not Found')
  await expect(history.nth(1)).toContainText('/api/users/1')
  await history.nth(1).getByRole('button').click()
  await expect(endpoint(page)).toHaveValue('/api/users/1')
  await expect(result(page).getByText('200 OK')).toBeVisible()
  await expect(response(page).getByText('Mira Okafor').first()).toBeVisible()
  complaints.length = 0
})

test('two requests are compared line by line', async ({ page }) => {
  await openTester(page)
  await setMock(page, { delay: 0 })
  await ask(page, '/api/users/1', '200 OK')
  await ask(page, '/api/users/2', '200 OK')
  await openTool(page, 'History')
  await page.getByLabel('Compare GET /api/users/2').check()
  await page.getByLabel('Compare GET /api/users/1').check()
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await expect(comparison).toContainText('removed: ')
  const line = (text: string) => comparison.getByRole('listitem').filter({ hasText: text })
  await expect(line('"username": "mira"')).toContainText('removed')
  await expect(line('"username": "theo"')).toContainText('added')
  await expect(comparison.getByText(/same lines/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Close comparison' }).click()
  await expect(comparison).toBeHidden()
})

test('the history is cleared after a question', async ({ page }) => {
  await openTester(page)
  await ask(page, '/api/users/1', '200 OK')
  await openTool(page, 'History')
  await page.getByRole('button', { name: 'Clear history' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByText('No requests sent yet.')).toBeVisible()
  await page.reload()
  await openTool(page, 'History')
  await expect(page.getByText('No requests sent yet.')).toBeVisible()
})

test('a link reproduces the request, and sends nothing by itself', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTester(page)
  await method(page).selectOption('DELETE')
  await endpoint(page).fill('/api/posts/1?x=%20&y="z"')
  await body(page).fill('{"why": "& = # ü"}')
  await page.getByLabel('Header 2 name').fill('X-Car')
  await page.getByLabel('Authorization', { exact: true }).selectOption('mira')
  await page.getByRole('button', { name: 'Copy as link' }).click()
  await expect(toast(page, 'Copied as link')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  const other = await context.newPage()
  const calls: string[] = []
  other.on('request', (request) => request.method() === 'DELETE' && calls.push(request.url()))
  await other.goto(link)
  await expect(method(other)).toHaveValue('DELETE')
  await expect(endpoint(other)).toHaveValue('/api/posts/1?x=%20&y="z"')
  await expect(body(other)).toHaveValue('{"why": "& = # ü"}')
  await expect(other.getByLabel('Header 2 name')).toHaveValue('X-Car')
  await expect(other.getByLabel('Header 2 enabled')).not.toBeChecked()
  await expect(other.getByLabel('Authorization', { exact: true })).toHaveValue('user:mira')
  expect(calls).toEqual([])
})

test('a link that makes no sense opens the default request', async ({ page }) => {
  await openTester(page, '?method=PATCH&headers=7&auth=root')
  await expect(method(page)).toHaveValue('GET')
  await expect(endpoint(page)).toHaveValue('/api/test-todos')
  await expect(page.getByRole('heading', { name: 'Headers: 1' })).toBeVisible()
})

test('a request is copied as curl, as fetch that runs and as a Playwright test', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTester(page)
  await ask(page, '/api/users', '200 OK')
  await page.getByLabel('Header 2 name').fill('X-Quote')
  await page.getByLabel('Header 2 value').fill("it's")
  await page.getByLabel('Header 2 enabled').check()
  const copied = async (kind: string) => {
    await page.getByRole('button', { name: `Copy as ${kind}` }).click()
    await expect(toast(page, `Copied as ${kind}`)).toBeVisible()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  expect(await copied('curl')).toContain(String.raw`-H 'x-quote: it'\''s'`)
  const code = await copied('fetch')
  const status = await page.evaluate(async (source) => {
    const AsyncFunction = (async () => {}).constructor as FunctionConstructor
    return new AsyncFunction(`${source}; return response.status`)()
  }, code)
  expect(status).toBe(200)
  expect(await copied('Playwright test')).toContain('answers 200')
})
