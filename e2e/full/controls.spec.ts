import { readFileSync } from 'node:fs'
import type { Reply } from '../../src/contract/calls.ts'
import { stopWorkers } from '../support/devtools.ts'
import {
  expect,
  logInAsGuest,
  NETWORK,
  posts,
  signUp,
  test,
  toast,
  visit,
  writePost,
} from '../support/fixtures.ts'
import { failNext, fetchApi, mockState, resetData, setMock } from '../support/mock.ts'
import { goOffline } from '../support/pwa-fixtures.ts'

const NO_DELAY = { delay: 0, failures: [], overrides: [], defects: [] }

test.describe('untouched', () => {
  test.use({ slow: true })

  test('the mock replies after 400 ms, but at once for controls and undefined routes', async ({
    page,
    expectErrors,
  }) => {
    await visit(page)
    const { timing } = await fetchApi(page, 'GET /api/posts')
    expect(timing.delay).toBe(400)
    expect(timing.total).toBeGreaterThanOrEqual(400)
    expect((await fetchApi(page, 'GET /api/mock')).timing.delay).toBe(0)
    expect((await fetchApi(page, 'GET /api/test-todos')).timing.delay).toBe(0)
    expectErrors(/\b404\b/)
  })
})

test('every reply has Server-Timing: success, error, forced failure, undefined route', async ({
  page,
  expectErrors,
}) => {
  await visit(page)
  // Not a call of the landing screen, which would use it up.
  await failNext(page, 'GET /api/comments/:postId', 503)
  const answers = {
    'GET /api/posts': 200,
    'GET /api/posts/999': 404,
    'GET /api/comments/1': 503,
    'GET /api/test-todos': 404,
  }
  for (const [line, expected] of Object.entries(answers)) {
    const { status, timing } = await fetchApi(page, line)
    expect(status, line).toBe(expected)
    expect(Object.keys(timing), line).toEqual(['delay', 'lock', 'handler', 'store', 'total'])
  }
  expectErrors(/\b(404|503)\b/)
})

test('a changed delay survives a reload and a stopped worker', async ({ page }) => {
  await visit(page)
  await setMock(page, { delay: 31 })
  const delay = async () => (await fetchApi(page, 'GET /api/posts')).timing.delay
  expect(await delay()).toBe(31)
  await page.reload()
  expect(await delay()).toBe(31)
  await stopWorkers(page)
  expect(await delay()).toBe(31)
})

test('a failure survives a reload and a stopped worker, and ends when it is used up', async ({
  page,
  expectErrors,
}) => {
  await signUp(page)
  const failure = { method: 'POST', path: '/api/posts', status: 500, times: 3 }
  await setMock(page, { failures: [failure] })
  const statusOfWriting = async () => (await fetchApi(page, 'POST /api/posts', {})).status
  expect(await statusOfWriting()).toBe(500)
  await page.reload()
  expect(await statusOfWriting()).toBe(500)
  await stopWorkers(page)
  const { settings } = await mockState(page)
  expect(settings.failures).toEqual([expect.objectContaining({ ...failure, times: 1 })])
  await page.getByRole('textbox', { name: 'What are you driving' }).fill('Third time')
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(toast(page, 'The mock answered 500, as its settings say.')).toBeVisible()
  expect((await mockState(page)).settings).toEqual(NO_DELAY)
  expectErrors(/\b500\b/)
})

test('of 20 parallel calls, exactly the set number fails', async ({ page, expectErrors }) => {
  await visit(page)
  const failure = { method: 'GET', path: '/api/users/:id', status: 500, times: 7 }
  await setMock(page, { failures: [failure] })
  const statuses = await page.evaluate(() =>
    Promise.all(Array.from({ length: 20 }, async () => (await fetch('/api/users/1')).status)),
  )
  expect(statuses.filter((status) => status === 500)).toHaveLength(7)
  expectErrors(/\b500\b/)
})

test('a failure with status 0 is a network error', async ({ page, expectErrors }) => {
  await visit(page)
  await failNext(page, 'GET /api/users', 0)
  const name = await page.evaluate(() => fetch('/api/users').catch((error) => error.name))
  expect(name).toBe('TypeError')
  expect((await fetchApi(page, 'GET /api/users')).status).toBe(200)
  expectErrors(NETWORK)
})

