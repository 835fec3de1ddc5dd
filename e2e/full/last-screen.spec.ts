// A cold start shows the last home screen as inert HTML, before the code of the app has run.
import type { Locator, Page } from 'playwright/test'
import {
  clickAt,
  expect,
  logInAsGuest,
  newPerson,
  posts,
  signUp,
  signUpByApi,
  test,
  writePost,
} from '../support/fixtures.ts'
import { holdCode } from '../support/hold-code.ts'
import { resetData, setMock } from '../support/mock.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick } from '../support/pictures.ts'

const KEY = 'gearheads-last'
/** A page of the same origin that runs no code. */
const NO_APP = '/icons/favicon.svg'
const draft = (page: Page) => page.getByRole('textbox', { name: 'What are you driving' })
const firstScreen = (page: Page) => page.locator('[data-first-screen]')
/** Names the first screen: the last one, or the bars with placeholders. */
const nameOf = (page: Page) => firstScreen(page).getAttribute('data-first-screen')

/** Leaves the app, which saves its screen, and holds the code of the next start. */
async function leave(page: Page): Promise<() => Promise<void>> {
  await page.goto('about:blank')
  return holdCode(page)
}

for (const [device, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
})) {
  test(`a cold start shows the last screen before any code has run, and nothing moves: ${device}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await signUp(page)
    // Not in the ratio that is reserved for an unknown picture.
    await pick(page, pictureFile(60, 90))
    await writePost(page, 'Seen last')
    await expectShown(page.getByRole('img', { name: /^Photo by/ }).first())
    const like = (post: Locator) => post.locator('button[aria-pressed]').first()
    // A screen with a pending write is not saved.
    const replied = page.waitForResponse(/\/api\/posts\/like\//)
    await like(posts(page).first()).click()
    await expect(like(posts(page).first())).toHaveText('1')
    await replied
    await draft(page).fill('Only a draft')
    const letThrough = await leave(page)
    await page.goto('/')
    const html = firstScreen(page)
    await expect(html.locator('article').first()).toContainText('Seen last')
    await expect(like(html.locator('article').first())).toHaveText('1')
    await expect(html).not.toContainText('Only a draft')
    const where = async () => [
      await page.locator('article').first().boundingBox(),
      await page.locator('article').nth(1).boundingBox(),
    ]
    const before = await where()
    await letThrough()
    await expect(html).toHaveCount(0)
    expect(await where()).toEqual(before)
    await expect(draft(page)).toHaveValue('Only a draft')
  })
}

test('a screen whose posts name many people is saved, too', async ({ page }) => {
  await logInAsGuest(page)
  const everybody = await page.evaluate(async () => {
    const call = (path: string, body: object) =>
      fetch(path, { method: 'POST', body: JSON.stringify(body) }).then((reply) => reply.json())
    await call('/api/mock/reset', { seed: { users: 200, posts: 20 } })
    const data = await (await fetch('/api/mock/snapshot')).json()
    const users = data.users.map(({ _id }: { _id: string }) => _id)
    for (const post of data.posts) {
      post.likedBy = users
      post.likeCount = users.length
    }
    for (const user of data.users) user.liked = data.posts.map(({ _id }: { _id: string }) => _id)
    return call('/api/mock/snapshot', data)
  })
  expect(everybody.error).toBeUndefined()
  await page.reload()
  await expect(posts(page).first().locator('button[aria-pressed]').first()).toHaveText(/^20\d$/)
  await leave(page)
  await page.goto('/')
  expect(await nameOf(page)).toBe('last')
})

test('who leaves the home screen scrolled sees its top at the next start, also by way of the tester', async ({
  page,
}) => {
  const { username } = await signUp(page)
  const stored = () => page.evaluate((key) => localStorage.getItem(key), KEY)
  await expect.poll(stored).toContain('"html"')
  await page.evaluate(() => scrollTo(0, 300))
  // The request tester, which loads no posts, keeps it.
  await page.goto('/mock')
  await expect(page.getByText(`@${username}`)).toBeVisible()
  await leave(page)
  await page.goto('/')
  expect(await nameOf(page)).toBe('last')
})

test('a click on the last screen before any code has run is on the same post', async ({ page }) => {
  await signUp(page)
  // Their buttons have equal names.
  await writePost(page, 'The second')
  await writePost(page, 'The first')
  const letThrough = await leave(page)
  await page.goto('/')
  await clickAt(
    page,
    firstScreen(page)
      .locator('article', { hasText: 'The second' })
      .locator('button[aria-pressed]')
      .first(),
  )
  await letThrough()
  await expect(
    posts(page)
      .filter({ hasText: 'The second' })
      .getByRole('button', { name: /^Like .*: 1$/ }),
  ).toBeVisible()
  await expect(
    posts(page)
      .filter({ hasText: 'The first' })
      .getByRole('button', { name: /^Like .*post$/ }),
  ).toBeVisible()
})

test('a click on the form of the last screen does not send the draft, which it does not show', async ({
  page,
}) => {
  await signUp(page)
  await draft(page).fill('Not finished')
  const letThrough = await leave(page)
  await page.goto('/')
  await clickAt(page, firstScreen(page).getByText('Vroom'))
  await letThrough()
  await expect(page.getByRole('button', { name: 'Vroom' })).toBeFocused()
  await expect(draft(page)).toHaveValue('Not finished')
})

test('a click into the composer of the last screen puts the caret behind the draft, and typed and pasted text is kept', async ({
  page,
  context,
}) => {
  await signUp(page)
  await draft(page).fill('Ready')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText(' g'))
  const letThrough = await leave(page)
  await page.goto('/')
  await clickAt(page, firstScreen(page).locator('textarea'))
  // Space would scroll the page.
  await page.evaluate(() => {
    addEventListener('keydown', ({ defaultPrevented }) =>
      Object.assign(window, { defaultPrevented }),
    )
  })
  await page.keyboard.press('Space')
  await expect
    .poll(() => page.evaluate(() => 'defaultPrevented' in window && window.defaultPrevented))
    .toBe(true)
  await page.keyboard.type('too')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+V')
  await letThrough()
  await expect(draft(page)).toBeFocused()
  await page.keyboard.type('o')
  await expect(draft(page)).toHaveValue('Ready to go')
})

test('the last screen stays where it was scrolled to', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await signUp(page)
  const letThrough = await leave(page)
  await page.goto('/')
  await expect(firstScreen(page)).toHaveAttribute('data-first-screen', 'last')
  await page.mouse.move(200, 300)
  await page.mouse.wheel(0, 120)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(120)
  await letThrough()
  await expect(posts(page).first()).toBeVisible()
  await expect(firstScreen(page)).toHaveCount(0)
  expect(await page.evaluate(() => scrollY)).toBe(120)
})

test.describe('the last screen is not shown', () => {
  test('while a write that it shows was not answered', async ({ page }) => {
    await signUp(page)
    await setMock(page, { delay: 1000 })
    await posts(page)
      .first()
      .getByRole('button', { name: /^Like / })
      .click()
    await leave(page)
    await page.goto('/')
    expect(await nameOf(page)).toBe('skeleton')
  })

  test('after a logout, and not to the next user', async ({ page }) => {
    await signUp(page)
    await writePost(page, 'For my eyes')
    const last = await leaveAndRead(page)
    expect(last.html).toContain('For my eyes')
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await expect(page.getByRole('button', { name: 'Log in as guest' })).toBeVisible()
    expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toBe(null)
    // As if the logout could not remove it.
    await signUpByApi(page, newPerson('Bo'))
    await store(page, last)
    await holdCode(page)
    await page.goto('/')
    expect(await nameOf(page)).toBe('skeleton')
  })

  test('to a user who logs in on the same page after a session has ended', async ({
    page,
    expectErrors,
  }) => {
    const { username } = await signUp(page)
    const last = await leaveAndRead(page)
    expect(last.html).toContain(username)
    await resetData(page, 'default')
    await page.goto('/homePage')
    await page.getByRole('button', { name: 'Log in as guest' }).click()
    await expect(posts(page).first()).toBeVisible()
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await expect(page).toHaveURL('/settings')
    await leave(page)
    await page.goto('/')
    await expect(firstScreen(page)).not.toContainText(username)
    // The notifications may be read before the reply that says that the session is over.
    expectErrors(/\b40[14]\b/)
  })

  test('with the code of another build', async ({ page }) => {
    await signUp(page)
    const last = await leaveAndRead(page)
    await store(page, { ...last, build: 'before' })
    await holdCode(page)
    await page.goto('/')
    expect(await nameOf(page)).toBe('skeleton')
  })

  test('with a post that was deleted since', async ({ page }) => {
    await signUp(page)
    await writePost(page, 'Better not')
    await leaveAndRead(page)
    await posts(page)
      .first()
      .getByRole('link', { name: /post by/ })
      .click()
    await page.getByRole('button', { name: 'Post menu' }).click()
    await page.getByRole('menuitem', { name: 'Delete Post' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page).toHaveURL('/homePage')
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await expect(page).toHaveURL('/settings')
    await leave(page)
    await page.goto('/')
    await expect(firstScreen(page)).toHaveCount(1)
    await expect(firstScreen(page)).not.toContainText('Better not')
  })

  test('on other screens, and after a reload', async ({ page }) => {
    await signUp(page)
    const letThrough = await leave(page)
    await page.goto('/explore')
    expect(await nameOf(page)).toBe('skeleton')
    await page.goto('/homePage')
    expect(await nameOf(page)).toBe('last')
    await letThrough()
    await expect(firstScreen(page)).toHaveCount(0)
    await page.reload()
    expect(await nameOf(page)).toBe('skeleton')
  })
})

test('what is no screen is not shown', async ({ page }) => {
  await signUp(page)
  const last = await leaveAndRead(page)
  await store(page, { ...last, html: 5 })
  await page.goto('/')
  await expect(posts(page).first()).toBeVisible()
})

test('a last screen that was tampered with runs no script', async ({ page, expectErrors }) => {
  await signUp(page)
  const last = await leaveAndRead(page)
  const html =
    '<div><img src="x:" onerror="window.ran = 1"><script>window.ran = 1</script><article>Still</article></div>'
  await store(page, { ...last, html })
  await holdCode(page)
  await page.goto('/')
  await expect(firstScreen(page)).toHaveText('Still')
  expect(await firstScreen(page).innerHTML()).not.toMatch(/script|onerror/)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  // The content security policy reports it too.
  expectErrors(/Content Security Policy/)
})

/** Replaces the record, on a page without the app, which would store its own. */
async function store(page: Page, last: object): Promise<void> {
  await page.goto(NO_APP)
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    KEY,
    JSON.stringify(last),
  ] as const)
}

type Last = { build: string; session: string; html?: string }

/** Leaves the home screen and opens it again. @returns the record that it has stored */
async function leaveAndRead(page: Page): Promise<Last> {
  await page.goto('about:blank')
  await page.goto('/homePage')
  await expect(posts(page).first()).toBeVisible()
  return page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), KEY)
}
