import type { Page } from 'playwright/test'
import {
  comments,
  expect,
  posts,
  signUp,
  test,
  toast,
  writeComment,
  writePost,
} from '../support/fixtures.ts'
import { failNext, setMock } from '../support/mock.ts'
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

test('a draft shows in the first frame after a reload, and is removed when it is sent or its user logs out', async ({
  page,
}) => {
  const { username, password } = await signUp(page)
  await test.step('typed just before the reload', async () => {
    await postText(page).pressSequentially('Half a tho')
    await page.reload()
    await expect(postText(page)).toHaveValue('Half a tho')
  })

  await test.step('no frame shows an empty composer', async () => {
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => {
        const area = document.querySelector('textarea')
        if (area) seen.push(area.value)
      }).observe(document, { childList: true, subtree: true })
    })
    await page.reload()
    await expect(postText(page)).toHaveValue('Half a tho')
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    expect(new Set(seen)).toEqual(new Set(['Half a tho']))
  })

  await test.step('sent', async () => {
    await writePost(page, 'Sent')
    await expect(postText(page)).toHaveValue('')
    await page.reload()
    await expect(posts(page).first()).toContainText('Sent')
    await expect(postText(page)).toHaveValue('')
  })

  await test.step('left by a user who logs out', async () => {
    await postText(page).fill('Not for the next one')
    const question = page.getByRole('dialog', { name: 'Log out and lose unsent work?' })
    await page.getByRole('button', { name: 'Logout' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(postText(page)).toHaveValue('Not for the next one')
    await page.getByRole('button', { name: 'Logout' }).click()
    await question.getByRole('button', { name: 'Log out' }).click()
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(posts(page).first()).toBeVisible()
    await expect(postText(page)).toHaveValue('')
  })
})

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

test('an unfinished edit is restored when the dialog opens again, and discarded by Cancel', async ({
  page,
}) => {
  await signUp(page)
  await writePost(page, 'Original')
  const text = page.getByRole('dialog').getByRole('textbox')
  await openEdit(page)
  await text.fill('Original, and mo')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(posts(page).first()).toContainText('Original')
  await openEdit(page)
  await expect(text).toHaveValue('Original, and mo')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await openEdit(page)
  await expect(text).toHaveValue('Original')

  await text.fill('Edited')
  await page.getByRole('dialog').getByRole('button', { name: 'Edit Post' }).click()
  await expect(posts(page).first()).toContainText('Edited')
  await openEdit(page)
  await expect(text).toHaveValue('Edited')
})

test('a post that cannot be sent keeps its text and picture', async ({ page, expectErrors }) => {
  await signUp(page)
  await postText(page).fill('Try again')
  await pick(page, pictureFile())
  await expectShown(preview(page))
  await failNext(page, 'POST /api/uploads', 500)
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(toast(page, "Can't upload image")).toBeVisible()
  await expect(postText(page)).toHaveValue('Try again')
  await expectShown(preview(page))

  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(page).first()).toContainText('Try again')
  await expect(preview(page)).toHaveCount(0)
  expectErrors(/\b500\b/)
})

test.describe('with the delay of a real server', () => {
  test.use({ slow: true })

  test('after a reload in the middle of sending, what was stored leaves the draft, and words added since stay', async ({
    page,
  }) => {
    await signUp(page)
    await postText(page).fill('Sent once')
    await pick(page, pictureFile())
    await expectShown(preview(page))
    const isSent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/posts'),
    )
    // Longer than a busy machine needs for the reload.
    await setMock(page, { delay: 3000 })
    await page.getByRole('button', { name: 'Vroom' }).click()
    await isSent
    await page.reload()
    await setMock(page, { delay: 0 })
    await postText(page).press('End')
    await postText(page).pressSequentially(' and more')
    // The worker still completes the write.
    await expect(posts(page).first()).toContainText('Sent once')
    await expect(postText(page)).toHaveValue(/^ ?and more$/)
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
