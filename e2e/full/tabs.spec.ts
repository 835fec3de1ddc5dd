import type { BrowserContext, Page } from 'playwright/test'
import {
  comments,
  expect,
  posts,
  signUp,
  signUpByApi,
  test,
  watchToasts,
  writeComment,
  writePost,
} from '../support/fixtures.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick, preview } from '../support/pictures.ts'
import { scrollToReach } from '../support/scroll.ts'

const postText = (page: Page) => page.getByRole('textbox', { name: 'What are you driving' })

/** Opens a second tab of the same session, at the home feed. */
async function openTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto('/homePage')
  await expect(posts(tab).first()).toBeVisible()
  return tab
}

/** Posts of the page's user, written by the API in one burst. */
async function writeAtOnce(page: Page, text: string, count: number): Promise<void> {
  const contents = Array.from({ length: count }, (_, index) => `${text} ${index}`)
  await page.evaluate(async (contents) => {
    const headers = {
      'Content-Type': 'application/json',
      authorization: localStorage.getItem('gearheads-token') ?? '',
    }
    for (const content of contents) {
      const body = JSON.stringify({ content })
      await fetch('/api/posts', { method: 'POST', headers, body })
    }
  }, contents)
}

/** Collects the reads of data that a page sends from now on, without those of the controls. */
function watchReads(page: Page): string[] {
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isRead = request.method() === 'GET' && /^\/api\/(?!mock)/.test(pathname)
    if (isRead) reads.push(pathname)
  })
  return reads
}

test('posts written in another tab wait behind a pill, and the list does not move', async ({
  page,
  context,
}) => {
  await signUp(page)
  const reader = await openTab(context)
  const third = posts(reader).nth(2)
  await third.evaluate((post) => post.scrollIntoView())
  const before = await third.boundingBox()
  for (const text of ['One', 'Two', 'Three']) await writePost(page, text)
  const pill = reader.getByRole('button', { name: '3 new posts' })
  await expect(pill).toBeVisible()
  expect(await third.boundingBox()).toEqual(before)

  await pill.click()
  await expect(posts(reader).nth(0)).toContainText('Three')
  await expect(posts(reader).nth(2)).toContainText('One')
  await expect(posts(reader).nth(0)).toBeInViewport()
  await expect(reader.getByRole('button', { name: /new post/ })).toHaveCount(0)
})

test('a burst of posts waits behind the pill, too, while the reader is far down the list', async ({
  page,
  context,
}) => {
  await signUp(page)
  await writeAtOnce(page, 'Older', 45)
  const reader = await openTab(context)
  // A tab starts with the saved feed: what is newer counts as new for a reader who has scrolled by then.
  await expect(posts(reader).first()).toContainText('Older 44')
  const read = posts(reader).filter({ hasText: 'Older 25' })
  await scrollToReach(reader, read)
  const before = await read.boundingBox()
  await writeAtOnce(page, 'New', 60)
  const pill = reader.getByRole('button', { name: '60 new posts' })
  await expect(pill).toBeAttached()
  expect(await read.boundingBox()).toEqual(before)

  await pill.evaluate((button: HTMLElement) => button.click())
  await expect(posts(reader).first()).toContainText(/New \d/)
  await expect(posts(reader).first()).toBeInViewport()
})

