// The request tester asks any address; other screens do not.
import { LocalServer } from '../../scripts/local-server.ts'
import { expect, logInAsGuest, NETWORK, test as plain } from '../support/fixtures.ts'
import { ask, endpoint, openTester, rawBody, result, submit } from '../support/tester-page.ts'

type Fixtures = { api: { url: string; server: LocalServer } }

/** A server on another port; `/open` allows every origin to read it. */
const test = plain.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright's signature
  api: async ({}, use) => {
    const server = new LocalServer((request, response) => {
      if (request.url === '/open') response.setHeader('Access-Control-Allow-Origin', '*')
      response.setHeader('Content-Type', 'application/json').end('{"bikes":2}')
    })
    await server.start()
    await use({ url: `http://localhost:${server.port}`, server })
    await server.stop()
  },
})

test('a server on another port is asked, from a direct visit and from a link', async ({
  page,
  api,
}) => {
  await openTester(page)
  await ask(page, `${api.url}/open`, '200 OK')
  await expect(result(page)).toContainText('from the network')
  expect(JSON.parse(await rawBody(page))).toEqual({ bikes: 2 })

  await logInAsGuest(page)
  await page.getByRole('link', { name: 'Request tester' }).first().click()
  await expect(endpoint(page)).toBeVisible()
  await ask(page, `${api.url}/open`, '200 OK')
})

test('every other screen connects only to its own origin, also after the tester', async ({
  page,
  api,
  expectErrors,
}) => {
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
  await page.goBack()
  await expect(endpoint(page)).toBeVisible()
  await expect.poll(reaches).toBe(true)
  expectErrors(/Content Security Policy/)
})

test('a request without a response names its cause', async ({ page, api, expectErrors }) => {
  await openTester(page)
  await ask(page, `${api.url}/closed`, 'Network Error')
  await expect(result(page)).toContainText(/CORS: localhost:\d+ answers/)
  await api.server.stop()
  await ask(page, `${api.url}/open`, 'Network Error')
  await expect(result(page)).toContainText(/No connection to localhost:\d+/)
  await endpoint(page).fill('http://')
  await submit(page)
  await expect(result(page)).toContainText('This is not a valid address.')
  expectErrors(NETWORK, /CORS policy/)
})
