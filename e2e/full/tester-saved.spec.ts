// Saved requests: a chain made by hand, run, checked and shared (R14.22 to R14.27). How references, checks, names and
// imported documents are read: src/features/tester/{saved,formats}/*.test.ts.
import type { Page } from 'playwright/test'
import { expectNoViolationsInThemes } from '../support/actions.ts'
import { expect, test, toast } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import {
  body,
  endpoint,
  method,
  openTester,
  openTool,
  response,
  result,
  submit,
} from '../support/tester-page.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const rows = (page: Page) => page.getByRole('list', { name: 'Saved requests' }).locator('> li')
const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('button', { name: `Run ${name}`, exact: true }) })
const run = (page: Page) => page.getByRole('status', { name: 'Run' })

/** Saves the request of the form under a name. */
async function save(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name: 'Request' }).getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, `Saved as ${name}`)).toBeVisible()
}

/** Opens the dialog that adds the requests of a file. */
async function importFile(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
  await page.getByLabel('Import requests').setInputFiles(file)
}

/** Copies the reference to a value of the response, by the button of its line in the tree. */
async function use(page: Page, path: string): Promise<void> {
  const key = path.split(/[.[\]]+/).filter(Boolean)
  const line = response(page).getByRole('treeitem', { name: new RegExp(`^${key.at(-1)}: `) })
  await line.first().hover()
  await page.getByRole('button', { name: `Use in a request: ${path}` }).click()
}

/** The app reads a new post that it can queue, and a run has deleted it by then. */
const DELETED_POST = /\b404\b.*\/api\/posts\//

/** A chain in which later steps use values of earlier replies, made as a tester does: filled in, sent, and saved. */
async function makeChain(page: Page): Promise<void> {
  const post = '{{post.posts[0]._id}}'
  for (const [name, call, sent, status = '201 Created'] of [
    ['Log in', 'POST /api/auth/login', { username: 'mira', password: 'Boxer#1976' }, '200 OK'],
    ['Post', 'POST /api/posts', { content: 'By hand' }],
    [
      'Comment',
      `POST /api/comments/add/${post}`,
      { content: 'On "{{post.posts[0].content}}"\nback \\ $HOME' },
    ],
    ['Delete', `DELETE /api/posts/${post}`, {}],
  ] as const) {
    const [kind = '', to = ''] = call.split(' ')
    await method(page).selectOption(kind)
    await endpoint(page).fill(to)
    await body(page).fill(JSON.stringify(sent))
    await submit(page)
    await expect(result(page)).toContainText(status)
    await save(page, name)
    if (name !== 'Log in') continue
    await use(page, 'data.encodedToken')
    const copied = 'Copied {{log-in.encodedToken}}. Paste it into endpoint, headers or body.'
    await expect(toast(page, copied)).toBeVisible()
    await page.getByLabel('Header 2 name').fill('authorization')
    await page.getByLabel('Header 2 value').focus()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(page.getByLabel('Header 2 value')).toHaveValue('{{log-in.encodedToken}}')
    await expect(page.getByRole('note')).toContainText('below its data: {{post.posts[0]._id}}')
    await page.getByLabel('Header 2 enabled').check()
  }
}

/** Adds a check of a line of the response, by the keyboard. */
async function expectThis(page: Page, path: string, kind: string, value?: string): Promise<void> {
  const name = path.split('.').at(-1)
  const line = response(page).getByRole('treeitem', { name: new RegExp(`^${name}: `) })
  await line.first().focus()
  await page.keyboard.press('e')
  await expect(dialog(page)).toContainText(path)
  await dialog(page).getByLabel('Check').selectOption(kind)
  if (value) await dialog(page).getByRole('textbox').fill(value)
  await dialog(page).getByRole('button', { name: 'Add check' }).click()
  await expect(dialog(page)).toBeHidden()
}

