// A cold start shows the last home screen as inert HTML, before the code of the app has run (R2.22).
import type { Locator, Page } from 'playwright/test'
import type { Reply } from '../../src/contract/calls.ts'
import { composer, deletePost, openPost } from '../support/actions.ts'
import {
  clickAt,
  expect,
  newPerson,
  posts,
  signUp,
  signUpByApi,
  test,
  writePost,
} from '../support/fixtures.ts'
import { holdCode } from '../support/hold-code.ts'
import { fetchApi, newestPost, resetData, setMock } from '../support/mock.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick } from '../support/pictures.ts'

const KEY = 'gearheads-last'
/** A page of the same origin that runs no code. */
const NO_APP = '/icons/favicon.svg'
/** The accent of the light theme. */
const RED = 'rgb(178, 58, 6)'
const firstScreen = (page: Page) => page.locator('[data-first-screen]')
const like = (post: Locator) => post.locator('button[aria-pressed]').first()
const bookmark = (post: Locator) => post.locator('button[aria-pressed]').last()

/** The record of the last screen. */
const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY)

/** Names the first screen: the last one, or the bars with placeholders. */
const expectFirst = (page: Page, name: 'last' | 'skeleton') =>
  expect(firstScreen(page)).toHaveAttribute('data-first-screen', name)

// Code that is held is preloaded, and not used for some seconds.
test.beforeEach(({ expectErrors }) => expectErrors(/preloaded using link preload but not used/))

type ColdStart = { tab: Page; letThrough: () => Promise<void> }

/** Closes a page, which saves its screen, and opens the app in a new one, whose code is held. */
async function coldStart(page: Page, path = '/'): Promise<ColdStart> {
  await page.goto('about:blank')
  const tab = await page.context().newPage()
  await tab.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 })
  await page.close()
  const letThrough = await holdCode(tab)
  await tab.goto(path)
  return { tab, letThrough }
}

