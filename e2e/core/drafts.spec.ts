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
import { failNext } from '../support/mock.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick, preview } from '../support/pictures.ts'

const postText = (page: Page) => page.getByRole('textbox', { name: 'What are you driving' })
const commentText = (page: Page) => page.getByRole('textbox', { name: 'Add a comment' })

test('a text typed a moment ago survives a reload', async ({ page }) => {
  await signUp(page)
  await postText(page).pressSequentially('Half a tho')
  await page.reload()
  await expect(postText(page)).toHaveValue('Half a tho')
})

test('a text and its picture survive a tab that is closed and a renderer that crashes', async ({
  page,
  context,
  complaints,
}) => {
  await signUp(page)
  await postText(page).fill('Before the crash')
  await pick(page, pictureFile())
  await expectShown(preview(page))
  await page.close()

  const second = await context.newPage()
  await second.goto('/homePage')
  await expect(postText(second)).toHaveValue('Before the crash')
  await expectShown(preview(second))
  await postText(second).fill('And one more line')
  await expect.poll(() => savedTexts(second)).toContain('And one more line')
  const devtools = await context.newCDPSession(second)
  const crashed = second.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => undefined)
  await crashed

  const third = await context.newPage()
  await third.goto('/homePage')
  await expect(postText(third)).toHaveValue('And one more line')
  await expectShown(preview(third))
  await third.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(third).first()).toContainText('And one more line')
  await expectShown(
    posts(third)
      .first()
      .getByRole('img', { name: /^Picture by/ }),
  )
  complaints.length = 0
})

test('a draft is in its place from the first frame on', async ({ page }) => {
  await signUp(page)
  await postText(page).fill('No flicker')
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const area = document.querySelector('textarea')
      if (area) seen.push(area.value)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(postText(page)).toHaveValue('No flicker')
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect(new Set(seen)).toEqual(new Set(['No flicker']))
})

test('each post has a comment draft of its own, and sending one leaves the others', async ({
  page,
}) => {
  await signUp(page)
  await posts(page)
    .nth(0)
    .getByRole('link', { name: /^Comments/ })
    .click()
  await commentText(page).fill('For the first')
  await page.getByRole('link', { name: 'Home' }).first().click()
  await posts(page)
    .nth(1)
    .getByRole('link', { name: /^Comments/ })
    .click()
  await expect(commentText(page)).toHaveValue('')
  await writeComment(page, 'For the second')
  await expect(commentText(page)).toHaveValue('')
  await page.reload()
  await expect(commentText(page)).toHaveValue('')

  await page.getByRole('link', { name: 'Home' }).first().click()
  await posts(page)
    .nth(0)
    .getByRole('link', { name: /^Comments/ })
    .click()
  await expect(commentText(page)).toHaveValue('For the first')
})

test('an unfinished edit is there when the dialog is opened again; Cancel drops it', async ({
  page,
}) => {
  await signUp(page)
  await writePost(page, 'Original')
  const open = async () => {
    await page.getByRole('button', { name: 'Post menu' }).click()
    await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  }
  const text = page.getByRole('dialog').getByRole('textbox')
  await open()
  await text.fill('Original, and mo')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(posts(page).first()).toContainText('Original')
  await open()
  await expect(text).toHaveValue('Original, and mo')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await open()
  await expect(text).toHaveValue('Original')

  await text.fill('Edited')
  await page.getByRole('dialog').getByRole('button', { name: 'Edit Post' }).click()
  await expect(posts(page).first()).toContainText('Edited')
  await open()
  await expect(text).toHaveValue('Edited')
})

