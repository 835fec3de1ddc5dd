// A cold start shows the last home screen as inert HTML, before the code of the app has run (R2.22).
import type { Locator, Page } from 'playwright/test'
import type { Reply } from '../../src/contract/calls.ts'
import { deletePost, openPost } from '../support/actions.ts'
import {
  clickAt,
  expect,
  newPerson,
  posts,
  signUp,
  signUpByApi,
  test,
  toast,
  writePost,
} from '../support/fixtures.ts'
import { holdCode } from '../support/hold-code.ts'
import { failNext, fetchApi, newestPost, resetData, setMock } from '../support/mock.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick } from '../support/pictures.ts'

const KEY = 'gearheads-last'
/** A page of the same origin that runs no code. */
const NO_APP = '/icons/favicon.svg'
/** The accent of the light theme. */
const RED = 'rgb(178, 58, 6)'
const draft = (page: Page) => page.getByRole('textbox', { name: 'What are you driving' })
const firstScreen = (page: Page) => page.locator('[data-first-screen]')
const like = (post: Locator) => post.locator('button[aria-pressed]').first()

const bookmark = (post: Locator) => post.locator('button[aria-pressed]').last()
/** A post on a screen. */
const postWith = (screen: Locator | Page, text: string) =>
  screen.locator('article', { hasText: text })

/** Names the first screen: the last one, or the bars with placeholders. */
const expectFirst = (page: Page, name: 'last' | 'skeleton') =>
  expect(firstScreen(page)).toHaveAttribute('data-first-screen', name)

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

