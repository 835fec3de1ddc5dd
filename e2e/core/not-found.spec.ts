// A post or profile that does not exist: the screen shows the text of the API and a link home.
import { expect, posts, signUpByApi, test, watchToasts } from '../support/fixtures.ts'

const POST_TITLE = "This post doesn't exist"

test('an unknown post and an unknown profile do not count as failures (R2.23)', async ({
  page,
  consoleErrors,
  expectErrors,
}) => {
  const toasts = await watchToasts(page)
  await signUpByApi(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const unknown = {
    '/post/no-such-post': POST_TITLE,
    '/profilePage/no-such-user': "This user doesn't exist",
  }
  for (const [path, text] of Object.entries(unknown)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
    await expect(page).toHaveTitle('Not found · Gearheads')
    const elsewhere = page.getByText('Or it was written on another device')
    await expect(elsewhere).toHaveCount(text === POST_TITLE ? 1 : 0)
    await expect(page.getByRole('button', { name: 'Copy error report' })).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect(posts(page).first()).toBeVisible()
  }
  expect(toasts).toEqual([])
  const logged = consoleErrors.filter((text) => /^\{.*status: 404/.test(text))
  expect(logged, 'the responses of the post and the user').toHaveLength(2)
  expect(requests).toContain('/api/posts/no-such-post')
  expect(requests).not.toContain('/api/comments/no-such-post')
  expectErrors(/\b404\b/)
})
