// Drafts of comments and edits (R4.11 to R4.13).
import type { Page } from 'playwright/test'
import { firstLike, openEdit, openPost } from '../support/actions.ts'
import { comments, expect, signUp, test, writePost } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'

const commentText = (page: Page) => page.getByRole('textbox', { name: 'Add a comment' })

test.describe('with the delay of a real server', () => {
  test.use({ slow: true })

  test('an edit that goes on, and a comment in a reload, are kept', async ({ page }) => {
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
    await firstLike(page).click()
    await liked
    await openEdit(page)
    await expect(dialog.getByRole('textbox')).toHaveValue('Edited, and more')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

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
})
