import { expect, logInAsGuest, posts, test, toast } from '../support/fixtures.ts'
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

test('every call of the API can be searched and selected, with existing ids and an example body', async ({
  page,
}) => {
  await openTester(page)
  const calls = page.getByRole('list', { name: 'Calls of the API' }).getByRole('button')
  expect(await calls.count()).toBeGreaterThanOrEqual(25)
  await page.getByLabel('Search the API').fill('login')
  await calls.click()
  await expect(method(page)).toHaveValue('POST')
  await expect(endpoint(page)).toHaveValue('/api/auth/login')
  await expect(body(page)).toHaveValue(/"username": "guest"/)
  await submit(page)
  await expect(result(page).getByText('200 OK')).toBeVisible()

  await page.getByLabel('Search the API').fill('GET one post')
  await calls.filter({ hasText: '/api/posts/:postId' }).click()
  await expect(endpoint(page)).toHaveValue(/^\/api\/posts\/[0-9a-f-]{36}$/)
  await expect(method(page)).toHaveValue('GET')
  await submit(page)
  await expect(result(page).getByText('200 OK')).toBeVisible()

  await page.getByLabel('Search the API').fill('warp drive')
  await expect(page.getByText('No calls found.')).toBeVisible()
})

test('a call that needs a user defaults to the guest, and can be made as any seeded user', async ({
  page,
}) => {
  await openTester(page)
  await page.getByLabel('Search the API').fill('create a post')
  await page.getByRole('button', { name: '/api/posts' }).click()
  const authorization = page.getByLabel('Authorization', { exact: true })
  await expect(authorization).toHaveValue('user:guest')
  await submit(page)
  await expect(result(page).getByText('201 Created')).toBeVisible()
  expect(JSON.parse(await rawBody(page)).posts[0].username).toBe('guest')

  for (const username of ['mira', 'theo', 'juno', 'kenji']) {
    await authorization.selectOption(username)
    await submit(page)
    await expect(page.getByLabel('Raw body')).toHaveValue(
      new RegExp(`^{\\s+"posts": \\[\\s+{[^}]*"username": "${username}"`),
    )
  }
})

test('a signed-in tester finds the link to the tester, and what is written with the session shows in the app', async ({
  page,
}) => {
  await logInAsGuest(page)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('main').getByRole('link', { name: 'Request tester' }).click()
  await expect(page.getByRole('heading', { name: 'Request tester' })).toBeVisible()
  await page.getByLabel('Authorization', { exact: true }).selectOption('session')
  await method(page).selectOption('POST')
  await body(page).fill('{"content": "Written by the tester"}')
  await ask(page, '/api/posts', '201 Created')
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(posts(page).first()).toContainText('Written by the tester')
})

const rows = 'History'

test('the history survives a reload, and its requests can be opened with their responses', async ({
  page,
  expectErrors,
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
  expectErrors(/\b404\b/)
})

test('clearing the history asks for confirmation', async ({ page }) => {
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

test('a link restores the request without sending it', async ({ page, context }) => {
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

test('a link keeps the type of a body that is no JSON', async ({ page }) => {
  await openTester(page, '?method=POST&type=text/csv&body=a,b')
  await expect(body(page)).toHaveValue('a,b')
  await expect(page.getByText('Sent as it is, as text/csv.')).toBeVisible()
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