test('an override replaces the reply', async ({ page }) => {
  await signUp(page)
  const { data } = await fetchApi<Reply<'GET /api/posts'>>(page, 'GET /api/posts')
  const [post] = data.posts
  const body = { posts: [{ ...post, content: 'Edited in the tester' }] }
  const override = { method: 'GET', path: '/api/posts', status: 200, body }
  await setMock(page, { overrides: [override] })
  await page.reload()
  await expect(posts(page)).toHaveText([/Edited in the tester/])
  await setMock(page, { overrides: [] })
  await page.reload()
  await expect(posts(page)).toHaveCount(5)
})

test('a reset replaces the data and keeps the session of the guest', async ({ page }) => {
  await logInAsGuest(page)
  await writePost(page, 'Soon gone')
  await resetData(page, { users: 40, posts: 300 })
  await page.reload()
  await expect(posts(page).first()).toBeVisible()
  await expect(posts(page).filter({ hasText: 'Soon gone' })).toHaveCount(0)
  expect((await mockState(page)).counts).toMatchObject({ users: 40, posts: 300 })
  await resetData(page, 'default')
  await page.reload()
  await expect(posts(page)).toHaveCount(5)
})

test('an empty mock rejects the guest with the text of the API', async ({ page, expectErrors }) => {
  await visit(page)
  await resetData(page, 'empty')
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  const text = 'The username you entered is not Registered. Not Found error'
  await expect(toast(page, text)).toBeVisible()
  expectErrors(/\b404\b/)
})

test('1,000 users and 10,000 posts are written to IndexedDB in one transaction', async ({
  page,
}) => {
  await visit(page)
  await resetData(page, { users: 1000, posts: 10_000 })
  await stopWorkers(page)
  const { counts, settings } = await mockState(page)
  expect(counts).toMatchObject({ users: 1000, posts: 10_000 })
  expect(settings).toEqual(NO_DELAY)
  await logInAsGuest(page)
})

test('a snapshot is exported, and restored after a reset', async ({ page, expectErrors }) => {
  const { username, password } = await signUp(page)
  await writePost(page, 'Worth keeping')
  const taken = await fetchApi(page, 'GET /api/mock/snapshot')
  await resetData(page, 'empty')
  expect((await mockState(page)).counts.posts).toBe(0)
  await expect(page.getByRole('form').getByRole('alert')).toContainText('Your session has ended')
  expect((await fetchApi(page, 'POST /api/mock/snapshot', taken.data)).status).toBe(200)
  expect((await fetchApi(page, 'GET /api/mock/snapshot')).data).toEqual(taken.data)
  const form = page.getByRole('form', { name: 'Log-in Form' })
  await form.getByLabel('Username').fill(username)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(posts(page).first()).toContainText('Worth keeping')
  expectErrors(/\b401\b/)
})

test('the description of the API is available offline', async ({ page }) => {
  await visit(page)
  await goOffline(page)
  await stopWorkers(page)
  const { status, data } = await fetchApi<{ openapi: string }>(page, 'GET /api/openapi.json')
  expect([status, data.openapi]).toEqual([200, '3.1.0'])
})

/** An example in the form in which the console of DevTools runs it: a script with top-level await. */
function asConsoleScript(example: string): string {
  const code = readFileSync(new URL(`../../examples/console/${example}`, import.meta.url), 'utf8')
  return `(async () => {${code}})()`
}

for (const example of ['first-steps.js', 'controls.js']) {
  test(`the console example ${example} controls the mock and restores everything`, async ({
    page,
  }) => {
    await logInAsGuest(page)
    await page.evaluate(asConsoleScript(example))
    const { counts, settings } = await mockState(page)
    expect(counts).toMatchObject({ users: 5, posts: 5 })
    expect(settings).toEqual({ delay: 400, failures: [], overrides: [], defects: [] })
  })
}

test('the console example logs in', async ({ page }) => {
  await visit(page)
  // Not awaited: it navigates away. The console fixture collects its errors.
  await page.evaluate(`void ${asConsoleScript('log-in.js')}`)
  await expect(posts(page)).toHaveCount(5)
  await expect(page.getByText('mira').first()).toBeVisible()
})
