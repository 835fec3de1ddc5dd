// The tools beside the form: the list of calls, the history, and copies of a request. Which calls are found and which
// ids they get: src/features/tester/api-list/*.test.ts; what a copy contains: src/features/tester/formats/*.test.ts.
import { expect, test, toast } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
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

test('every call of the API can be searched, selected with an example body, and made as any seeded user', async ({
  page,
}) => {
  await openTester(page)
  const calls = page.getByRole('list', { name: 'Calls of the API' }).getByRole('button')
  const search = page.getByLabel('Search the API')
  expect(await calls.count()).toBeGreaterThanOrEqual(25)
  await search.fill('login')
  await calls.click()
  await expect(method(page)).toHaveValue('POST')
  await expect(endpoint(page)).toHaveValue('/api/auth/login')
  await expect(body(page)).toHaveValue(/"username": "guest"/)
  await submit(page)
  await expect(result(page).getByText('200 OK')).toBeVisible()

  await search.fill('warp drive')
  await expect(page.getByText('No calls found.')).toBeVisible()

  // A call that needs a user is made as the guest, unless another is chosen.
  await search.fill('create a post')
  await page.getByRole('button', { name: '/api/posts' }).click()
  const authorization = page.getByLabel('Authorization', { exact: true })
  await expect(authorization).toHaveValue('user:guest')
  await submit(page)
  await expect(result(page).getByText('201 Created')).toBeVisible()
  expect(JSON.parse(await rawBody(page)).posts[0].username).toBe('guest')
  await expect(authorization.getByRole('option')).toContainText(['mira', 'theo', 'juno', 'kenji'])
})

test('the history survives a reload, opens its requests with their responses, and is cleared after a question (R14.16)', async ({
  page,
  expectErrors,
}) => {
  await openTester(page)
  await setMock(page, { delay: 0 })
  await ask(page, '/api/users/1', '200 OK')
  await ask(page, '/api/users/none', '404 Not Found')
  expectErrors(/\b404\b/)
  await page.reload()
  await openTool(page, 'History')
  const history = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(history).toHaveCount(2)
  await expect(history.nth(0)).toContainText('404 Not Found')
  await expect(history.nth(1)).toContainText('/api/users/1')
  await history.nth(1).getByRole('button').click()
  await expect(endpoint(page)).toHaveValue('/api/users/1')
  await expect(result(page).getByText('200 OK')).toBeVisible()
  await expect(response(page).getByText('Mira Okafor').first()).toBeVisible()

  await page.getByRole('button', { name: 'Clear history' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByText('No requests sent yet.')).toBeVisible()
  await page.reload()
  await openTool(page, 'History')
  await expect(page.getByText('No requests sent yet.')).toBeVisible()
})

test('a request is copied as code, and as a link that sends nothing (R14.15, R14.17)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTester(page)
  const copied = async (kind: string) => {
    await page.getByRole('button', { name: `Copy as ${kind}` }).click()
    await expect(toast(page, `Copied as ${kind}`)).toBeVisible()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  await method(page).selectOption('DELETE')
  await endpoint(page).fill('/api/posts/1?x=%20&y="z"')
  await body(page).fill('{"why": "& = # ü"}')
  await page.getByLabel('Header 2 name').fill('X-Car')
  await page.getByLabel('Authorization', { exact: true }).selectOption('mira')
  // That the code sends the same request: src/features/tester/formats/code.test.ts.
  expect(await copied('fetch')).toContain('/api/posts/1')
  const link = await copied('link')

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
  await openTester(other, '?method=POST&type=text/csv&body=a,b')
  await expect(body(other)).toHaveValue('a,b')
  await expect(other.getByText('Sent as it is, as text/csv.')).toBeVisible()
})
