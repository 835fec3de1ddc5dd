// Several tabs of one device.
import type { BrowserContext, Page } from 'playwright/test'
import {
  composer,
  deletePost,
  firstLike,
  firstPhoto,
  openEdit,
  postAll,
} from '../support/actions.ts'
import { expect, posts, signUp, test, writePost } from '../support/fixtures.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick, preview } from '../support/pictures.ts'
import { scrollToReach } from '../support/scroll.ts'

/** Opens a second tab of the same session, at the home feed. */
async function openTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto('/homePage')
  await expect(posts(tab).first()).toBeVisible()
  return tab
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

test('a burst of posts waits behind the pill, too, while the reader is far down the list (R2.24)', async ({
  page,
  context,
}) => {
  await signUp(page)
  await postAll(page, 45, (index) => `Older ${index}`)
  const reader = await openTab(context)
  // A tab starts with the saved feed: what is newer counts as new for a reader who has scrolled by then.
  await expect(posts(reader).first()).toContainText('Older 44')
  const read = posts(reader).filter({ hasText: 'Older 25' })
  await scrollToReach(reader, read)
  const before = await read.boundingBox()
  await postAll(page, 60, (index) => `New ${index}`)
  const pill = reader.getByRole('button', { name: '60 new posts' })
  await expect(pill).toBeAttached()
  expect(await read.boundingBox()).toEqual(before)

  await pill.evaluate((button: HTMLElement) => button.click())
  await expect(posts(reader).first()).toContainText(/New \d/)
  await expect(posts(reader).first()).toBeInViewport()
})

test('texts about a post that is deleted in another tab become a draft on Home (R4.10)', async ({
  page,
  context,
  expectErrors,
}) => {
  await signUp(page)
  await writePost(page, 'Seen in two tabs')
  const reader = await openTab(context)
  const [own, others] = [page, reader].map((tab) =>
    posts(tab).filter({ hasText: 'Seen in two tabs' }),
  ) as [ReturnType<typeof posts>, ReturnType<typeof posts>]

  await others.getByRole('link', { name: /^Comments .*post$/ }).click()
  await own.getByRole('link', { name: /^Comments .*post$/ }).click()
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeVisible()
  await reader.getByRole('textbox', { name: 'Add a comment' }).fill('Half a comment')
  await openEdit(reader)
  await reader.getByRole('textbox', { name: 'Post text' }).fill('A rewrite')

  await deletePost(page)

  await expect(reader.getByText('This was deleted. Your unsent text')).toBeVisible()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText("This post doesn't exist")
  await expect(reader.getByText("This post doesn't exist")).toHaveCount(1)
  await expect(reader.getByText('It may have been deleted.')).toHaveCount(1)
  await reader.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(composer(reader)).toHaveValue('A rewrite\n\nHalf a comment')
  // The browser logs the read of the deleted post.
  expectErrors(/\b404\b/)
})

test('the tab that wrote does not refetch, and the other fetches only the changed rows (R12.23)', async ({
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
  await firstLike(page).click()
  await expect(firstLike(reader)).toHaveAccessibleName(/: 1$/)
  // Later than any request that the like may have triggered.
  await writePost(page, 'Written after the like')
  await expect(reader.getByRole('button', { name: '1 new post' })).toBeVisible()
  expect(own).toEqual([])
  const kinds = others.map((path) => path.replace(/[^/]+$/, '')).sort()
  // The viewer, who is changed too, is read with a POST that also checks the session.
  expect(kinds).toEqual(['/api/posts/', '/api/posts/'])
})

test('each of two tabs has its own draft; that of a tab that was closed or crashed is adopted, with its picture (R4.11)', async ({
  page,
  context,
  expectErrors,
}) => {
  await signUp(page)
  await composer(page).fill('In the first')
  await pick(page, pictureFile())
  await expectShown(preview(page))
  await expect.poll(() => savedTexts(page)).toEqual(['In the first'])
  const second = await context.newPage()
  await second.goto('/homePage')
  await expect(posts(second)).toHaveCount(5)
  await expect(composer(second)).toHaveValue('')
  await writePost(second, 'From the second')
  await expect(composer(page)).toHaveValue('In the first')

  await composer(second).fill('Not finished')
  await expect.poll(() => savedTexts(second)).toEqual(['In the first', 'Not finished'])
  await page.close()
  const third = await context.newPage()
  await third.goto('/homePage')
  await expect(composer(third)).toHaveValue('In the first')
  await expect(composer(second)).toHaveValue('Not finished')
  await expectShown(preview(third))

  await composer(third).fill('And one more line')
  await expect.poll(() => savedTexts(third)).toContain('And one more line')
  const devtools = await context.newCDPSession(third)
  const crashed = third.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => undefined)
  await crashed
  const fourth = await context.newPage()
  await fourth.goto('/homePage')
  await expect(composer(fourth)).toHaveValue('And one more line')
  await expectShown(preview(fourth))
  await fourth.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(fourth).first()).toContainText('And one more line')
  await expectShown(firstPhoto(fourth))
  expectErrors(/Content Security Policy/)
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
