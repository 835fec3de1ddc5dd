// Every flow by keyboard alone: Tab, arrows, Enter, Space, Escape, and typing.
import type { Locator, Page } from 'playwright/test'
import { comments, expect, newPerson, posts, signUp, test, writePost } from '../support/fixtures.ts'

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible()
  for (let steps = 0; steps < 80; steps += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluateAll((all) => all.some((one) => one === document.activeElement))) return
  }
  throw new Error(`Tab does not reach ${target}`)
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Waits for the end of a navigation, which moves the focus: otherwise it could move between two keys. */
async function expectFocusOnHeading(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
}

/** Waits until toasts have closed, because a toast that closes while focused returns the focus to where it was. */
async function toastsClosed(page: Page): Promise<void> {
  const toasts = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
  await expect(toasts).toHaveCount(0)
}

test('sign-up, post, comment, edit, follow, settings and logout work without a mouse', async ({
  page,
}) => {
  test.slow()
  const { name, username, password } = newPerson()
  await page.goto('/')
  await tabTo(page, page.getByRole('link', { name: 'Create new account' }))
  await page.keyboard.press('Enter')
  await type(page, page.getByLabel('Name', { exact: true }), name)
  await type(page, page.getByLabel('Username'), username)
  await type(page, page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
  await expectFocusOnHeading(page, 'Home')

  await type(page, page.getByRole('textbox', { name: 'What are you driving' }), 'No mouse')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(posts(page).first()).toContainText('No mouse')

  await tabTo(page, page.getByRole('button', { name: 'Post menu' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit Post' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Delete Post' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' at all')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(posts(page).first()).toContainText('No mouse at all')
  await expect(page.getByRole('button', { name: 'Post menu' })).toBeFocused()

  await tabTo(page, posts(page).first().getByRole('button', { name: /^Like/ }))
  await page.keyboard.press('Space')
  await expect(
    posts(page)
      .first()
      .getByRole('button', { name: /^Like .*: 1$/ }),
  ).toBeFocused()
  await tabTo(
    page,
    posts(page)
      .first()
      .getByRole('link', { name: /^Comments/ }),
  )
  await page.keyboard.press('Enter')
  await expectFocusOnHeading(page, /^Post by/)
  await type(page, page.getByRole('textbox', { name: 'Add a comment' }), 'By keys')
  await tabTo(page, page.getByRole('button', { name: 'Vroom' }))
  await page.keyboard.press('Enter')
  await expect(comments(page).first()).toContainText('By keys')

  await tabTo(page, comments(page).first().getByRole('button', { name: 'Comment menu' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await tabTo(page, page.getByRole('button', { name: 'Follow mira' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Un-Follow mira' })).toBeFocused()

  await toastsClosed(page)
  await page.keyboard.press('Home')
  await tabTo(page, page.getByRole('link', { name: 'Settings' }).filter({ visible: true }))
  await page.keyboard.press('Enter')
  await expectFocusOnHeading(page, 'Edit-Profile')
  await type(page, page.getByLabel('Bio'), 'Keys only')
  await tabTo(page, page.getByRole('button', { name: 'Update my Profile' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Profile updated')).toBeVisible()
  await toastsClosed(page)

  await tabTo(page, page.getByRole('button', { name: 'Logout' }).filter({ visible: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
})

test('after navigation the heading of the new screen has the focus', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(posts(page).first()).toBeVisible()
  await page.getByRole('link', { name: 'Explore' }).filter({ visible: true }).click()
  await expectFocusOnHeading(page, 'Explore')
  await expect(page).toHaveTitle('Explore · Gearheads')
})

test('deleting a post moves the focus to the next one', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(posts(page).first()).toBeVisible()
  await page.getByRole('textbox', { name: 'What are you driving' }).fill('Short life')
  await page.getByRole('button', { name: 'Vroom' }).click()
  await page.getByRole('button', { name: 'Post menu' }).click()
  await page.getByRole('menuitem', { name: 'Delete Post' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Post menu' })).toHaveCount(0)
  await expect(posts(page).first().locator(':focus')).toHaveCount(1)
})

test('deleting a post on its own screen leads home', async ({ page }) => {
  await signUp(page)
  await writePost(page, 'Short life')
  await posts(page)
    .first()
    .getByRole('link', { name: /^Comments/ })
    .click()
  await page.getByRole('button', { name: 'Post menu' }).click()
  await page.getByRole('menuitem', { name: 'Delete Post' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/homePage')
  await expect(posts(page)).toHaveCount(5)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('Back restores the scroll position of the list', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  // The last of all: the first frame has only those that fill the window.
  await expect(posts(page)).toHaveCount(5)
  const last = posts(page).last()
  await last.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(300)
  await last.getByRole('link', { name: /^Comments/ }).click()
  await expect(page.getByRole('form', { name: 'Add a comment' })).toBeVisible()
  await page.goBack()
  await expect(posts(page).last()).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
})

test('no screen scrolls sideways at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(posts(page).first()).toBeVisible()
  for (const path of ['/homePage', '/post/5', '/profilePage/1', '/settings', '/explore', '/x']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    expect(await overflow(), path).toBeLessThanOrEqual(0)
  }
})
