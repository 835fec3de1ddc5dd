// The request tester asks any address; other screens do not.
import type { IncomingHttpHeaders } from 'node:http'
import { LocalServer } from '../../scripts/local-server.ts'
import { expect, logInAsGuest, NETWORK, test as plain } from '../support/fixtures.ts'
import { ask, endpoint, openTester, rawBody, result, submit } from '../support/tester-page.ts'

type Fixtures = { api: { url: string; server: LocalServer; received: IncomingHttpHeaders[] } }

/** A server on another port; `/open` allows every origin to read it. */
const test = plain.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright's signature
  api: async ({}, use) => {
    const received: IncomingHttpHeaders[] = []
    const server = new LocalServer((request, response) => {
      received.push(request.headers)
      if (request.url !== '/closed') response.setHeader('Access-Control-Allow-Origin', '*')
      if (request.url === '/loop') response.setHeader('Location', '/loop').statusCode = 302
      response.setHeader('Content-Type', 'application/json').end('{"bikes":2}')
    })
    await server.start()
    await use({ url: `http://localhost:${server.port}`, server, received })
    await server.stop()
  },
})

test('other servers, and why they fail (R14.6)', async ({ page, api, expectErrors }) => {
  await openTester(page)
  await ask(page, `${api.url}/open`, '200 OK')
  expect(JSON.parse(await rawBody(page))).toEqual({ bikes: 2 })

  await ask(page, `${api.url}/closed`, 'Network Error')
  await expect(result(page)).toContainText(/CORS: localhost:\d+ answers/)
  await ask(page, `${api.url}/loop`, 'Network Error')
  await expect(result(page)).toContainText(/localhost:\d+ redirects, and the redirects never end/)
  await api.server.stop()
  await ask(page, `${api.url}/open`, 'Network Error')
  await expect(result(page)).toContainText(/No connection to localhost:\d+/)
  expectErrors(NETWORK, /CORS policy/)
})

test('a link is shown before it is sent (R14.34)', async ({ page, api }) => {
  await logInAsGuest(page)
  const session = 'It carries your session: it is sent as guest.'
  await openTester(page, '?auth=session&method=POST&endpoint=/api/users/edit&body={"x":"end"}')
  await expect(page.getByRole('note')).toContainText(session)
  await submit(page)
  const dialog = page.getByRole('dialog', { name: 'Send the request of this link?' })
  for (const text of [`${new URL(page.url()).origin}/api/users/edit`, session, '"end"'])
    await expect(dialog).toContainText(text)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(result(page)).toBeEmpty()

  await openTester(page, `?auth=session&endpoint=//localhost:${new URL(api.url).port}/open`)
  await submit(page)
  await expect(dialog).toContainText('It carries no authorization')
  expect(api.received).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(result(page)).toContainText('200 OK')
  await submit(page)
  await expect.poll(() => api.received.length).toBe(2)
  for (const headers of api.received) expect(headers).not.toHaveProperty('authorization')
})

test('other screens connect here only (R14.6, R16.9)', async ({ page, api, expectErrors }) => {
  await logInAsGuest(page)
  const reaches = () =>
    page.evaluate((url) => fetch(url).then(Boolean, () => false), `${api.url}/open`)
  expect(await reaches()).toBe(false)
  await page.getByRole('link', { name: 'Request tester' }).first().click()
  await expect(endpoint(page)).toBeVisible()
  await expect.poll(reaches).toBe(true)
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Vroom' })).toBeVisible()
  expect(await reaches()).toBe(false)
  expectErrors(/Content Security Policy/)
})
