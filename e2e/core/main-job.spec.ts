import {
  comments,
  expect,
  logInAsGuest,
  posts,
  signUp,
  test,
  toast,
  writeComment,
  writePost,
} from '../support/fixtures.ts'
import { failNext } from '../support/mock.ts'

test('a new visitor signs up, posts, likes, bookmarks and comments, and a reload keeps everything (R7.3)', async ({
  page,
}) => {
  const { username } = await signUp(page)
  await writePost(page, 'Waiting for a gasket')
  await writePost(page, 'First start after the rebuild')
  const mine = posts(page).first()
  await expect(mine).toContainText(username)
  await expect(posts(page).nth(1)).toContainText('Waiting for a gasket')
  await mine.getByRole('button', { name: /^Like .*post$/ }).click()
  await expect(mine.getByRole('button', { name: /^Like .*: 1$/, pressed: true })).toBeVisible()
  await mine.getByRole('button', { name: 'Bookmark' }).click()

  await mine.getByRole('link', { name: /^Comments .*post$/ }).click()
  await expect(page).toHaveURL(/\/post\/[0-9a-f-]{36}$/)
  await writeComment(page, 'No leaks so far')
  await expect(toast(page, 'Commented')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('button', { name: /^Like .*: 1$/, pressed: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bookmark', pressed: true })).toBeVisible()
  await expect(comments(page).first()).toContainText('No leaks so far')
})

test('only the author can edit and delete a post (R1.8, R4.4)', async ({ page }) => {
  await signUp(page)
  await writePost(page, 'Tpyo')
  const menus = page.getByRole('button', { name: 'Post menu' })
  await expect(menus).toHaveCount(1)

  await menus.click()
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Typo')
  await page.getByRole('dialog').getByRole('button', { name: 'Edit Post' }).click()
  await expect(posts(page).first()).toContainText('Typo')

  await menus.click()
  await page.getByRole('menuitem', { name: 'Delete Post' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(menus).toHaveCount(0)
  // The focus goes to the next post.
  await expect(posts(page).first().locator(':focus')).toHaveCount(1)
  await page.reload()
  await expect(posts(page)).toHaveCount(5)
})

test('a comment is edited, voted up and down, and deleted (R5.2, R5.3, R5.6, R11.2)', async ({
  page,
}) => {
  await logInAsGuest(page)
  await posts(page)
    .first()
    .getByRole('link', { name: /^Comments .*: 1$/ })
    .click()
  await writeComment(page, 'Mine')
  const mine = comments(page).first()

  await mine.getByRole('button', { name: /^Upvote .*: 0$/ }).click()
  await expect(toast(page, 'Comment upvoted')).toBeVisible()
  await expect(mine.getByRole('button', { name: /^Upvote .*: 1$/, pressed: true })).toBeVisible()
  await mine.getByRole('button', { name: 'Downvote' }).click()
  await expect(toast(page, 'Comment downvoted')).toBeVisible()
  await expect(mine.getByRole('button', { name: /^Upvote .*: 0$/ })).toBeVisible()

  await mine.getByRole('button', { name: 'Comment menu' }).click()
  await page.getByRole('menuitem', { name: 'Edit comment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit details' })
  await dialog.getByRole('textbox').fill('Mine, edited')
  await dialog.getByRole('button', { name: 'Edit Comment' }).click()
  await expect(toast(page, 'Comment Edited')).toBeVisible()
  await expect(mine).toContainText('Mine, edited')

  await mine.getByRole('button', { name: 'Comment menu' }).click()
  await page.getByRole('menuitem', { name: 'DeleteComment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Comment Deleted')).toBeVisible()
  await expect(comments(page)).toHaveCount(1)
})

test("the edit of a stranger's comment is sent and refused with the text of the API, and kept as a draft (R1.9, R5.9)", async ({
  page,
  expectErrors,
}) => {
  await logInAsGuest(page)
  await posts(page)
    .first()
    .getByRole('link', { name: /^Comments .*: 1$/ })
    .click()
  await page.getByRole('button', { name: 'Comment menu' }).click()
  await page.getByRole('menuitem', { name: 'Edit comment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit details' })
  await expect(dialog.getByRole('textbox')).toHaveValue(/bakery/)
  await dialog.getByRole('textbox').fill('Not mine')
  await dialog.getByRole('button', { name: 'Edit Comment' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(toast(page, "Cannot edit a comment doesn't belong to the User.")).toBeVisible()
  await expect(toast(page, 'Your edit is saved as a draft.')).toBeVisible()
  await expect(comments(page)).toContainText('bakery')
  await page.getByRole('button', { name: 'Comment menu' }).click()
  await page.getByRole('menuitem', { name: 'Edit comment' }).click()
  await expect(dialog.getByRole('textbox')).toHaveValue('Not mine')
  expectErrors(/\b400\b/)
})

test('a failed like is undone with the text of the API, and a second try works (R4.10, R11.1)', async ({
  page,
  expectErrors,
}) => {
  await signUp(page)
  const call = 'POST /api/posts/like/:postId'
  await failNext(page, call, 500, { error: ['The lift is taken. Try again.'] })
  const first = posts(page).first()
  await first.getByRole('button', { name: /^Like .*post$/ }).click()
  await expect(toast(page, 'The lift is taken. Try again.')).toBeVisible()
  await expect(first.getByRole('button', { name: /^Like .*post$/, pressed: false })).toBeVisible()
  expectErrors(/\b500\b/)

  // A second click at once would be a double click.
  await first.getByRole('button', { name: /^Like .*post$/ }).press('Enter')
  await expect(first.getByRole('button', { name: /^Like .*: 1$/, pressed: true })).toBeVisible()
})
