// The history as a Playwright test, curl and Python, each of which is run here; and the import of a HAR. What an
// export contains, and that its checks fail: src/features/tester/formats/*.test.ts.
import { readFile } from 'node:fs/promises'
import type { Page, TestInfo } from 'playwright/test'
import { Club } from '../support/club.ts'
import { expect, logInAsGuest, test, toast } from '../support/fixtures.ts'
import { fetchApi, mockState, setMock } from '../support/mock.ts'
import { replaceIn, run, runExported } from '../support/run-exported.ts'
import { ask, body, method, openTester, openTool, rawBody } from '../support/tester-page.ts'

const CONTENT = `It's "here": true, \\ $HOME`

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

test('a session passes as a Playwright test, and runs as curl and Python (R14.17, R14.20)', async ({
  page,
  expectErrors,
}, testInfo) => {
  test.slow()
  await openTester(page)
  await setMock(page, { delay: 0 })
  await ask(page, '/api/users/1', '200 OK')
  await ask(page, '/api/users/none', '404 Not Found')
  await page.getByLabel('Authorization', { exact: true }).selectOption('mira')
  await method(page).selectOption('POST')
  await body(page).fill(JSON.stringify({ content: CONTENT }))
  await ask(page, '/api/posts', '201 Created')
  const [{ _id }] = JSON.parse(await rawBody(page)).posts
  const credentials = { username: 'ada', password: 'Torque#1' }
  for (const [to, status, sent] of [
    [`/api/posts/like/${_id}`, '201 Created'],
    [`/api/posts/like/${_id}`, '400 Bad Request'],
    [`/api/comments/add/${_id}`, '201 Created', { content: 'A comment' }],
    ['/api/auth/signup', '201 Created', { ...credentials, name: 'Ada' }],
    ['/api/auth/signup', '422 Unprocessable Content'],
    ['/api/auth/login', '200 OK', credentials],
    ['/api/auth/login', '401 Unauthorized', { ...credentials, password: 'Not it' }],
    [`/api/posts/edit/${_id}`, '201 Created', { content: 'Edited' }],
    [`/api/users/bookmark/${_id}`, '200 OK'],
  ] as const) {
    if (sent) await body(page).fill(JSON.stringify(sent))
    await ask(page, to, status)
  }
  await method(page).selectOption('GET')
  await ask(page, `/api/comments/${_id}`, '200 OK')
  await method(page).selectOption('DELETE')
  await ask(page, `/api/posts/${_id}`, '201 Created')
  expectErrors(/\b(400|401|404|422)\b/)
  const file = await download(page, 'Playwright test', testInfo)
  expect(await readFile(file, 'utf8')).not.toContain(_id)
  expect((await runExported(file, testInfo)).stdout).toContain('1 passed')

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

test('a HAR of the browser answers in its order, after a preview (R14.18)', async ({
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
