// Several tabs of one device.
import type { BrowserContext, Page } from 'playwright/test'
import {
  composer,
  deletePost,
  firstLike,
  firstPhoto,
  openEdit,
  openPost,
} from '../support/actions.ts'
import { expect, posts, signUp, test, writePost } from '../support/fixtures.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick, preview } from '../support/pictures.ts'
import { storedTexts } from '../support/stored.ts'

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

test('another tab reads changed rows only, and keeps texts (R4.10, R12.23)', async ({
  page,
  context,
  expectErrors,
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
  await writePost(page, 'Seen in two tabs')
  const more = reader.getByRole('button', { name: '1 new post' })
  await expect(more).toBeVisible()
  expect(own).toEqual([])
  const kinds = others.map((path) => path.replace(/[^/]+$/, '')).sort()
  // The viewer, who is changed too, is read with a POST that also checks the session.
  expect(kinds).toEqual(['/api/posts/', '/api/posts/'])

  await more.click()
  await expect(posts(reader).first()).toContainText('Seen in two tabs')
  for (const tab of [page, reader]) await openPost(tab)
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

// Which tab adopts whose draft: src/data/drafts/draft-tab.test.ts.
test('a crashed tab leaves its draft (R4.11)', async ({ page, context, expectErrors }) => {
  await signUp(page)
  await composer(page).fill('In the first')
  await pick(page, pictureFile())
  await expectShown(preview(page))
  const second = await openTab(context)
  await expect(composer(second)).toHaveValue('')
  await writePost(second, 'From the second')
  await expect(composer(page)).toHaveValue('In the first')

  // The next page finds only saved drafts.
  const saved = () => storedTexts(second, { rows: true, files: true })
  await expect.poll(saved).toContain('In the first')
  const devtools = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => undefined)
  await crashed
  const third = await openTab(context)
  await expect(composer(third)).toHaveValue('In the first')
  await expectShown(preview(third))
  await third.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(third).first()).toContainText('In the first')
  await expectShown(firstPhoto(third))
  expectErrors(/Content Security Policy/)
})
