// A post or profile that does not exist: the screen shows the text of the API and a link home.
import {
  comments,
  expect,
  posts,
  signUpByApi,
  test,
  watchToasts,
  writeComment,
  writePost,
} from '../support/fixtures.ts'

const POST_TITLE = "This post doesn't exist"

test('an unknown post and an unknown profile do not count as failures', async ({
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

test('a post that is deleted while it is open shows one message', async ({
  page,
  context,
  expectErrors,
}) => {
  await signUpByApi(page)
  await page.goto('/homePage')
  await writePost(page, 'Here today')
  const reader = await context.newPage()
  const link = posts(page)
    .first()
    .getByRole('link', { name: /, post by / })
  await reader.goto((await link.getAttribute('href')) ?? '')
  await expect(reader.getByRole('article')).toContainText('Here today')
  await page.getByRole('button', { name: 'Post menu' }).click()
  await page.getByRole('menuitem', { name: 'Delete Post' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(POST_TITLE)
  await expect(reader.getByText(POST_TITLE)).toHaveCount(1)
  await expect(reader.getByText('It may have been deleted.')).toHaveCount(1)
  expectErrors(/\b404\b/)
})

test('a short id in the address is replaced by the _id, so that live updates and the draft work', async ({
  page,
  context,
}) => {
  await signUpByApi(page)
  await page.goto('/post/5')
  await expect(page).toHaveURL(/\/post\/[0-9a-f-]{36}$/)
  const other = await context.newPage()
  await other.goto(page.url())
  await writeComment(other, 'From the other tab')
  await expect(comments(page).first()).toContainText('From the other tab')
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Half a comment')
  await page.goto('/post/5')
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('Half a comment')

  await page.goto('/explore')
  await page.goto('/profilePage/1')
  await expect(page).toHaveURL(/\/profilePage\/[0-9a-f-]{36}$/)
  await page.goBack()
  await expect(page).toHaveURL('/explore')
})
