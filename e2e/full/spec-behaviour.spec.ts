// The two searches.
import { expect, logInAsGuest, posts, test } from '../support/fixtures.ts'
import { resetData, setMock } from '../support/mock.ts'

test('a search of Explore starts 1500 ms after the last key or with Enter, shows people first and the viewer too, and Back restores it (R2.15, R8.4, R8.5, R8.7, R15.2)', async ({
  page,
}) => {
  await logInAsGuest(page)
  await page.getByRole('link', { name: 'Explore' }).filter({ visible: true }).click()
  const photos = page.getByRole('list', { name: 'Photos' })
  await expect(photos).toBeVisible()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const search = page.getByRole('searchbox', { name: 'Search people and posts' })
  await search.fill('hairpins')
  await page.clock.runFor(1400)
  await expect(photos).toBeVisible()
  await search.fill('hairpins up')
  await page.clock.runFor(1400)
  await expect(photos).toBeVisible()
  await page.clock.runFor(200)
  await expect(page).toHaveURL('/explore?q=hairpins+up')
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

  await page.goto('/explore?q=guest driver')
  await expect(people.getByRole('listitem')).toHaveText([/@guest/])
})

test('"Who to follow" has five people, "Show more" the others, also while the list is refreshed; its search matches first name or username (R2.18, R8.2, R8.6, R8.8)', async ({
  page,
}) => {
  await logInAsGuest(page)
  const aside = page.getByRole('complementary')
  const heading = aside.getByRole('heading').first()
  await expect(heading).toHaveText('Who to follow')
  await aside.getByRole('searchbox').fill('OKAF')
  await expect(aside.getByTestId('user-card')).toHaveCount(1)
  await expect(heading).toHaveText('Search results')
  await aside.getByRole('searchbox').fill('ken')
  await expect(aside.getByText('@kenji')).toBeVisible()
  await expect(aside.getByTestId('user-card')).toHaveCount(1)
  await aside.getByRole('searchbox').fill('nobody')
  await expect(aside.getByText('no such user...')).toBeVisible()

  await resetData(page, { users: 50, posts: 5, seed: 7 })
  await page.goto('/explore')
  const people = page.getByRole('complementary').getByTestId('user-card')
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
