// The rules of R2, R4, R5 and R9 about the behaviour of screens, as titles of tests.
import {
  eachSize,
  expect,
  logInAsGuest,
  posts,
  signUp,
  test,
  writePost,
} from '../support/fixtures.ts'
import { resetData, setMock } from '../support/mock.ts'

eachSize((size) => {
  test('the edit-post modal opens from the menu, is 570 px at most, and closes on Cancel', async ({
    page,
  }) => {
    await signUp(page)
    await writePost(page, 'To be edited')
    await page.getByRole('button', { name: 'Post menu' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Edit Post', 'Delete Post'])
    await page.getByRole('menuitem', { name: 'Edit Post' }).click()
    const modal = page.getByRole('dialog', { name: 'Edit Post' })
    await expect(modal.getByRole('textbox')).toHaveValue('To be edited')
    await expect(modal.getByRole('button', { name: 'Edit Post' })).toBeVisible()
    const box = await modal.boundingBox()
    expect(box?.width).toBeLessThanOrEqual(570)
    if (size === 'desktop') expect(box?.width).toBe(570)
    await modal.getByRole('button', { name: 'Cancel' }).click()
    await expect(modal).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Post menu' })).toBeFocused()
  })
})

test('a bookmarked post is listed on /bookMarkPage, newest bookmark first, until it is removed', async ({
  page,
}) => {
  await logInAsGuest(page)
  await posts(page).nth(0).getByRole('button', { name: 'Bookmark' }).click()
  await posts(page).nth(2).getByRole('button', { name: 'Bookmark' }).click()
  await page.getByRole('link', { name: 'BookMark' }).filter({ visible: true }).click()
  await expect(posts(page)).toHaveCount(2)
  await expect(posts(page).first()).toHaveAccessibleName('By theo')
  await posts(page).first().getByRole('button', { name: 'Bookmark' }).click()
  await expect(posts(page)).toHaveCount(1)
  await page.reload()
  await expect(posts(page)).toHaveCount(1)
})

test('a search of Explore finds the viewer, too', async ({ page }) => {
  await logInAsGuest(page)
  await page.goto('/explore')
  const search = page.getByRole('searchbox', { name: 'Search people and posts' })
  // A search finds the viewer too, of whom "Who to follow" has no row otherwise.
  const people = page.getByRole('main').getByRole('listitem').filter({ hasText: '@guest' })
  await expect(people).toHaveCount(0)
  await search.fill('guest driver')
  await expect(people).toHaveCount(1)
})

test('Enter starts a search of Explore at once, people come first, and Back restores it', async ({
  page,
}) => {
  await logInAsGuest(page)
  await page.getByRole('link', { name: 'Explore' }).filter({ visible: true }).click()
  await expect(posts(page)).toHaveCount(5)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const search = page.getByRole('searchbox', { name: 'Search people and posts' })
  await search.fill('mira')
  await search.press('Enter')
  await expect(page).toHaveURL('/explore?q=mira')
  await page.clock.resume()
  const people = page.getByRole('region', { name: 'People' })
  await expect(people.getByRole('listitem')).toHaveText([/@mira/])
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('1 person, 2 posts')
  const [card, post] = [await people.boundingBox(), await posts(page).first().boundingBox()]
  expect(card?.y).toBeLessThan(post?.y ?? 0)

  await search.fill('mira 2')
  await search.press('Enter')
  await expect(page.getByText('No results found...')).toBeVisible()
  // It is announced once.
  await expect(page.getByRole('main').getByRole('status').first()).toBeEmpty()
  await search.press('Escape')
  await expect(page).toHaveURL('/explore')
  await expect(search).toHaveValue('')
  await search.fill('MIRA')
  await search.press('Enter')
  await people.getByRole('link', { name: '@mira' }).click()
  await expect(page).toHaveURL(/profilePage/)
  await page.goBack()
  await expect(search).toHaveValue('MIRA')
  await expect(posts(page)).toHaveCount(2)
  await page.goBack()
  await expect(page).toHaveURL('/homePage')
})

test('"Who to follow" has five people; "Show more" has the others, and is not ignored while the list is refreshed', async ({
  page,
}) => {
  await logInAsGuest(page)
  await resetData(page, { users: 50, posts: 5, seed: 7 })
  await page.goto('/explore')
  const people = page.getByRole('complementary').getByRole('listitem')
  await expect(people).toHaveCount(5)
  // Leaves, so that the list is stored. The next start shows it before the reply.
  await page.goto('/mock')
  await setMock(page, { delay: 1500 })
  await page.goto('/explore')
  await page.getByRole('complementary').getByRole('button', { name: 'Show more' }).click()
  await expect(people).toHaveCount(21)
  await expect(people.nth(5).getByRole('link')).toBeFocused()
  await page.getByRole('complementary').getByRole('button', { name: 'Show more' }).click()
  await expect(people.nth(21).getByRole('link')).toBeFocused()
})

test('searches start 1500 ms after the last key', async ({ page }) => {
  await logInAsGuest(page)
  await page.goto('/explore')
  await expect(posts(page)).toHaveCount(5)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const search = page.getByRole('searchbox', { name: 'Search people and posts' })
  await search.fill('hairpins')
  await page.clock.runFor(1400)
  await expect(posts(page)).toHaveCount(5)
  await search.fill('hairpins up')
  await page.clock.runFor(1400)
  await expect(posts(page)).toHaveCount(5)
  await page.clock.runFor(200)
  // The reply takes its own time, and the page renders it with timers.
  await page.clock.resume()
  await expect(posts(page)).toHaveCount(1)
})

test('the user search matches first name or username, and otherwise shows "no such user..."', async ({
  page,
}) => {
  await logInAsGuest(page)
  const aside = page.getByRole('complementary')
  const heading = aside.getByRole('heading')
  await expect(heading).toHaveText('Who to follow')
  await aside.getByRole('searchbox').fill('OKAF')
  await expect(aside.getByRole('listitem')).toHaveCount(1)
  await expect(heading).toHaveText('Search results')
  await aside.getByRole('searchbox').fill('ken')
  await expect(aside.getByText('@kenji')).toBeVisible()
  await expect(aside.getByRole('listitem')).toHaveCount(1)
  await aside.getByRole('searchbox').fill('nobody')
  await expect(aside.getByText('no such user...')).toBeVisible()
})
