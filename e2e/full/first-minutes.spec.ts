// What a new user meets in the first minutes.
import type { Page } from 'playwright/test'
import { composer } from '../support/actions.ts'
import { expect, posts, signUp, test, visit, writePost } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'

const pressed = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).filter({ visible: true }).click()

test('on a small phone, nothing is covered (R2.27)', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await visit(page)
  const form = page.getByRole('form', { name: 'Log-in Form' })
  const controls = [
    form.getByLabel('Username'),
    form.getByLabel('Password', { exact: true }),
    form.getByRole('button', { name: 'Log in', exact: true }),
  ]
  for (const control of controls) await expect(control).toBeInViewport({ ratio: 1 })

  await signUp(page)
  await writePost(page, 'Mine, with a menu')
  await posts(page).nth(2).scrollIntoViewIfNeeded()
  const write = await page.getByRole('button', { name: 'Write a post' }).boundingBox()
  if (!write) throw new Error('The button does not show')
  // It stays while the list scrolls past it, so only the horizontal overlap counts.
  const covered = await posts(page)
    .locator('time, button:not([aria-label*="picture"]), a:has(svg)')
    .evaluateAll(
      (elements, [left, right]) =>
        elements
          .map((element) => ({ label: element.ariaLabel, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && box.left < right && box.right > left)
          .map(({ label }) => label),
      [write.x, write.x + write.width] as const,
    )
  expect(covered).toEqual([])
})

/** Expects a drawing and what to do next. */
async function expectEmpty(page: Page, text: string, hint = '') {
  const state = page.getByText(text, { exact: true }).locator('..')
  await expect(state).toContainText(hint)
  await expect(state.locator('svg')).toBeVisible()
}

test('an empty list has a drawing and says what to do next (R2.13, R2.28)', async ({ page }) => {
  await signUp(page)
  await pressed(page, 'BookMark')
  await expectEmpty(page, 'There are no bookmarks', 'The bookmark button below a post')
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(posts(page)).toHaveCount(5)
  await pressed(page, 'Following')
  await expectEmpty(page, 'Nobody ahead of you yet', 'Posts from people you follow')
  await page.getByRole('link', { name: 'Find people to follow' }).click()
  await expect(page).toHaveURL('/explore')
  await pressed(page, 'Profile')
  await expectEmpty(page, "You haven't posted yet")
  await page.getByRole('link', { name: 'Write your first post' }).click()
  await expect(composer(page)).toBeFocused()
  await page.getByRole('link', { name: "Comments on kenji's post" }).click()
  await expectEmpty(page, 'No comments yet', 'Start the conversation.')
  await page.getByRole('link', { name: 'Guest Driver @guest' }).click()
  await expectEmpty(page, "Guest Driver hasn't posted yet")
  await page.goto('/explore?q=tractor')
  await expectEmpty(page, 'No results found...', 'Try a shorter word')
  await page.goto('/notifications')
  await expectEmpty(page, 'Nothing new on the road')

  await setMock(page, {
    overrides: [{ method: 'GET', path: '/api/posts', status: 200, body: { posts: [] } }],
  })
  await page.goto('/homePage')
  await expectEmpty(page, 'No posts yet', 'your words go into the box above')
})
