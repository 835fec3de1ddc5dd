// The history as a Playwright test, curl, Python and HAR, each of which is run here; and the import of a HAR.
import { readFile } from 'node:fs/promises'
import { Ajv } from 'ajv'
import type { Page, TestInfo } from 'playwright/test'
import { Club } from '../support/club.ts'
import { expect, logInAsGuest, NETWORK, test, toast } from '../support/fixtures.ts'
import { harSchema } from '../support/har-schema.ts'
import { fetchApi, mockState, setMock } from '../support/mock.ts'
import { replaceIn, run, runExported } from '../support/run-exported.ts'
import { ask, body, method, openTester, openTool, rawBody } from '../support/tester-page.ts'

const CONTENT = `It's "here": true, \\ $HOME`

/** Sends three requests: a read, one that fails, and a write of a seeded user. */
async function record(page: Page, expectErrors: (...patterns: RegExp[]) => void): Promise<void> {
  await openTester(page)
  await setMock(page, { delay: 0 })
  await ask(page, '/api/users/1', '200 OK')
  await ask(page, '/api/users/none', '404 Not Found')
  expectErrors(/\b404\b/)
  await page.getByLabel('Authorization', { exact: true }).selectOption('mira')
  await method(page).selectOption('POST')
  await body(page).fill(JSON.stringify({ content: CONTENT }))
  await ask(page, '/api/posts', '201 Created')
}

/** Downloads the history in a format, without a token of this browser. */
async function download(page: Page, format: string, testInfo: TestInfo): Promise<string> {
  await openTool(page, 'History')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export history' })
  await dialog.getByLabel('Format').selectOption(format)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const file = testInfo.outputPath((await saving).suggestedFilename())
  await (await saving).saveAs(file)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  expect(await readFile(file, 'utf8')).not.toContain('eyJ')
  return file
}

test('a session of fifteen calls passes as a Playwright test, and runs as curl and Python', async ({
  page,
  expectErrors,
}, testInfo) => {
  test.slow()
  await record(page, expectErrors)
  const [{ _id }] = JSON.parse(await rawBody(page)).posts
  await ask(page, `/api/posts/like/${_id}`, '201 Created')
  await ask(page, `/api/posts/like/${_id}`, '400 Bad Request')
  await body(page).fill('{"content": "A comment"}')
  await ask(page, `/api/comments/add/${_id}`, '201 Created')
  const credentials = { username: 'ada', password: 'Torque#1' }
  await body(page).fill(JSON.stringify({ ...credentials, name: 'Ada' }))
  await ask(page, '/api/auth/signup', '201 Created')
  await ask(page, '/api/auth/signup', '422 Unprocessable Content')
  await body(page).fill(JSON.stringify(credentials))
  await ask(page, '/api/auth/login', '200 OK')
  await body(page).fill(JSON.stringify({ ...credentials, password: 'Not it' }))
  await ask(page, '/api/auth/login', '401 Unauthorized')
  await body(page).fill('{"content": "Edited"}')
  await ask(page, `/api/posts/edit/${_id}`, '201 Created')
  await ask(page, `/api/users/bookmark/${_id}`, '200 OK')
  await method(page).selectOption('GET')
  await ask(page, `/api/comments/${_id}`, '200 OK')
  await ask(page, '/api/posts/user/mira?limit=2', '200 OK')
  await method(page).selectOption('DELETE')
  await ask(page, `/api/posts/${_id}`, '201 Created')
  expectErrors(/\b(400|401|422)\b/)
  const file = await download(page, 'Playwright test', testInfo)
  expect(await readFile(file, 'utf8')).not.toContain(_id)
  expect((await runExported(file, testInfo)).stdout).toContain('1 passed')
  await replaceIn(file, '404', '200')
  await expect(runExported(file, testInfo)).rejects.toMatchObject({ stdout: /1 failed/ })

  const api = new Club('--api-only', '--controls')
  await api.start()
  for (const [format, program] of [
    ['curl', 'sh'],
    ['Python', 'python3'],
  ] as const) {
    const script = await download(page, format, testInfo)
    await replaceIn(script, 'http://localhost:4180', api.url)
    const { stdout } = await run(program, [script])
    // The comment is under the new post, and the post is edited later.
    expect(stdout).toMatch(/A comment.*"content":\s?"Edited"/s)
    expect(stdout).not.toContain('is malformed')
  }
  await api.remove()
})

