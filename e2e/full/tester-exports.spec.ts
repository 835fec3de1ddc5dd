// The history as a Playwright test, which is run here, and a HAR as the browser records it. What an export contains, and that
// its checks fail, and which answers of a HAR are taken: src/features/tester/formats/*.test.ts.
import { readFile } from 'node:fs/promises'
import { expect, logInAsGuest, test, toast } from '../support/fixtures.ts'
import { fetchApi, mockState, setMock } from '../support/mock.ts'
import { runExported } from '../support/run-exported.ts'
import { ask, body, method, openTester, openTool, rawBody } from '../support/tester-page.ts'

test('R14.17, R14.20: a session passes as a test', async ({ page, expectErrors }, testInfo) => {
  test.slow()
  await openTester(page)
  await setMock(page, { delay: 0 })
  await ask(page, '/api/users/none', '404 Not Found')
  await page.getByLabel('Authorization', { exact: true }).selectOption('mira')
  await method(page).selectOption('POST')
  await body(page).fill(JSON.stringify({ content: `It's "here": true, \\ $HOME` }))
  await ask(page, '/api/posts', '201 Created')
  const [{ _id }] = JSON.parse(await rawBody(page)).posts
  const credentials = { username: 'ada', password: 'Torque#1' }
  for (const [to, status, sent] of [
    [`/api/posts/like/${_id}`, '201 Created'],
    [`/api/posts/like/${_id}`, '400 Bad Request'],
    ['/api/auth/signup', '201 Created', { ...credentials, name: 'Ada' }],
    ['/api/auth/login', '200 OK', credentials],
    ['/api/auth/login', '401 Unauthorized', { ...credentials, password: 'Not it' }],
  ] as const) {
    if (sent) await body(page).fill(JSON.stringify(sent))
    await ask(page, to, status)
  }
  await method(page).selectOption('DELETE')
  await ask(page, `/api/posts/${_id}`, '201 Created')
  expectErrors(/\b(400|401|404)\b/)

  await openTool(page, 'History')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export history' })
  await dialog.getByLabel('Format').selectOption('Playwright test')
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const file = testInfo.outputPath((await saving).suggestedFilename())
  await (await saving).saveAs(file)
  // Neither an id nor a token of this browser.
  expect(await readFile(file, 'utf8')).not.toMatch(new RegExp(`${_id}|eyJ`))
  expect((await runExported(file, testInfo)).stdout).toContain('1 passed')
})

test('a HAR answers in its order (R14.18)', async ({ page, browser }, testInfo) => {
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
  await page.getByLabel('Import requests').setInputFiles(file)
  const preview = page.getByRole('dialog', { name: 'Import requests' })
  const overrides = preview.getByRole('list', { name: 'Overrides' }).getByRole('listitem')
  await expect(overrides.filter({ hasText: '/api/users/2 ' })).toHaveText([
    'GET /api/users/2 answers 200, once',
    'GET /api/users/2 answers 202',
  ])
  await expect(preview).toContainText(/No answers of the mock: .*[0-9] repl.* of log-ins/)
  expect((await mockState(page)).settings.overrides).toEqual([])
  await preview.getByRole('button', { name: 'Answer as recorded' }).click()
  await expect(toast(page, 'The mock now answers as in the HAR')).toBeVisible()
  for (const status of [200, 202, 202])
    expect((await fetchApi(page, 'GET /api/users/2')).status).toBe(status)
})