test('a draft goes when it is sent, and with its user at logout', async ({ page }) => {
  const { username, password } = await signUp(page)
  await writePost(page, 'Sent')
  await expect(postText(page)).toHaveValue('')
  await page.reload()
  await expect(posts(page).first()).toContainText('Sent')
  await expect(postText(page)).toHaveValue('')

  await postText(page).fill('Not for the next one')
  await page.getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('dialog', { name: 'Log out and lose unsent work?' })
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

test('what cannot be sent stays, and so does the picture', async ({ page, complaints }) => {
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
  await expect(comments(page)).toHaveCount(0)
  complaints.length = 0
})

test.describe('with the delay of a real server', () => {
  test.use({ slow: true })

  test('a post that is sent again after a reload in the middle of sending is there once', async ({
    page,
  }) => {
    await signUp(page)
    await postText(page).fill('Sent twice')
    await pick(page, pictureFile())
    await expectShown(preview(page))
    const isSent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/posts'),
    )
    await page.getByRole('button', { name: 'Vroom' }).click()
    await isSent
    await page.reload()
    // The worker writes it all the same.
    await expect(posts(page).first()).toContainText('Sent twice')
    await expect(postText(page)).toHaveValue('Sent twice')
    await page.getByRole('button', { name: 'Vroom' }).click()
    await expect(postText(page)).toHaveValue('')
    await expect(preview(page)).toHaveCount(0)
    await page.reload()
    await expect(posts(page).filter({ hasText: 'Sent twice' })).toHaveCount(1)
    await expect(postText(page)).toHaveValue('')
  })

  test('text typed while an edit is being sent stays', async ({ page }) => {
    await signUp(page)
    await writePost(page, 'Original')
    const dialog = page.getByRole('dialog')
    const open = async () => {
      await page.getByRole('button', { name: 'Post menu' }).click()
      await page.getByRole('menuitem', { name: 'Edit Post' }).click()
    }
    await open()
    await dialog.getByRole('textbox').fill('Edited')
    const answered = page.waitForResponse((response) => response.url().includes('/api/posts/edit/'))
    await dialog.getByRole('button', { name: 'Edit Post' }).click()
    await open()
    await dialog.getByRole('textbox').fill('Edited, and more')
    await answered
    await dialog.getByRole('textbox').press('Escape')
    // By the time of a later reply, that of the edit has been applied.
    const liked = page.waitForResponse(/\/api\/posts\/like\//)
    await posts(page).first().getByRole('button', { name: /^Like/ }).click()
    await liked
    await open()
    await expect(dialog.getByRole('textbox')).toHaveValue('Edited, and more')
  })

  test('so is a comment', async ({ page }) => {
    await signUp(page)
    await posts(page)
      .first()
      .getByRole('link', { name: /^Comments/ })
      .click()
    await commentText(page).fill('Said twice')
    const isSent = page.waitForRequest((request) => request.url().includes('/api/comments/add/'))
    await page.getByRole('button', { name: 'Vroom' }).click()
    await isSent
    await page.reload()
    await expect(comments(page).first()).toContainText('Said twice')
    await page.getByRole('button', { name: 'Vroom' }).click()
    await expect(commentText(page)).toHaveValue('')
    await page.reload()
    await expect(comments(page).filter({ hasText: 'Said twice' })).toHaveCount(1)
  })
})

test('each of two tabs has a draft of its own; the draft of a closed tab is adopted', async ({
  page,
  context,
}) => {
  await signUp(page)
  await postText(page).fill('In the first')
  await expect.poll(() => savedTexts(page)).toEqual(['In the first'])
  const second = await context.newPage()
  await second.goto('/homePage')
  await expect(posts(second)).toHaveCount(5)
  await expect(postText(second)).toHaveValue('')
  await writePost(second, 'From the second')
  await expect(postText(page)).toHaveValue('In the first')

  await postText(second).fill('Not finished')
  await expect.poll(() => savedTexts(second)).toEqual(['In the first', 'Not finished'])
  await page.reload()
  await expect(postText(page)).toHaveValue('In the first')
  await second.reload()
  await expect(postText(second)).toHaveValue('Not finished')

  await page.close()
  const third = await context.newPage()
  await third.goto('/homePage')
  await expect(postText(third)).toHaveValue('In the first')
  await expect(postText(second)).toHaveValue('Not finished')
})

/** What the next page would find, were this one to die now. */
function savedTexts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const open = indexedDB.open('gearheads-drafts')
    await new Promise((resolve) => {
      open.onsuccess = resolve
    })
    const all = open.result.transaction('drafts').objectStore('drafts').getAll()
    await new Promise((resolve) => {
      all.onsuccess = resolve
    })
    open.result.close()
    return all.result.map(({ text }) => text).sort()
  })
}
