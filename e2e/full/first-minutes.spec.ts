// What a new user meets in the first minutes.
import type { Page } from 'playwright/test'
import { composer, openEdit } from '../support/actions.ts'
import { expect, logInAsGuest, posts, signUp, test, visit, writePost } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'

const pressed = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).filter({ visible: true }).click()

test('on a small phone the log-in is above the fold, and "Write a post" never covers a button, the menu or the time of a post; a wide picture has its place before it loads (R2.27, R10.12)', async ({
  page,
}) => {
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

  // A wide picture has its place before it loads.
  const picture = page.getByRole('img', { name: /^An orange roadster/ })
  const screen = await page.evaluate(() => document.body.clientWidth)
  const width = async () => (await picture.boundingBox())?.width
  await expect.poll(width).toBe(screen)
  // Its own width is known once it has loaded.
  await picture.evaluate((img) => {
    const frame = img.closest<HTMLElement>('[style*="--width"]')
    if (!frame) throw new Error('The picture has no width')
    frame.style.removeProperty('--width')
  })
  expect(await width()).toBe(screen)
})

/** Expects a drawing and what to do next. */
async function expectEmpty(page: Page, text: string, hint = '') {
  const state = page.getByText(text, { exact: true }).locator('..')
  await expect(state).toContainText(hint)
  await expect(state.locator('svg')).toBeVisible()
}

test('an empty list has a drawing and says what to do next (R2.13, R2.28)', async ({ page }) => {
  await logInAsGuest(page)
  await pressed(page, 'BookMark')
  await expectEmpty(page, 'There are no bookmarks', 'The bookmark button below a post')
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(posts(page)).toHaveCount(5)

  await pressed(page, 'Following')
  await expectEmpty(page, 'Nobody ahead of you yet', 'Posts from people you follow')
  await page.getByRole('link', { name: 'Find people to follow' }).click()
  await expect(page).toHaveURL('/explore')

  await page.goto('/homePage')
  await page.getByRole('link', { name: "Comments on kenji's post" }).click()
  await expectEmpty(page, 'No comments yet', 'Start the conversation.')
  await page.goto('/explore?q=tractor')
  await expectEmpty(page, 'No results found...', 'Try a shorter word')

  await setMock(page, {
    overrides: [{ method: 'GET', path: '/api/posts', status: 200, body: { posts: [] } }],
  })
  await page.goto('/homePage')
  await expectEmpty(page, 'No posts yet', 'your words go into the box above')
})

test('an empty profile and no notifications say what to do next; an edit continues at the end of the text (R2.28)', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/profilePage/1')
  await expect(posts(page)).toHaveCount(2)
  await pressed(page, 'Profile')
  await expectEmpty(page, "You haven't posted yet")
  await page.getByRole('link', { name: 'Write your first post' }).click()
  await expect(composer(page)).toBeFocused()
  await page.getByRole('link', { name: 'Guest Driver @guest' }).click()
  await expectEmpty(page, "Guest Driver hasn't posted yet")

  await page.goto('/notifications')
  await expect(page.getByText('Nothing new on the road')).toBeVisible()
  await page.getByRole('link', { name: 'Find people to follow' }).click()
  await expect(page).toHaveURL('/explore')

  await page.goto('/homePage')
  await writePost(page, 'Half a sentence')
  await openEdit(page)
  const text = page.getByRole('textbox', { name: 'Post text' })
  await expect(text).toBeFocused()
  await page.keyboard.type(' more')
  await expect(text).toHaveValue('Half a sentence more')
})

test('a search shows that it works from the first key until the results are there (R8.7)', async ({
  page,
}) => {
  await logInAsGuest(page)
  await page.clock.install()
  for (const { path, name, text, found } of [
    {
      path: '/explore?q=a',
      name: 'Search people and posts',
      text: 'hairpins',
      found: posts,
    },
    {
      path: '/homePage',
      name: 'Search users',
      text: 'juno',
      found: (page: Page) => page.getByRole('complementary').getByTestId('user-card'),
    },
  ]) {
    await page.goto(path)
    const field = page.getByRole('searchbox', { name })
    const box = page.getByRole('search').filter({ has: field })
    const isWorking = () =>
      box.evaluate((box) => getComputedStyle(box, '::before').animationName !== 'none')
    await expect(found(page).nth(3)).toBeVisible()
    // The clock of the page is ahead of that of the test after the first time.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
    await field.fill(text)
    await expect.poll(isWorking).toBe(true)
    await page.clock.runFor(1400)
    expect(await isWorking()).toBe(true)
    await page.clock.resume()
    await expect.poll(isWorking).toBe(false)
    await expect(found(page)).toHaveCount(1)
  }
})
