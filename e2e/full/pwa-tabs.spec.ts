import type { BrowserContext, Page } from 'playwright/test'
import {
  comments,
  expect,
  posts,
  signUp,
  test,
  writeComment,
  writePost,
} from '../support/fixtures.ts'

/** A second tab of the same session, at the home feed. */
async function openTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto('/homePage')
  await expect(posts(tab).first()).toBeVisible()
  return tab
}

/** The reads that a page makes from now on. */
/** The data that a page reads from now on; the state of the mock is none. */
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

test('likes, edits, comments and deletions show up in other tabs, where they stand', async ({
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

  await own.getByRole('button', { name: /^Like .*: 0$/ }).click()
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

  await others.getByRole('link', { name: /^Comments .*: 0$/ }).click()
  await own.getByRole('link', { name: /^Comments .*: 0$/ }).click()
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

test('the tab that wrote reads nothing again, and the other only what changed', async ({
  page,
  context,
}) => {
  await signUp(page)
  const reader = await openTab(context)
  const own = watchReads(page)
  const others = watchReads(reader)
  await posts(page)
    .first()
    .getByRole('button', { name: /^Like .*: 0$/ })
    .click()
  await expect(
    posts(reader)
      .first()
      .getByRole('button', { name: /^Like .*: 1$/ }),
  ).toBeVisible()
  // Later than anything that the like may have set off.
  await writePost(page, 'Written after the like')
  await expect(reader.getByRole('button', { name: '1 new post' })).toBeVisible()
  expect(own).toEqual([])
  const kinds = others.map((path) => path.replace(/[^/]+$/, '')).sort()
  expect(kinds).toEqual(['/api/posts/', '/api/posts/', '/api/users/'])
})
