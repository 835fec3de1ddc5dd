// A pending form does not send again, even for two submit events in one task, before React renders. A composer sends each text on its own.
import type { Locator, Page } from 'playwright/test'
import { composer, fillSignUp, openPost } from '../support/actions.ts'
import {
  comments,
  expect,
  newPerson,
  posts,
  test,
  visit,
  writeComment,
} from '../support/fixtures.ts'
import { mockState, setMock } from '../support/mock.ts'
import { endpoint, method, response } from '../support/tester-page.ts'

/** Collects the writes that a page sends from now on. */
function watchWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isWrite = request.method() !== 'GET' && pathname !== '/api/auth/verify'
    if (isWrite) writes.push(pathname)
  })
  return writes
}

const submitTwice = (form: Locator) =>
  form.evaluate((element: HTMLFormElement) => {
    element.requestSubmit()
    element.requestSubmit()
  })

// All other forms use the hook of the sign-up form (useInFlight). What a double click is: src/ui/gesture.test.ts.
test('forms, double clicks and held keys send one request (R4.19, R4.22, R4.26, R5.5, R5.8)', async ({
  page,
}) => {
  await visit(page)
  const writes = watchWrites(page)
  await page.getByRole('link', { name: 'Create new account' }).click()
  await fillSignUp(page, newPerson())
  await submitTwice(page.getByRole('form', { name: 'Sign-Up' }))
  await expect(posts(page)).toHaveCount(5)
  const area = composer(page)
  await area.fill('Only once')
  await submitTwice(page.getByRole('form', { name: 'What are you driving' }))
  await expect(posts(page)).toHaveCount(6)
  await page.getByRole('button', { name: 'Vroom' }).press('Enter')
  await expect(posts(page)).toHaveCount(7)
  await expect(posts(page).first()).toContainText('Empty post')

  const like = posts(page).first().getByRole('button', { name: /^Like/ })
  await like.dblclick()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await openPost(page)
  await writeComment(page, 'Tap me')
  const vote = (name: RegExp) => comments(page).first().getByRole('button', { name, pressed: true })
  const up = comments(page)
    .first()
    .getByRole('button', { name: /^Upvote/ })
  await up.dblclick()
  await expect(vote(/^Upvote .*: 1$/)).toBeVisible()
  // Writes to one post are sent one after the other: this one comes after a second vote.
  await writeComment(page, 'Another')
  expect(writes.map((path) => path.split('/').slice(2, 4).join('/'))).toEqual([
    ...['auth/signup', 'posts/', 'posts/'],
    ...['posts/like', 'comments/add', 'comments/upvote', 'comments/add'],
  ])
  await up.press('Enter')
  await up.press('Enter')
  await expect(vote(/^Downvote/)).toBeVisible()

  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/homePage')
    await area.focus()
    const empty = await area.boundingBox()
    writes.length = 0
    await area.fill(`Line at ${width}\n`.repeat(15))
    const button = page.getByTestId('send-button')
    await button.evaluate((element) => {
      element.addEventListener('click', () => {
        element.dataset.clicks = `${Number(element.dataset.clicks ?? 0) + 1}`
      })
    })
    await button.dblclick({ delay: 60 })
    await expect(button).toHaveAttribute('data-clicks', '2')
    await expect(posts(page).first()).toContainText(`Line at ${width}`)
    await expect.poll(async () => (await area.boundingBox())?.height).toBe(empty?.height)
    expect(writes).toEqual(['/api/posts/'])
  }

  // With the delay of a real server.
  await setMock(page, { delay: 400 })
  writes.length = 0
  await area.fill('Held')
  await page.keyboard.down('Control')
  for (let n = 0; n < 5; n += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.up('Control')
  await page.getByRole('button', { name: 'Vroom' }).focus()
  await page.keyboard.down('Enter')
  for (let n = 0; n < 5; n += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect.poll(async () => (await mockState(page)).counts.posts).toBe(11)
  expect(writes).toHaveLength(2)

  await page.goto('/mock')
  writes.length = 0
  await method(page).selectOption('POST')
  await endpoint(page).fill('/api/mock/settings')
  await submitTwice(page.getByRole('form', { name: 'Request', exact: true }))
  await expect(response(page)).toContainText('200')
  // After a later reply, a second request would have been sent.
  await page.evaluate(() => fetch('/api/users'))
  expect(writes).toEqual(['/api/mock/settings'])
})