test('a chain is made by hand, gets checks, and runs again after a reload; its link adds it elsewhere and sends nothing (R14.22, R14.24, R14.25, R14.26)', async ({
  page,
  context,
  newContext,
  expectErrors,
}) => {
  test.slow()
  expectErrors(DELETED_POST)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTester(page)
  await setMock(page, { delay: 0 })
  await makeChain(page)
  await openTool(page, 'Saved')
  await expect(rows(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Run all' }).dblclick()
  await expect(run(page)).toHaveText('4 of 4 requests passed')

  await row(page, 'Post').getByRole('button').first().click()
  await expectThis(page, 'data.posts', 'length')
  const first = response(page)
    .getByRole('treeitem', { name: /^0: object/ })
    .first()
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await expectThis(page, 'data.posts[0]._id', 'matches', '^[0-9a-f-]{36}$')
  await expectThis(page, 'status', 'equals')
  await page.getByRole('tab', { name: 'Headers' }).click()
  await page.getByRole('button', { name: 'Expect this: content-type' }).click()
  await dialog(page).getByLabel('Check').selectOption('exists')
  await dialog(page).getByRole('button', { name: 'Add check' }).click()
  await expect(row(page, 'Post')).toContainText('4 of 4 checks passed')

  await page.reload()
  await openTool(page, 'Saved')
  // The replies are gone, and with them the values.
  await page.getByRole('button', { name: 'Run Comment' }).click()
  await expect(row(page, 'Comment')).toContainText(
    '{{post.posts[0]._id}}: “Post” has no reply yet.',
  )
  await expect(result(page)).toContainText('Run it first.')
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(run(page)).toHaveText('4 of 4 requests passed')
  await expect(row(page, 'Comment')).toContainText('201 Created')

  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(toast(page, 'Link to the requests copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const other = await (await newContext()).newPage()
  const sent: string[] = []
  other.on('request', (request) => sent.push(request.url()))
  await other.goto(link)
  await expect(dialog(other)).toContainText('Nothing is sent before you run them.')
  await dialog(other).getByRole('button', { name: 'Cancel' }).click()
  await expect(other).toHaveURL('/mock')
  await openTool(other, 'Saved')
  await expect(other.getByText('No requests saved yet.', { exact: false })).toBeVisible()
  await other.goto(link)
  await dialog(other).getByRole('button', { name: 'Add 4 requests' }).click()
  await openTool(other, 'Saved')
  await expect(rows(other)).toHaveText([/Log in/, /Post/, /Comment/, /DELETE\s*Delete/])
  expect(sent.filter((url) => /\/api\/(auth\/login|comments)/.test(url))).toEqual([])
})

test('a check that fails shows both values; a run stops at the first failure, or goes on; axe finds nothing in all of it (R14.23, R14.25, R14.33)', async ({
  page,
  expectErrors,
}) => {
  test.slow()
  const scan = () => expectNoViolationsInThemes(page)
  await openTester(page)
  await setMock(page, { delay: 0 })
  await endpoint(page).fill('/api/users/none')
  await save(page, 'Nobody')
  expectErrors(/\b404\b/)
  await openTool(page, 'API')
  await page.getByRole('tabpanel', { name: 'API' }).getByText('/api/users', { exact: true }).click()
  await endpoint(page).fill('/api/users/1')
  await submit(page)
  await expect(result(page)).toContainText('200 OK')
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
  await scan()
  await dialog(page).getByLabel('Regular expression').fill('^theo$')
  await page.keyboard.press('Enter')
  const failed = 'Failed data.user.username matches /^theo$/; actual: "mira"'
  await expect(response(page).getByRole('list', { name: 'Checks' })).toContainText(failed)
  await openTool(page, 'Saved')
  await expect(row(page, 'Mira')).toContainText('0 of 1 checks passed')
  // It was sent before it was saved, and nothing was run.
  await expect(run(page)).toBeEmpty()

  await page.reload()
  await openTool(page, 'Saved')
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(run(page)).toHaveText('0 of 2 requests passed, 1 not run, 1 failed: Nobody')
  await expect(row(page, 'Mira')).not.toContainText('200 OK')
  await page.getByLabel('Stop at the first failure').uncheck()
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(run(page)).toHaveText('0 of 2 requests passed, 2 failed: Nobody, Mira')
  await expect(row(page, 'Nobody')).toContainText('404 Not Found')
  await expect(row(page, 'Nobody')).toContainText('Failed status is below 400; actual: 404')
  await expect(row(page, 'Mira')).toContainText(failed)
  await scan()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await scan()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()

  await page.getByRole('button', { name: 'More for Mira' }).click()
  await page.getByRole('menuitem', { name: 'Checks' }).click()
  await dialog(page)
    .getByRole('button', { name: /^Remove the check/ })
    .click()
  await expect(dialog(page)).toContainText('There are none.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(run(page)).toHaveText('1 of 2 requests passed, 1 failed: Nobody')
  await expect(row(page, 'Mira')).not.toContainText('Failed')
})

test('an imported request is sent once its variables have values, which a reload forgets if secret; an expression that never ends fails (R14.35, R14.36)', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/users/')) asked.push(request.url())
  })
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
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(row(page, 'users')).toContainText('{{id}} has no value.')
  expect(asked).toEqual([])
  const variables = page.getByRole('table', { name: 'Variables' })
  await variables.getByRole('textbox', { name: 'id' }).fill('1')
  await variables.getByLabel('token', { exact: true }).fill('abc')
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(row(page, 'users')).toContainText('200 OK')
  expect(asked).toEqual([expect.stringMatching(/\/api\/users\/1\?token=abc$/)])
  await page.reload()
  await openTool(page, 'Saved')
  await expect(page.getByText('2 variables, 1 without a value')).toBeVisible()
  await expect(variables.getByRole('textbox', { name: 'id' })).toHaveValue('1')

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
  await expect(run(page)).toHaveText('0 of 2 requests passed, 1 not run, 1 failed: Long')
})

test('saved requests are renamed with their references, moved, duplicated, opened and deleted; those of another tab follow (R14.22, R14.31)', async ({
  page,
  context,
}) => {
  await openTester(page)
  await endpoint(page).fill('/api/posts')
  await save(page, 'Posts')
  await endpoint(page).fill('/api/posts/{{posts.posts[0]._id}}')
  await save(page, 'One')
  await openTool(page, 'Saved')
  const choose = async (name: string, item: string) => {
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Posts', 'Rename')
  await dialog(page).getByLabel('Name').fill('All posts')
  await dialog(page).getByRole('button', { name: 'Rename' }).click()
  await expect(row(page, 'One')).toContainText('/api/posts/{{all-posts.posts[0]._id}}')

  const names = () => rows(page).getByRole('button', { name: /^Run / })
  const order = async () =>
    (await names().all()).length &&
    (await names().evaluateAll((all) => all.map((one) => one.getAttribute('title'))))
  await choose('One', 'Move earlier')
  await expect.poll(order).toEqual(['Run One', 'Run All posts'])
  // By keyboard, the focus stays on the request that moves.
  const first = row(page, 'One').getByRole('button').first()
  await first.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(order).toEqual(['Run All posts', 'Run One'])
  await expect(first).toBeFocused()

  await choose('One', 'Duplicate')
  await expect.poll(order).toEqual(['Run All posts', 'Run One', 'Run One copy'])
  await choose('One copy', 'Delete')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(rows(page)).toHaveCount(2)
  await row(page, 'All posts').getByRole('button').first().click()
  await expect(endpoint(page)).toHaveValue('/api/posts')

  // After an edit, it is still the opened one. Replaced, it has no outcome and no reply.
  await submit(page)
  await expect(row(page, 'All posts')).toContainText('200 OK')
  await endpoint(page).fill('/api/posts?limit=1')
  const saveButton = page
    .getByRole('region', { name: 'Request' })
    .getByRole('button', { name: 'Save' })
  await saveButton.click()
  await expect(dialog(page).getByLabel('Name')).toHaveValue('All posts')
  await expect(dialog(page)).toContainText('Replaces the saved request of this name.')
  await page.keyboard.press('Enter')
  await expect(row(page, 'All posts')).toContainText('/api/posts?limit=1')
  await expect(row(page, 'All posts')).not.toContainText('200 OK')
  await page.getByRole('button', { name: 'Run One' }).click()
  await expect(row(page, 'One')).toContainText('“All posts” has no reply yet.')
  await expect(rows(page)).toHaveCount(2)
  // A call from the API list begins a new request.
  await openTool(page, 'API')
  await page.getByRole('tabpanel', { name: 'API' }).getByText('/api/users', { exact: true }).click()
  await saveButton.click()
  await expect(dialog(page).getByLabel('Name')).toHaveValue('users')
  await page.keyboard.press('Escape')

  const other = await context.newPage()
  await openTester(other)
  await endpoint(other).fill('/api/users')
  await save(other, 'Users')
  await openTool(page, 'Saved')
  // Playwright shows all pages at once.
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await expect(row(page, 'Users')).toBeVisible()
})
