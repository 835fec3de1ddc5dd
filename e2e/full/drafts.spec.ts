import type { Page } from 'playwright/test'
import {
  comments,
  expect,
  posts,
  signUp,
  test,
  writeComment,
  writePost,
} from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick, preview } from '../support/pictures.ts'

const postText = (page: Page) => page.getByRole('textbox', { name: 'What are you driving' })
const commentText = (page: Page) => page.getByRole('textbox', { name: 'Add a comment' })

/** Opens the screen of the nth post in the feed. */
async function openPost(page: Page, index = 0): Promise<void> {
  const link = posts(page)
    .nth(index)
    .getByRole('link', { name: /^Comments/ })
  await link.click()
}

async function openEdit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Post menu' }).click()
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
}

test('each post has its own comment draft, and sending one keeps the others', async ({ page }) => {
  await signUp(page)
  await openPost(page, 0)
  await commentText(page).fill('For the first')
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await openPost(page, 1)
  await expect(commentText(page)).toHaveValue('')
  await writeComment(page, 'For the second')
  await expect(commentText(page)).toHaveValue('')
  await page.reload()
  await expect(commentText(page)).toHaveValue('')

  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await openPost(page, 0)
  await expect(commentText(page)).toHaveValue('For the first')
})

test.describe('with the delay of a real server', () => {
  test.use({ slow: true })

  test('after a reload in the middle of sending, what was submitted is posted once, and words typed since stay', async ({
    page,
  }) => {
    await signUp(page)
    await postText(page).fill('Sent once')
    await pick(page, pictureFile())
    await expectShown(preview(page))
    const isSent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/posts/'),
    )
    // Longer than a busy machine needs for the reload.
    await setMock(page, { delay: 3000 })
    await page.getByRole('button', { name: 'Vroom' }).click()
    await isSent
    await page.reload()
    await setMock(page, { delay: 0 })
    await postText(page).pressSequentially('and more')
    await expect(posts(page).first()).toContainText('Sent once')
    await expect(postText(page)).toHaveValue('and more')
    await expect(preview(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Vroom' }).click()
    await expect(posts(page).first()).toContainText('and more')
    await page.reload()
    await expect(posts(page).filter({ hasText: 'Sent once' })).toHaveCount(1)
    await expect(postText(page)).toHaveValue('')

    await openPost(page, 1)
    await commentText(page).fill('Said once')
    const isCommentSent = page.waitForRequest((request) =>
      request.url().includes('/api/comments/add/'),
    )
    await setMock(page, { delay: 3000 })
    await page.getByRole('button', { name: 'Vroom' }).click()
    await isCommentSent
    await page.reload()
    await setMock(page, { delay: 0 })
    await expect(comments(page).first()).toContainText('Said once')
    await expect(commentText(page)).toHaveValue('')
    await page.reload()
    await expect(comments(page).filter({ hasText: 'Said once' })).toHaveCount(1)
  })

  test('text typed while an edit is being sent is kept', async ({ page }) => {
    await signUp(page)
    await writePost(page, 'Original')
    const dialog = page.getByRole('dialog')
    await openEdit(page)
    await dialog.getByRole('textbox').fill('Edited')
    const answered = page.waitForResponse((response) => response.url().includes('/api/posts/edit/'))
    await dialog.getByRole('button', { name: 'Edit Post' }).click()
    await openEdit(page)
    await dialog.getByRole('textbox').fill('Edited, and more')
    await answered
    await dialog.getByRole('textbox').press('Escape')
    // Replies are applied in order: after a later one, that of the edit has been applied.
    const liked = page.waitForResponse(/\/api\/posts\/like\//)
    await posts(page).first().getByRole('button', { name: /^Like/ }).click()
    await liked
    await openEdit(page)
    await expect(dialog.getByRole('textbox')).toHaveValue('Edited, and more')
  })
})
