import type { Outgoing } from './outgoing.ts'
import { literal, quoteJs } from './quote.ts'
import { fetchCall } from './to-fetch.ts'

type Options = {
  /** What the test expects. */
  status: number
  /** Whom the test logs in: a new browser has its own data, in which no older token is good. */
  user?: { username: string; password: string }
}

/**
 * A Playwright test that makes the request in the page, where the worker answers it. Playwright's own
 * `request` would go past the worker, to the host.
 */
export function toPlaywright(request: Outgoing, { status, user }: Options): string {
  const url = pathOf(request.url)
  const { authorization, ...headers } = request.headers
  const code = user && `{ ...${literal(headers, 6)}, authorization: encodedToken }`
  return `import { expect, test } from 'playwright/test'

test(${quoteJs(`${request.method} ${url} answers ${status}`)}, async ({ page }) => {
  await page.goto(${quoteJs(`${location.origin}${location.pathname}`)})
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  const status = await page.evaluate(async () => {
${user ? logIn(user) : ''}    const response = await ${fetchCall({ ...request, url }, 4, code)}
    return response.status
  })
  expect(status).toBe(${status})
})
`
}

function logIn(user: { username: string; password: string }): string {
  const headers = { 'content-type': 'application/json' }
  const call = { method: 'POST', url: '/api/auth/login', headers, data: user }
  return `    const login = await ${fetchCall(call, 4)}
    const { encodedToken } = await login.json()
`
}

/** Our own addresses without the origin, so that the test runs against any. */
function pathOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { origin, pathname, search } = new URL(url)
  return origin === location.origin ? pathname + search : url
}
