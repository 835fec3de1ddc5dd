// Simulated failures of every kind: as fetch in a page sees them, and as the app reacts to them.
import type { Page } from 'playwright/test'
import type { NewFailure } from '../../src/contract/failures.ts'
import { composer, firstLike } from '../support/actions.ts'
import { expect, NETWORK, posts, signUp, test, toast, visit } from '../support/fixtures.ts'
import { failNext, mockState, setMock } from '../support/mock.ts'

/** Sends GET /api/posts, gives up after a second, and describes the outcome. */
function fetchFeed(page: Page) {
  return page.evaluate(async () => {
    try {
      const response = await fetch('/api/posts', { signal: AbortSignal.timeout(1000) })
      const { status, headers, redirected, url } = response
      let bytes = 0
      try {
        for await (const chunk of response.clone().body ?? []) bytes += chunk.length
      } catch {}
      const body = await response.json().then(
        (json) => Object.keys(json).join(),
        (error) => error.name,
      )
      return {
        status,
        body,
        hasBytes: bytes > 0,
        type: headers.get('Content-Type'),
        ...{ retryAfter: headers.get('Retry-After'), path: redirected && new URL(url).pathname },
      }
    } catch (error) {
      return (error as Error).name
    }
  })
}

const json = { type: 'application/json', hasBytes: true, retryAfter: null, path: false }
const feed = { method: 'GET', path: '/api/posts' }

const seenByFetch: [NewFailure, unknown][] = [
  [
    { ...feed, status: 503 },
    { ...json, status: 503, body: 'error' },
  ],
  [
    { ...feed, status: 429, retryAfter: 30 },
    { ...json, status: 429, body: 'error', retryAfter: '30' },
  ],
  [{ ...feed, status: 0 }, 'TypeError'],
  [{ ...feed, kind: 'hang' }, 'TimeoutError'],
  [
    { ...feed, kind: 'cut' },
    { ...json, status: 200, body: 'TypeError' },
  ],
  [
    { ...feed, kind: 'malformed' },
    { ...json, status: 200, body: 'SyntaxError' },
  ],
  [
    { ...feed, kind: 'html' },
    { ...json, status: 200, body: 'SyntaxError', type: 'text/html' },
  ],
  [
    { ...feed, kind: 'redirect', location: '/api/users' },
    { ...json, status: 200, body: 'users', path: '/api/users' },
  ],
  [{ ...feed, kind: 'redirect', location: '/api/posts' }, 'TypeError'],
  [
    { ...feed, kind: 'slow', p50: 5 },
    { ...json, status: 200, body: 'posts' },
  ],
]

test('fetch in a page sees each kind of failure', async ({ page, expectErrors }) => {
  await visit(page)
  for (const [failure, seen] of seenByFetch) {
    await setMock(page, { failures: [failure] })
    expect(await fetchFeed(page), JSON.stringify(failure)).toEqual(seen)
  }
  expectErrors(/\b(429|503)\b/, NETWORK)
})

const write = { method: 'POST', path: '/api/posts' }

/** To 3 s, which is long enough for other calls on a busy machine. */
function shortenTimeLimit(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { timeout } = AbortSignal
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 25)
  })
}

test('a post whose call fails or hangs keeps its text, says so, and is written once when it is sent again (R4.11, R4.13, R11.1)', async ({
  page,
  expectErrors,
}) => {
  await signUp(page)
  const text = composer(page)
  const send = () => page.getByRole('button', { name: 'Vroom' }).click()
  const failures: NewFailure[] = [
    { ...write, status: 0, after: true },
    { ...write, kind: 'cut' },
    { ...write, kind: 'malformed' },
    { ...write, kind: 'html' },
    { ...write, kind: 'redirect', location: '/api/users' },
    { ...write, kind: 'hang' },
  ]
  for (const [index, failure] of failures.entries()) {
    if (failure.kind === 'hang') await shortenTimeLimit(page)
    await setMock(page, { failures: [failure] })
    await text.fill(`On a bad line ${index}`)
    await send()
    await expect(toast(page, 'Something went wrong'), JSON.stringify(failure)).toBeVisible()
    await expect(text).toHaveValue(`On a bad line ${index}`)
    if (failure.kind === 'hang') {
      await expect(toast(page, 'No reply came in time. Please try again.')).toBeVisible()
      // The form says it, where the text can be sent again, and the toast does not.
      await expect(page.getByText(/may have been posted/)).toHaveCount(1)
      // Other calls go on.
      await firstLike(page).click()
      await expect(firstLike(page)).toHaveAttribute('aria-pressed', 'true')
    }
    await setMock(page, { failures: [] })
    await toast(page, 'Something went wrong').click()
    await expect(toast(page, 'Something went wrong')).toHaveCount(0)
    await send()
    await expect(posts(page).first()).toContainText(`On a bad line ${index}`)
    await expect(text).toHaveValue('')
    expect((await mockState(page)).counts.posts).toBe(6 + index)
  }
  expectErrors(/\b(200|201)\b/, NETWORK, /timeout of/)
})

test('a failure without a text shows "Something went wrong" (R11.1)', async ({
  page,
  expectErrors,
}) => {
  await signUp(page)
  await failNext(page, 'POST /api/users/follow/:id', 503, {})
  await page
    .getByRole('button', { name: /^Follow/ })
    .first()
    .click()
  await expect(toast(page, 'Something went wrong')).toBeVisible()
  expectErrors(/\b503\b/)
})