test('a cold start shows the last screen before any code has run, and nothing moves (R2.22)', async ({
  page,
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
  await draft(page).fill('Only a draft')
  let open = page
  for (const width of [390, 1440]) {
    await open.setViewportSize({ width, height: 844 })
    await expectShown(open.getByRole('img', { name: /^Photo by/ }).first())
    const { tab, letThrough } = await coldStart(open)
    const html = firstScreen(tab)
    await expect(html.locator('article').first()).toContainText('Seen last')
    await expect(like(html.locator('article').first())).toHaveText('1')
    await expect(html).not.toContainText('Only a draft')
    const where = async () => [
      await tab.locator('article').first().boundingBox(),
      await tab.locator('article').nth(1).boundingBox(),
    ]
    const before = await where()
    await letThrough()
    await expect(html).toHaveCount(0)
    expect(await where(), `${width} px`).toEqual(before)
    await expect(draft(tab)).toHaveValue('Only a draft')
    open = tab
  }
})

test('clicks, keys and scrolling on the last screen count, and none sends the draft, which it does not show (R4.21)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp(page)
  // Their buttons have equal names.
  await writePost(page, 'The second')
  await writePost(page, 'The first')
  const first = await coldStart(page)
  const replied = first.tab.waitForResponse(/\/api\/posts\/like\//)
  await clickAt(
    first.tab,
    like(firstScreen(first.tab).locator('article', { hasText: 'The second' })),
  )
  await first.letThrough()
  const liked = (text: string, name: RegExp) =>
    posts(first.tab).filter({ hasText: text }).getByRole('button', { name })
  await expect(liked('The second', /^Like .*: 1$/)).toBeVisible()
  await expect(liked('The first', /^Like .*post$/)).toBeVisible()
  await replied
  await draft(first.tab).fill('Not finished')

  const second = await coldStart(first.tab)
  await clickAt(second.tab, firstScreen(second.tab).getByText('Vroom'))
  await second.letThrough()
  await expect(second.tab.getByRole('button', { name: 'Vroom' })).toBeFocused()
  await expect(draft(second.tab)).toHaveValue('Not finished')

  // A click into the composer puts the caret behind the draft, and typed and pasted text is kept.
  await draft(second.tab).fill('Ready')
  await second.tab.evaluate(() => navigator.clipboard.writeText(' g'))
  const { tab, letThrough } = await coldStart(second.tab)
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
  await expect(draft(tab)).toBeFocused()
  await tab.keyboard.type('o')
  await expect(draft(tab)).toHaveValue('Ready to go')
  await draft(tab).fill('')

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

test('R4.21: a like or bookmark on the last screen shows before any code has run, and is stored once', async ({
  page,
}) => {
  await signUp(page)
  await writePost(page, 'The second')
  await writePost(page, 'The first')
  const { tab, letThrough } = await coldStart(page)
  const sent: string[] = []
  tab.on('request', (request) => {
    const [, kind] = /\/(like|dislike|bookmark|remove-bookmark)\//.exec(request.url()) ?? []
    if (kind && request.method() === 'POST') sent.push(kind)
  })
  const early = (text: string) => postWith(firstScreen(tab), text)
  // A double click is one press (R5.8).
  await clickAt(tab, like(early('The second')), 2)
  await expect(like(early('The second'))).toHaveAttribute('aria-pressed', 'true')
  await expect(like(early('The second'))).toHaveText('1')
  await expect(like(early('The second'))).toHaveCSS('color', RED)
  await clickAt(tab, bookmark(early('The second')))
  await expect(bookmark(early('The second'))).toHaveAttribute('aria-pressed', 'true')
  await expect(bookmark(early('The second'))).toHaveText('')
  // Taken back with a key.
  await clickAt(tab, like(early('The first')))
  await expect(like(early('The first'))).toHaveText('1')
  await tab.keyboard.press('Space')
  await expect(like(early('The first'))).toHaveAttribute('aria-pressed', 'false')
  await expect(like(early('The first'))).toHaveText('')

  await tab.evaluate(() => {
    const springs: string[] = []
    Object.assign(window, { springs })
    addEventListener('transitionrun', ({ target, propertyName }) => {
      if (!(target as Element).closest('[inert]')) springs.push(propertyName)
    })
  })
  const sprung = () => tab.evaluate(() => (window as unknown as { springs: string[] }).springs)
  await letThrough()
  const liked = like(postWith(posts(tab).locator('..'), 'The second'))
  await expect(liked).toHaveAccessibleName(/: 1$/)
  await expect(liked).toHaveAttribute('aria-pressed', 'true')
  await expect(like(posts(tab).first())).toHaveAttribute('aria-pressed', 'false')
  await expect(bookmark(posts(tab).nth(1))).toHaveAttribute('aria-pressed', 'true')
  const stored = async () => {
    const { data } = await fetchApi<Reply<'GET /api/posts'>>(tab, 'GET /api/posts?limit=2')
    return data.posts.map(({ likes }) => likes.likeCount)
  }
  await expect.poll(stored).toEqual([0, 1])
  await expect.poll(() => sent.toSorted()).toEqual(['bookmark', 'like'])
  // The heart has sprung already (R2.34). It does so again for the next like.
  expect(await sprung()).not.toContain('scale')
  for (const isLiked of ['false', 'true']) {
    await liked.press('Enter')
    await expect(liked).toHaveAttribute('aria-pressed', isLiked)
  }
  await expect.poll(sprung).toContain('scale')
})

test('R4.21: a like on the last screen that is refused goes back, with the reason, one of an ended session is not sent, and who logs in then sees nothing of the one before', async ({
  page,
  expectErrors,
}) => {
  const { username } = await signUp(page)
  await writePost(page, 'Refused')
  await failNext(page, 'POST /api/posts/like/:postId', 500)
  const { tab, letThrough } = await coldStart(page)
  await clickAt(tab, like(postWith(firstScreen(tab), 'Refused')))
  await expect(like(postWith(firstScreen(tab), 'Refused'))).toHaveText('1')
  await letThrough()
  await expect(toast(tab, 'The mock answered 500, as its settings say.')).toBeVisible()
  await expect(like(posts(tab).first())).toHaveAttribute('aria-pressed', 'false')
  await expect(like(posts(tab).first())).toHaveText('')

  await tab.goto(NO_APP)
  await resetData(tab, 'default')
  const next = await coldStart(tab)
  await expect(firstScreen(next.tab)).toContainText(username)
  await clickAt(next.tab, like(firstScreen(next.tab).locator('article').last()))
  await next.letThrough()
  await expect(next.tab.getByRole('button', { name: 'Log in as guest' })).toBeVisible()
  expect((await newestPost(next.tab)).likes.likeCount).toBe(0)

  await next.tab.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(posts(next.tab).first()).toBeVisible()
  await next.tab.getByRole('link', { name: 'Settings' }).first().click()
  await expect(next.tab).toHaveURL('/settings')
  const ofGuest = await coldStart(next.tab)
  await expect(firstScreen(ofGuest.tab)).toHaveCount(1)
  await expect(firstScreen(ofGuest.tab)).not.toContainText(username)
  expectErrors(/\b(40[14]|500)\b/)
})

test('the last screen is shown after the tester and from its top, but not on other screens, after a reload, with a write that was not answered, or a post that was deleted', async ({
  page,
}) => {
  const { username } = await signUp(page)
  await writePost(page, 'Better not')
  const stored = () => page.evaluate((key) => localStorage.getItem(key), KEY)
  await expect.poll(stored).toContain('"html"')
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
  return page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), KEY)
}

/** Starts cold with another record, which is written on a page without the app: that would store its own. */
async function startWith(page: Page, last: object): Promise<ColdStart> {
  await page.goto(NO_APP)
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    KEY,
    JSON.stringify(last),
  ] as const)
  return coldStart(page)
}

test('a record of another build, of another user, or that is no screen is not shown, and one that was tampered with runs no script (R3.16)', async ({
  page,
  expectErrors,
}) => {
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
  expect(await tab.evaluate((key) => localStorage.getItem(key), KEY)).toBe(null)
  // As if the logout could not remove it.
  const fresh = await page.context().newPage()
  await signUpByApi(fresh, newPerson('Bo'))
  await expectFirst((await startWith(fresh, last)).tab, 'skeleton')
})
