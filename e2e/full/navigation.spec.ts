// Where a navigation leads, and what the screen then shows.
import { deletePost, openPost } from '../support/actions.ts'
import {
  comments,
  expect,
  posts,
  signUp,
  signUpByApi,
  test,
  writeComment,
  writePost,
} from '../support/fixtures.ts'

test('deleting a post on its own screen leads back, and Forward not to it; a screen with less than the window holds does not scroll (R2.31)', async ({
  page,
}) => {
  await signUp(page)
  await writePost(page, 'Short life')
  await openPost(page)
  await deletePost(page)
  await expect(page).toHaveURL('/homePage')
  await expect(posts(page)).toHaveCount(5)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // Forward does not lead to the deleted post.
  await page.goForward()
  await expect(page).toHaveURL('/homePage')
  await expect(posts(page)).toHaveCount(5)
  await page.reload()
  await expect(posts(page)).toHaveCount(5)

  // Nor do they where the post was opened by its address.
  await writePost(page, 'By its address')
  await openPost(page)
  const address = page.url()
  await page.goto('/explore')
  await page.goto(address)
  await deletePost(page)
  await expect(page).toHaveURL('/homePage')
  await expect(posts(page)).toHaveCount(5)
  await page.goBack()
  await expect(page).toHaveURL('/explore')
  for (const _ of ['its first entry', 'that of the menu']) {
    await page.goForward()
    await expect(page).toHaveURL('/homePage')
    await expect(posts(page)).toHaveCount(5)
  }

  for (const path of ['/bookMarkPage', '/notifications', '/no-such-page']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const room = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    await expect.poll(room).toBe(0)
    // The part that is loaded after the first paint has come.
    await page
      .locator('[data-sonner-toaster], section[aria-label^=Messages]')
      .first()
      .waitFor({ state: 'attached' })
    await expect.poll(room).toBe(0)
  }
})

test('a short id in the address is replaced by the _id, so that live updates and the draft work (R12.11)', async ({
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