test('a cold start shows the last screen, nothing moves, and a user who is gone likes nothing (R2.22, R4.21)', async ({
  page,
  expectErrors,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page)
  // Not in the ratio that is reserved for an unknown picture.
  await pick(page, pictureFile(60, 90))
  await writePost(page, 'Seen last')
  // A screen with a pending write is not saved.
  const replied = page.waitForResponse(/\/api\/posts\/like\//)
  await like(posts(page).first()).click()
  await expect(like(posts(page).first())).toHaveText('1')
  await replied
  await composer(page).fill('Only a draft')
  let open = page
  for (const width of [390, 1440]) {
    await open.setViewportSize({ width, height: 844 })
    await expectShown(open.getByRole('img', { name: /^Photo by/ }).first())
    const { tab, letThrough } = await coldStart(open)
    const html = firstScreen(tab)
    await expect(html.locator('article').first()).toContainText('Seen last')
    await expect(like(html.locator('article').first())).toHaveText('1')
    await expect(html).not.toContainText('Only a draft')
    const where = () =>
      Promise.all([0, 1].map((nth) => tab.locator('article').nth(nth).boundingBox()))
    const before = await where()
    await letThrough()
    await expect(html).toHaveCount(0)
    expect(await where(), `${width} px`).toEqual(before)
    await expect(composer(tab)).toHaveValue('Only a draft')
    open = tab
  }

  await open.goto(NO_APP)
  await resetData(open, 'default')
  const { tab, letThrough } = await coldStart(open)
  const newest = like(firstScreen(tab).locator('article').nth(1))
  await newest.scrollIntoViewIfNeeded()
  await clickAt(tab, newest)
  await expect(newest).toHaveAttribute('aria-pressed', 'true')
  await letThrough()
  await expect(tab.getByRole('button', { name: 'Log in as guest' })).toBeVisible()
  expect((await newestPost(tab)).likes.likeCount).toBe(0)
  expectErrors(/\b40[14]\b/)
})

test('R4.21: presses, keys, scrolling on the last screen', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp(page)
  // Their buttons have equal names.
  await writePost(page, 'The second')
  await writePost(page, 'The first')
  const first = await coldStart(page)
  const sent: string[] = []
  first.tab.on('request', (request) => {
    const [, kind] = /\/(like|dislike|bookmark|remove-bookmark)\//.exec(request.url()) ?? []
    if (kind && request.method() === 'POST') sent.push(kind)
  })
  const early = (text: string) => firstScreen(first.tab).locator('article', { hasText: text })
  const [top, second] = [early('The first'), early('The second')]
  // A double click is one press (R5.8).
  await clickAt(first.tab, like(second), 2)
  await expect(like(second)).toHaveAttribute('aria-pressed', 'true')
  await expect(like(second)).toHaveText('1')
  await expect(like(second)).toHaveCSS('color', RED)
  await clickAt(first.tab, bookmark(second))
  await expect(bookmark(second)).toHaveAttribute('aria-pressed', 'true')
  await expect(bookmark(second)).toHaveText('')
  // The Space key removes the like.
  await clickAt(first.tab, like(top))
  await expect(like(top)).toHaveText('1')
  await first.tab.keyboard.press('Space')
  await expect(like(top)).toHaveText('')
  await first.letThrough()
  const liked = like(posts(first.tab).nth(1))
  await expect(liked).toHaveAccessibleName(/: 1$/)
  await expect(liked).toHaveAttribute('aria-pressed', 'true')
  // The heart has sprung already (R2.34).
  await expect(liked).toHaveAttribute('data-repeated')
  await expect(like(posts(first.tab).first())).toHaveAttribute('aria-pressed', 'false')
  await expect(bookmark(posts(first.tab).nth(1))).toHaveAttribute('aria-pressed', 'true')
  const likes = async () => {
    const { data } = await fetchApi<Reply<'GET /api/posts'>>(first.tab, 'GET /api/posts?limit=2')
    return data.posts.map(({ likes }) => likes.likeCount)
  }
  await expect.poll(likes).toEqual([0, 1])
  await expect.poll(() => sent.toSorted()).toEqual(['bookmark', 'like'])

  await composer(first.tab).fill('Ready')
  const next = await coldStart(first.tab)
  await clickAt(next.tab, firstScreen(next.tab).getByText('Vroom'))
  await next.letThrough()
  await expect(next.tab.getByRole('button', { name: 'Vroom' })).toBeFocused()
  await expect(composer(next.tab)).toHaveValue('Ready')

  // A click into the composer puts the caret behind the draft, and typed and pasted text is kept.
  await next.tab.evaluate(() => navigator.clipboard.writeText(' g'))
  const { tab, letThrough } = await coldStart(next.tab)
  await clickAt(tab, firstScreen(tab).locator('textarea'))
  // Space would scroll the page.
  await tab.evaluate(() => {
    addEventListener('keydown', ({ defaultPrevented }) =>
      Object.assign(window, { defaultPrevented }),
    )
  })
  await tab.keyboard.press('Space')
  await expect
    .poll(() => tab.evaluate(() => 'defaultPrevented' in window && window.defaultPrevented))
    .toBe(true)
  await tab.keyboard.type('too')
  await tab.keyboard.press('Backspace')
  await tab.keyboard.press('Control+V')
  await letThrough()
  await expect(composer(tab)).toBeFocused()
  await tab.keyboard.type('o')
  await expect(composer(tab)).toHaveValue('Ready to go')
  await composer(tab).fill('')

  await tab.setViewportSize({ width: 390, height: 500 })
  const last = await coldStart(tab)
  await expectFirst(last.tab, 'last')
  await last.tab.mouse.move(200, 300)
  await last.tab.mouse.wheel(0, 120)
  const scrolled = () => last.tab.evaluate(() => scrollY)
  await expect.poll(scrolled).toBe(120)
  await last.letThrough()
  await expect(posts(last.tab).first()).toBeVisible()
  await expect(firstScreen(last.tab)).toHaveCount(0)
  expect(await scrolled()).toBe(120)
})