const importFile = (page: Page) => page.getByLabel('Import requests')
const preview = (page: Page) => page.getByRole('dialog', { name: 'Import requests' })

test('the exported HAR is valid, and Playwright answers from it', async ({
  page,
  browser,
  expectErrors,
}, testInfo) => {
  await record(page, expectErrors)
  const file = await download(page, 'HAR', testInfo)
  const har = JSON.parse(await readFile(file, 'utf8'))
  const validate = new Ajv({ strict: false }).compile(harSchema)
  expect(validate(har), JSON.stringify(validate.errors)).toBe(true)

  // `page.route` never sees what a worker answers.
  const context = await browser.newContext({ serviceWorkers: 'block' })
  await context.routeFromHAR(file, { url: '**/api/**' })
  const other = await context.newPage()
  await other.goto(new URL('/logo.svg', page.url()).href)
  const answer = (path: string) =>
    other.evaluate(async (path) => {
      const response = await fetch(path)
      return [response.status, await response.json()]
    }, path)
  expect(await answer('/api/users/1')).toMatchObject([200, { user: { username: 'mira' } }])
  expect((await answer('/api/users/none'))[0]).toBe(404)
  await context.close()
})

test('a HAR of the browser answers in its order, after a preview', async ({
  page,
  browser,
}, testInfo) => {
  const file = testInfo.outputPath('browser.har')
  const context = await browser.newContext({ recordHar: { path: file } })
  const recorded = await context.newPage()
  await logInAsGuest(recorded)
  await fetchApi(recorded, 'GET /api/users/2')
  const answer = { method: 'GET', path: '/api/users/2', status: 202, body: 1 }
  await setMock(recorded, { overrides: [answer] })
  await fetchApi(recorded, 'GET /api/users/2')
  await context.close()

  await openTester(page)
  await openTool(page, 'Saved')
  await setMock(page, { overrides: [answer, { ...answer, path: '/api/garage', body: 'kept' }] })
  await importFile(page).setInputFiles(file)
  const overrides = preview(page).getByRole('list', { name: 'Overrides' }).getByRole('listitem')
  await expect(overrides.filter({ hasText: '/api/users/2 ' })).toHaveText([
    'GET /api/users/2 answers 200, once',
    'GET /api/users/2 answers 202',
  ])
  await expect(preview(page)).toContainText(/No answers of the mock: .*[0-9] repl.* of log-ins/)
  await preview(page).getByRole('button', { name: 'Cancel' }).click()
  expect((await mockState(page)).settings.overrides).toHaveLength(2)

  await importFile(page).setInputFiles(file)
  await preview(page).getByRole('button', { name: 'Answer as recorded' }).click()
  await expect(toast(page, 'The mock now answers as in the HAR')).toBeVisible()
  const first = await fetchApi(page, 'GET /api/users/2')
  expect(first).toMatchObject({ status: 200, data: { user: { username: 'theo' } } })
  for (const _ of [1, 2]) expect((await fetchApi(page, 'GET /api/users/2')).status).toBe(202)
  expect((await fetchApi(page, 'GET /api/garage')).data).toBe('kept')
})

test('an export says which requests and responses it does not have', async ({
  page,
  expectErrors,
}) => {
  await openTester(page)
  const text = 'x'.repeat(300_000)
  const large = { method: 'GET', path: '/api/large', status: 200, body: { text } }
  await setMock(page, { delay: 0, overrides: [large] })
  await ask(page, '/api/large', '200 OK')
  await setMock(page, { failures: [{ method: 'GET', path: '/api/users', status: 0 }] })
  await ask(page, '/api/users', 'Network Error')
  expectErrors(NETWORK)
  await openTool(page, 'History')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 of 2 requests')
  await expect(dialog).toContainText('The history keeps no responses over 200 kB')
})
