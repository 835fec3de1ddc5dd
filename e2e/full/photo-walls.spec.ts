// Walls of photos: Explore without a search, and the tab "Photos" of a profile.
import type { Page } from 'playwright/test'
import { asViewer } from '../support/as-user.ts'
import { expect, logInAsGuest, posts, signUp, test } from '../support/fixtures.ts'
import { goOffline } from '../support/pwa-fixtures.ts'
import { scrollToReach } from '../support/scroll.ts'

const photos = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('listitem')
const more = (page: Page) => page.getByRole('button', { name: 'Show more photos' })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Posts and photos' }).getByRole('link', { name })
const PICTURES = ['roadster-sunset', 'cafe-racer', 'engine-bay', 'mountain-hairpin', 'pickup-camp']
const pictureOf = (index: number) => `/seed/posts/${PICTURES[index % PICTURES.length]}.svg`

/** The guest has written this many posts with a picture and then, newer, this many without. */
async function writePosts(page: Page, withPicture: number, without: number): Promise<void> {
  const guest = await asViewer(page)
  for (let n = 0; n < withPicture; n += 1)
    await guest('POST /api/posts', { content: `Shot ${n}`, imageUrl: pictureOf(n) })
  for (let n = 0; n < without; n += 1) await guest('POST /api/posts', { content: `Word ${n}` })
}

test('Explore has three people and the photos of posts in two columns, also offline (R10.28)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAsGuest(page)
  const guest = await asViewer(page)
  const images = [0, 1, 2].map((n) => ({ url: pictureOf(n) }))
  await guest('POST /api/posts', { content: 'The meet', images })
  await guest('POST /api/posts', { content: 'No picture' })
  await goOffline(page)
  await page.goto('/explore')
  const people = page.getByRole('region', { name: 'People' })
  await expect(people.getByTestId('user-card')).toHaveCount(3)
  await expect(photos(page)).toHaveCount(6)
  const links = photos(page).getByRole('link')
  await expect(links.first()).toHaveAccessibleName('Photo by guest: The meet +2 more')
  await expect(links.nth(1)).toHaveAccessibleName(/^An orange roadster/)
  for (const image of await photos(page).getByRole('img').all()) {
    await image.scrollIntoViewIfNeeded()
    await expect(image).toHaveJSProperty('complete', true)
    await expect(image).not.toHaveJSProperty('naturalWidth', 0)
  }
  const [left, right] = [await links.first().boundingBox(), await links.nth(1).boundingBox()]
  expect(left?.y).toBe(right?.y)
  expect((left?.width ?? 0) + (right?.width ?? 0)).toBeGreaterThan(360)
  await people.getByRole('button', { name: 'Show more' }).click()
  await expect(people.getByTestId('user-card')).toHaveCount(4)

  await links.nth(1).click()
  await expect(page.getByRole('article', { name: 'By mira' })).toBeVisible()
})

/** The `_id` of the guest. */
function ownId(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { users } = await (await fetch('/api/users?search=guest')).json()
    return users[0]._id
  })
}

test('the tab "Photos" of a profile has an address and three columns, and keeps its place for Back and a reload (R10.28, R2.31)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAsGuest(page)
  await writePosts(page, 60, 0)
  const guest = await ownId(page)
  await page.goto(`/profilePage/${guest}`)
  await expect(page.getByText('20+ Posts')).toBeVisible()
  await expect(tab(page, 'Posts')).toHaveAttribute('aria-current', 'page')
  await tab(page, 'Photos').click()
  await expect(page).toHaveURL(`/profilePage/${guest}?tab=photos`)
  await expect(tab(page, 'Photos')).toHaveAttribute('aria-current', 'page')
  await expect(tab(page, 'Posts')).not.toHaveAttribute('aria-current')
  await expect(posts(page)).toHaveCount(0)

  const shot = (n: number) => page.getByRole('link', { name: `Photo by guest: Shot ${n}` })
  await scrollToReach(page, shot(9))
  const [first, second] = [await shot(11).boundingBox(), await shot(10).boundingBox()]
  expect(first?.y, 'a row of three').toBe(second?.y)
  const before = (await shot(9).boundingBox())?.y ?? 0
  const expectPlace = () =>
    expect
      .poll(async () => Math.round((await shot(9).boundingBox())?.y ?? 0))
      .toBe(Math.round(before))
  await shot(9).click()
  await expect(page.getByRole('article', { name: 'By guest' })).toBeVisible()
  await page.goBack()
  await expectPlace()
  await page.reload()
  await expectPlace()

  // Back leaves the profile instead of its tabs.
  await page.goto('/homePage')
  await page.getByRole('link', { name: 'Profile' }).filter({ visible: true }).click()
  await tab(page, 'Photos').click()
  await page.goBack()
  await expect(page).toHaveURL('/homePage')
})

test('a wall stops loading by itself after a page without a photo, says when there is none, and shows the name of a photo that cannot be loaded (R10.28, R10.16, R2.28)', async ({
  page,
  expectErrors,
}) => {
  await signUp(page)
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await tab(page, 'Photos').click()
  await expect(page.getByText('No photos yet')).toBeVisible()
  await expect(more(page)).toHaveCount(0)

  await writePosts(page, 3, 65)
  const pages: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/posts/user/')) pages.push(request.url())
  })
  await page.reload()
  await expect(more(page)).toBeEnabled()
  await expect(page.getByText('No photos yet')).toHaveCount(0)
  await expect.poll(() => pages.length).toBe(2)
  await more(page).click()
  await expect.poll(() => pages.length).toBe(3)
  await expect(photos(page)).toHaveCount(0)
  await more(page).click()
  await expect(photos(page)).toHaveCount(3)
  await expect(more(page)).toHaveCount(0)
  expect(pages).toHaveLength(4)

  const mine = await asViewer(page)
  await mine('POST /api/posts', { content: 'Gone', imageUrl: 'https://nowhere.example/gone.jpg' })
  await page.reload()
  await expect(
    photos(page)
      .first()
      .getByRole('link', { name: /: Gone$/ }),
  ).toBeVisible()
  await expect(
    photos(page)
      .first()
      .getByText(/: Gone$/),
  ).toBeVisible()
  expectErrors(/nowhere\.example|ERR_/)
})