test('when the last screen is shown, and when placeholders are', async ({ page }) => {
  const { username } = await signUp(page)
  await writePost(page, 'Better not')
  await expect.poll(() => stored(page)).toContain('"html"')
  await page.evaluate(() => scrollTo(0, 300))
  // The request tester, which loads no posts, keeps it.
  await page.goto('/mock')
  await expect(page.getByText(`@${username}`)).toBeVisible()
  const { tab, letThrough } = await coldStart(page, '/explore')
  await expectFirst(tab, 'skeleton')
  await tab.goto('/homePage')
  await expectFirst(tab, 'last')
  await letThrough()
  await expect(firstScreen(tab)).toHaveCount(0)
  await tab.reload()
  await expectFirst(tab, 'skeleton')

  await letThrough()
  await openPost(tab)
  await deletePost(tab)
  await expect(tab).toHaveURL('/homePage')
  await tab.getByRole('link', { name: 'Settings' }).first().click()
  await expect(tab).toHaveURL('/settings')
  const next = await coldStart(tab)
  await expect(firstScreen(next.tab)).toHaveCount(1)
  await expect(firstScreen(next.tab)).not.toContainText('Better not')

  await next.letThrough()
  await expect(firstScreen(next.tab)).toHaveCount(0)
  await setMock(next.tab, { delay: 1000 })
  await like(posts(next.tab).first()).click()
  await expectFirst((await coldStart(next.tab)).tab, 'skeleton')
})

type Last = { build: string; session: string; html?: string }

/** Leaves the home screen and opens it again. @returns the record that it has stored */
async function leaveAndRead(page: Page): Promise<Last> {
  await page.goto('about:blank')
  await page.goto('/homePage')
  await expect(posts(page).first()).toBeVisible()
  return JSON.parse((await stored(page)) ?? 'null')
}

/** Starts cold with another record, which is written on a page without the app: that would store its own. */
async function startWith(page: Page, last: object): Promise<ColdStart> {
  await page.goto(NO_APP)
  const entry = [KEY, JSON.stringify(last)] as const
  await page.evaluate((entry) => localStorage.setItem(...entry), entry)
  return coldStart(page)
}

test('other records are not shown, and run nothing (R3.16)', async ({ page, expectErrors }) => {
  await signUp(page)
  await writePost(page, 'For my eyes')
  const last = await leaveAndRead(page)
  expect(last.html).toContain('For my eyes')
  const other = await startWith(page, { ...last, build: 'before' })
  await expectFirst(other.tab, 'skeleton')

  const none = await startWith(other.tab, { ...last, html: 5 })
  await none.letThrough()
  await expect(posts(none.tab).first()).toBeVisible()

  const html =
    '<div><img src="x:" onerror="window.ran = 1"><script>window.ran = 1</script><article>Still</article></div>'
  const { tab, letThrough } = await startWith(none.tab, { ...last, html })
  await expect(firstScreen(tab)).toHaveText('Still')
  expect(await firstScreen(tab).innerHTML()).not.toMatch(/script|onerror/)
  expect(await tab.evaluate(() => 'ran' in window)).toBe(false)
  // The content security policy reports it too. The log-out may end the session while notifications are read, and be sent again (R3.32).
  expectErrors(/Content Security Policy/, /\b40[14]\b/)

  await letThrough()
  await tab.getByRole('button', { name: 'Logout' }).first().click()
  await expect(tab.getByRole('button', { name: 'Log in as guest' })).toBeVisible()
  // The page loads again after a logout.
  await expect.poll(() => stored(tab).catch(String)).toBe(null)
  // As if the logout could not remove it.
  const fresh = await page.context().newPage()
  await signUpByApi(fresh, newPerson('Bo'))
  await expectFirst((await startWith(fresh, last)).tab, 'skeleton')
})
