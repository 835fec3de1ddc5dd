// Saved requests: a chain made by hand, run, checked and shared (R14.22 to R14.27). How references, checks, names and
// imported documents are read, what a check says, and which run has failed: src/features/tester/{saved,formats}/*.test.ts.
import type { Page } from 'playwright/test'
import { expectNoViolationsInThemes } from '../support/actions.ts'
import { expect, test, toast } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import {
  ask,
  body,
  endpoint,
  method,
  openTester,
  openTool,
  pressSave,
  response,
  submit,
} from '../support/tester-page.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const rows = (page: Page) => page.getByRole('list', { name: 'Saved requests' }).locator('> li')
const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('button', { name: `Run ${name}`, exact: true }) })
const run = (page: Page) => page.getByRole('status', { name: 'Run' })
const runAll = (page: Page) => page.getByRole('button', { name: 'Run all' })

/** Saves the request of the form under a name. */
async function save(page: Page, name: string): Promise<void> {
  await pressSave(page)
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, `Saved as ${name}`)).toBeVisible()
}

/** Opens the dialog that adds the requests of a file. */
const importFile = (page: Page, name: string, text: string) =>
  page
    .getByLabel('Import requests')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** Chooses an item of the menu of a saved request. */
async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a chain is made by hand, runs again after a reload (R14.22, R14.24); its link (R14.26)', async ({
  page,
  newContext,
  expectErrors,
}) => {
  // The app reads a new post that it can queue, and a run has deleted it by then.
  expectErrors(/\b404\b.*\/api\/posts\//)
  await openTester(page)
  await setMock(page, { delay: 0 })
  await method(page).selectOption('POST')
  await body(page).fill('{"username": "mira", "password": "Boxer#1976"}')
  await ask(page, '/api/auth/login', '200 OK')
  await save(page, 'Log in')
  // The line of the tree copies the reference to its value.
  const token = response(page).getByRole('treeitem', { name: /^encodedToken: / })
  await token.first().hover()
  await page.getByRole('button', { name: 'Use in a request: data.encodedToken' }).click()
  const copied = 'Copied {{log-in.encodedToken}}. Paste it into endpoint, headers or body.'
  await expect(toast(page, copied)).toBeVisible()
  await page.getByLabel('Header 2 name').fill('authorization')
  await page.getByLabel('Header 2 value').focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(page.getByLabel('Header 2 value')).toHaveValue('{{log-in.encodedToken}}')
  await page.getByLabel('Header 2 enabled').check()
  await body(page).fill('{"content": "By hand"}')
  await ask(page, '/api/posts', '201 Created')
  await save(page, 'Post')
  await method(page).selectOption('DELETE')
  await ask(page, '/api/posts/{{post.posts[0]._id}}', '201 Created')
  await save(page, 'Delete')
  await openTool(page, 'Saved')
  await runAll(page).dblclick()
  await expect(run(page)).toHaveText('3 of 3 requests passed')

  await row(page, 'Post').getByRole('button').first().click()
  await page.getByRole('tab', { name: 'Headers' }).click()
  await page.getByRole('button', { name: 'Expect this: content-type' }).click()
  await dialog(page).getByLabel('Check').selectOption('exists')
  await dialog(page).getByRole('button', { name: 'Add check' }).click()
  await expect(row(page, 'Post')).toContainText('1 of 1 checks passed')

  await page.reload()
  await openTool(page, 'Saved')
  // The replies are gone, and with them the values.
  await page.getByRole('button', { name: 'Run Delete' }).click()
  await expect(row(page, 'Delete')).toContainText('{{post.posts[0]._id}}: “Post” has no reply yet.')
  await runAll(page).click()
  await expect(run(page)).toHaveText('3 of 3 requests passed')

  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(toast(page, 'Link to the requests copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const other = await (await newContext()).newPage()
  const sent: string[] = []
  other.on('request', (request) => sent.push(request.url()))
  await other.goto(link)
  await dialog(other).getByRole('button', { name: 'Cancel' }).click()
  await expect(other).toHaveURL('/mock')
  await other.goto(link)
  await dialog(other).getByRole('button', { name: 'Add 3 requests' }).click()
  await openTool(other, 'Saved')
  await expect(rows(other)).toHaveText([/Log in/, /Post/, /DELETE\s*Delete/])
  expect(sent.filter((url) => url.includes('/api/auth/login'))).toEqual([])
})

test('checks that fail, runs, axe (R14.23, R14.25, R14.33)', async ({ page, expectErrors }) => {
  await openTester(page)
  await setMock(page, { delay: 0 })
  await endpoint(page).fill('/api/users/none')
  await save(page, 'Nobody')
  expectErrors(/\b404\b/)
  await openTool(page, 'API')
  await page.getByRole('tabpanel', { name: 'API' }).getByText('/api/users', { exact: true }).click()
  await ask(page, '/api/users/1', '200 OK')
  // The request is not saved yet: this asks for its name first. By keyboard.
  const line = response(page).getByRole('treeitem', { name: /^username: / })
  await line.first().focus()
  await page.keyboard.press('e')
  await dialog(page).getByLabel('Name').fill('Mira')
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('Check').selectOption('matches')
  await dialog(page).getByLabel('Regular expression').fill('(')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Invalid regular expression')
  await expectNoViolationsInThemes(page, 'check')
  await dialog(page).getByLabel('Regular expression').fill('^theo$')
  await page.keyboard.press('Enter')
  const failed = 'Failed data.user.username matches /^theo$/; actual: "mira"'
  await expect(response(page).getByRole('list', { name: 'Checks' })).toContainText(failed)
  await openTool(page, 'Saved')
  // It was sent before it was saved, and nothing was run.
  await expect(run(page)).toBeEmpty()

  await runAll(page).click()
  await expect(run(page)).toHaveText('0 of 2 requests passed, 1 not run, 1 failed: Nobody')
  await expect(row(page, 'Mira')).not.toContainText('200 OK')
  await page.getByLabel('Stop at the first failure').uncheck()
  await runAll(page).click()
  await expect(run(page)).toHaveText('0 of 2 requests passed, 2 failed: Nobody, Mira')
  await expect(row(page, 'Nobody')).toContainText('Failed status is below 400; actual: 404')
  await expect(row(page, 'Mira')).toContainText(failed)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expectNoViolationsInThemes(page, 'export')
  await page.keyboard.press('Escape')
  await expectNoViolationsInThemes(page, 'outcomes')

  await choose(page, 'Mira', 'Checks')
  await dialog(page)
    .getByRole('button', { name: /^Remove the check/ })
    .click()
  await expect(dialog(page)).toContainText('There are none.')
})

test('imports, variables and endless expressions (R14.35, R14.36)', async ({ page }) => {
  const document = `openapi: 3.0.3
paths:
  /api/users/{id}:
    get:
      parameters: [{in: query, name: token, required: true}, {in: query, name: page}]
      responses: {'200': {description: ok}}`
  await openTester(page)
  await openTool(page, 'Saved')
  await importFile(page, 'openapi.yaml', document)
  await expect(dialog(page).getByRole('list', { name: 'Left out' })).toHaveText(
    /1 optional query parameter without an example.*1 description of replies/,
  )
  await dialog(page).getByRole('button', { name: 'Add 1 request' }).click()
  await runAll(page).click()
  await expect(row(page, 'users')).toContainText('{{id}} has no value.')
  const variables = page.getByRole('table', { name: 'Variables' })
  await variables.getByRole('textbox', { name: 'id' }).fill('1')
  await variables.getByLabel('token', { exact: true }).fill('abc')
  const sent = page.waitForRequest('**/api/users/*')
  await runAll(page).click()
  await expect(row(page, 'users')).toContainText('200 OK')
  expect((await sent).url()).toMatch(/\/api\/users\/1\?token=abc$/)
  await page.reload()
  await openTool(page, 'Saved')
  // The token is secret.
  await expect(page.getByText('2 variables, 1 without a value')).toBeVisible()

  // The page answers while the expression is evaluated.
  const long = { text: `${'a'.repeat(50)}!` }
  const override = { method: 'GET', path: '/api/long', status: 200, body: long }
  await setMock(page, { overrides: [override] })
  const check = { path: ['data', 'text'], kind: 'matches', value: '^(a+)+$' }
  const request = { method: 'GET', endpoint: '/api/long', headers: [], body: '{}', auth: 'none' }
  const file = JSON.stringify({ gearheadsRequests: [{ name: 'Long', request, checks: [check] }] })
  await importFile(page, 'x.json', file)
  await dialog(page).getByRole('button', { name: 'Add 1 request' }).click()
  await page.getByRole('button', { name: 'Run Long' }).click()
  await expect(row(page, 'Long')).toContainText('This took longer than 1 s, and was stopped.')
})

test('saved requests are arranged (R14.22, R14.31)', async ({ page }) => {
  await openTester(page)
  await endpoint(page).fill('/api/posts')
  await save(page, 'Posts')
  await endpoint(page).fill('/api/users')
  await save(page, 'People')
  await openTool(page, 'Saved')
  await choose(page, 'Posts', 'Rename')
  await dialog(page).getByLabel('Name').fill('All posts')
  await dialog(page).getByRole('button', { name: 'Rename' }).click()
  // By keyboard, the focus stays on the request that moves.
  await choose(page, 'People', 'Move earlier')
  await expect(rows(page)).toHaveText([/People/, /All posts/])
  const first = row(page, 'People').getByRole('button').first()
  await first.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(rows(page)).toHaveText([/All posts/, /People/])
  await expect(first).toBeFocused()
  await choose(page, 'People', 'Duplicate')
  await choose(page, 'People copy', 'Delete')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(rows(page)).toHaveCount(2)
  await row(page, 'All posts').getByRole('button').first().click()
  await expect(endpoint(page)).toHaveValue('/api/posts')

  // After an edit, it is still the opened one. Replaced, it has no outcome and no reply.
  await submit(page)
  await expect(row(page, 'All posts')).toContainText('200 OK')
  await endpoint(page).fill('/api/posts?limit=1')
  await pressSave(page)
  await expect(dialog(page).getByLabel('Name')).toHaveValue('All posts')
  await expect(dialog(page)).toContainText('Replaces the saved request of this name.')
  await page.keyboard.press('Enter')
  await expect(row(page, 'All posts')).toContainText('/api/posts?limit=1')
  await expect(row(page, 'All posts')).not.toContainText('200 OK')

  const other = await page.context().newPage()
  await openTester(other)
  await save(other, 'Of another tab')
  // Playwright shows all pages at once.
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await expect(row(page, 'Of another tab')).toBeVisible()
})
