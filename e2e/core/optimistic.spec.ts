import type { Page } from 'playwright/test'
import { expect, posts, signUp, test, toast, writePost } from '../support/fixtures.ts'
import { failNext, setMock } from '../support/mock.ts'

/** Longer than any of these tests waits: until then the screen shows only pending writes. */
const NO_ANSWER_MS = 60_000

const postText = (page: Page) => page.getByRole('textbox', { name: 'What are you driving' })

test('a post shows as sent at once and frees the composer; a crash meanwhile loses nothing (R4.11)', async ({
  page,
}) => {
  await signUp(page)
  await setMock(page, { delay: NO_ANSWER_MS })
  await postText(page).fill('On its way')
  await page.getByRole('button', { name: 'Vroom' }).click()
  const sending = page.locator('[aria-busy]').getByRole('article').filter({ hasText: 'On its way' })
  await expect(sending).toContainText('sending…')
  await expect(postText(page)).toHaveValue('')
  await postText(page).fill('The next one')
  await page.reload()
  await expect(postText(page)).toHaveValue('The next one')
  await expect(sending).toBeVisible()
})

test('an edited post shows at once; if the edit is rejected, the old text is back and the edit is a draft (R4.12)', async ({
  page,
  expectErrors,
}) => {
  await signUp(page)
  await writePost(page, 'Before')
  await setMock(page, { delay: 1500 })
  await failNext(page, 'POST /api/posts/edit/:postId', 500, { error: ['No.'] })
  const post = posts(page).first()
  await post.getByRole('button', { name: 'Post menu' }).click()
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('After')
  await dialog.getByRole('button', { name: 'Edit Post' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(post).toContainText('After')
  await expect(toast(page, 'No.')).toBeVisible()
  await expect(post).toContainText('Before')
  await expect(dialog).toHaveCount(0)
  await post.getByRole('button', { name: 'Post menu' }).click()
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  await expect(dialog.getByRole('textbox')).toHaveValue('After')
  expectErrors(/\b500\b/)
})

test('a rejected edit that changed nothing is not said to be a draft', async ({
  page,
  expectErrors,
}) => {
  await signUp(page)
  await writePost(page, 'As it is')
  await failNext(page, 'POST /api/posts/edit/:postId', 500, { error: ['No.'] })
  await posts(page).first().getByRole('button', { name: 'Post menu' }).click()
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit Post' }).click()
  await expect(toast(page, 'No.')).toBeVisible()
  await expect(page.getByText('Your edit is saved as a draft.')).toHaveCount(0)
  expectErrors(/\b500\b/)
})

test('a deleted post disappears at once; when that is rejected, it returns to its place', async ({
  page,
  expectErrors,
}) => {
  await signUp(page)
  await writePost(page, 'Stays')
  await writePost(page, 'On top')
  await setMock(page, { delay: 1500 })
  await failNext(page, 'DELETE /api/posts/:postId', 500, { error: ['No.'] })
  const post = posts(page).nth(1)
  await post.getByRole('button', { name: 'Post menu' }).click()
  await page.getByRole('menuitem', { name: 'Delete Post' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(posts(page)).toHaveCount(6)
  await expect(toast(page, 'No.')).toBeVisible()
  await expect(posts(page)).toHaveCount(7)
  await expect(post).toContainText('Stays')
  expectErrors(/\b500\b/)
})
