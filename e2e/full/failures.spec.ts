// Simulated failures of every kind, as the app reacts to them. For the replies, see mocks/rule-reply.test.ts.
import type { Page } from 'playwright/test'
import type { NewFailure } from '../../src/contract/failures.ts'
import { composer, firstLike } from '../support/actions.ts'
import { expect, NETWORK, posts, signUp, test, toast } from '../support/fixtures.ts'
import { mockState, setMock } from '../support/mock.ts'

const write = { method: 'POST', path: '/api/posts' }

/** To 3 s, which is long enough for other calls on a busy machine. */
function shortenTimeLimit(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { timeout } = AbortSignal
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 25)
  })
}

test('a post on a bad line is written once (R4.11, R4.13, R11.1)', async ({
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
    { ...write, kind: 'html', status: 502 },
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
    // The form says it, where the text can be sent again, and the toast does not.
    await expect(page.getByText(/may have been posted/)).toHaveCount(1)
    if (failure.kind === 'hang') {
      await expect(toast(page, 'No reply came in time. Please try again.')).toBeVisible()
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
  expectErrors(/\b502\b/, NETWORK, /timeout of/)
})