test('unsent texts about a post that another tab deletes become a draft on Home', async ({
  page,
  context,
  expectErrors,
}) => {
  await signUp(page)
  await writePost(page, 'Short-lived')
  const writer = await openTab(context)
  await posts(writer)
    .first()
    .getByRole('link', { name: /^Comments/ })
    .click()
  await writer.getByRole('textbox', { name: 'Add a comment' }).fill('Half a comment')
  await writer.getByRole('button', { name: /menu/i }).first().click()
  await writer.getByRole('menuitem', { name: 'Edit Post' }).click()
  await writer.getByRole('textbox', { name: 'Post text' }).fill('A rewrite')

  await posts(page).first().getByRole('button', { name: /menu/i }).click()
  await page.getByRole('menuitem', { name: 'Delete Post' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()

  await expect(writer.getByText('This was deleted. Your unsent text')).toBeVisible()
  await expect(writer.getByRole('heading', { name: /doesn't exist/ })).toBeVisible()
  await writer.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(postText(writer)).toHaveValue('A rewrite\n\nHalf a comment')
  // The browser logs the read of the deleted post.
  expectErrors(/\b404\b/)
})

test('likes, edits, comments and deletions of another tab show in place', async ({
  page,
  context,
}) => {
  await signUp(page)
  await writePost(page, 'To be deleted')
  await writePost(page, 'Seen in two tabs')
  const reader = await openTab(context)
  const [own, others] = [page, reader].map((tab) =>
    posts(tab).filter({ hasText: 'Seen in two tabs' }),
  ) as [ReturnType<typeof posts>, ReturnType<typeof posts>]

  await own.getByRole('button', { name: /^Like .*post$/ }).click()
  await expect(others.getByRole('button', { name: /^Like .*: 1$/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await own.getByRole('button', { name: 'Bookmark' }).click()
  await expect(others.getByRole('button', { name: 'Bookmark' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const doomed = posts(page).filter({ hasText: 'To be deleted' })
  await doomed.getByRole('button', { name: 'Post menu' }).click()
  await page.getByRole('menuitem', { name: 'Delete Post' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(posts(reader).filter({ hasText: 'To be deleted' })).toHaveCount(0)

  await others.getByRole('link', { name: /^Comments .*post$/ }).click()
  await own.getByRole('link', { name: /^Comments .*post$/ }).click()
  await writeComment(page, 'Heard in the other tab')
  await expect(comments(reader)).toContainText(['Heard in the other tab'])
})

test('a new name shows in other tabs', async ({ page, context }) => {
  const { username } = await signUp(page)
  await writePost(page, 'Under an old name')
  const reader = await openTab(context)
  await page.goto('/settings')
  await page.getByLabel('User-Name').fill(`${username}-two`)
  await page.getByRole('button', { name: 'Update my Profile' }).click()
  await expect(posts(reader).filter({ hasText: 'Under an old name' })).toContainText(
    `${username}-two`,
  )
  await expect(reader.getByRole('banner').getByText(`${username}-two`)).toBeVisible()
})

test('the tab that wrote does not refetch, and the other fetches only the changed rows', async ({
  page,
  context,
}) => {
  await signUp(page)
  const reader = await openTab(context)
  // What a page reads when it is idle.
  for (const tab of [page, reader]) {
    await tab.waitForFunction(() => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name)
      return /api\/mock/.test(names.join()) && /api\/notifications/.test(names.join())
    })
  }
  const own = watchReads(page)
  const others = watchReads(reader)
  await posts(page)
    .first()
    .getByRole('button', { name: /^Like .*post$/ })
    .click()
  await expect(
    posts(reader)
      .first()
      .getByRole('button', { name: /^Like .*: 1$/ }),
  ).toBeVisible()
  // Later than any request that the like may have triggered.
  await writePost(page, 'Written after the like')
  await expect(reader.getByRole('button', { name: '1 new post' })).toBeVisible()
  expect(own).toEqual([])
  const kinds = others.map((path) => path.replace(/[^/]+$/, '')).sort()
  // The viewer, who is changed too, is read with a POST that also checks the session.
  expect(kinds).toEqual(['/api/posts/', '/api/posts/'])
})

test('a draft and its picture survive a closed tab and a crashed renderer', async ({
  page,
  context,
  expectErrors,
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
      .getByRole('img', { name: /^Photo by/ }),
  )
  expectErrors(/Content Security Policy/)
})

test('each of two tabs has its own draft; the draft of a closed tab is adopted', async ({
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
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText("This post doesn't exist")
  await expect(reader.getByText("This post doesn't exist")).toHaveCount(1)
  await expect(reader.getByText('It may have been deleted.')).toHaveCount(1)
  expectErrors(/\b404\b/)
})

test('a like that another tab already made shows as stored, without an error', async ({
  page,
  context,
  expectErrors,
}) => {
  // A page without live updates.
  await page.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => undefined
  })
  const toasts = await watchToasts(page)
  await signUp(page)
  const other = await context.newPage()
  await other.goto('/homePage')
  await posts(other)
    .first()
    .getByRole('button', { name: /^Like .*post$/ })
    .click()
  await other.reload()
  await expect(
    posts(other)
      .first()
      .getByRole('button', { name: /^Like .*: 1$/ }),
  ).toBeVisible()

  const stale = posts(page).first()
  const answered = page.waitForResponse(/\/api\/posts\/like\//)
  await stale.getByRole('button', { name: /^Like .*post$/ }).click()
  await answered
  // By the reply to a later call, an error would show.
  const later = page.waitForResponse(/\/api\/users\/bookmark\//)
  await stale.getByRole('button', { name: 'Bookmark' }).click()
  await later
  await expect(stale.getByRole('button', { name: /^Like .*: 1$/, pressed: true })).toBeVisible()
  expect(toasts).toEqual([])
  expectErrors(/\b400\b/)
})

/** The state that the next page would find if this one crashed now. */
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
