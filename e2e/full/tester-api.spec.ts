import { expect, logInAsGuest, test } from '../support/fixtures.ts'
import {
  ask,
  body,
  endpoint,
  method,
  openTester,
  rawBody,
  response,
  result,
  submit,
} from '../support/tester-page.ts'

test('every call of the API can be searched and chosen, with ids that exist and a body', async ({
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

test('a call that needs a user gets the guest, and is made as any seeded user', async ({
  page,
}) => {
  await openTester(page)
  await page.getByLabel('Search the API').fill('write a post')
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
      new RegExp(`^{"posts":\\[{[^}]*"username":"${username}"`),
    )
  }
})

test('without a token a call that needs a user is refused', async ({ page, complaints }) => {
  await openTester(page)
  await method(page).selectOption('POST')
  await body(page).fill('{"content": "Nobody"}')
  await ask(page, '/api/posts', '404 Not Found')
  await expect(
    response(page)
      .getByText(/not Registered/)
      .first(),
  ).toBeVisible()
  complaints.length = 0
})

test('a signed-in tester finds the way there and calls with the session', async ({ page }) => {
  await logInAsGuest(page)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('main').getByRole('link', { name: 'Request tester' }).click()
  await expect(page.getByRole('heading', { name: 'Request tester' })).toBeVisible()
  await page.getByLabel('Authorization', { exact: true }).selectOption('session')
  await ask(page, '/api/users/bookmark', '200 OK')
})

test('a write of the tester shows in the app', async ({ page }) => {
  await logInAsGuest(page)
  await page.getByRole('link', { name: 'Request tester' }).click()
  await page.getByLabel('Authorization', { exact: true }).selectOption('session')
  await method(page).selectOption('POST')
  await body(page).fill('{"content": "Written by the tester"}')
  await ask(page, '/api/posts', '201 Created')
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(page.getByText('Written by the tester')).toBeVisible()
})
