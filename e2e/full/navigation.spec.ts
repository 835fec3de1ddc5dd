// Where a navigation leads, and what the screen then shows.
import { deletePost, openPost } from '../support/actions.ts'
import { expect, posts, signUp, signUpByApi, test, writePost } from '../support/fixtures.ts'

test('a deletion and the history (R2.31)', async ({ page }) => {
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
})

test('a short id is replaced by the _id (R12.11)', async ({ page }) => {
  await signUpByApi(page)
  await page.goto('/post/5')
  await expect(page).toHaveURL(/\/post\/[0-9a-f-]{36}$/)
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Half a comment')
  await page.goto('/post/5')
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('Half a comment')

  await page.goto('/explore')
  await page.goto('/profilePage/1')
  await expect(page).toHaveURL(/\/profilePage\/[0-9a-f-]{36}$/)
  await page.goBack()
  await expect(page).toHaveURL('/explore')
})
