// Every flow by keyboard alone: Tab, arrows, Enter, Space, Escape, and typing.
import type { Locator, Page } from 'playwright/test'
import { comments, expect, newPerson, posts, test } from '../support/fixtures.ts'

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
  const toasts = page.getByRole('region', { name: /^Messages/ }).getByRole('listitem')
  await expect(toasts).toHaveCount(0)
}

test('sign-up, post, comment, edit, follow, settings and logout work without a mouse (R2.20, R6.4, R9.8)', async ({
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
