// Walls of photos: Explore without a search, and the tab "Photos" of a profile.
import type { Page } from 'playwright/test'
import { postAll } from '../support/actions.ts'
import { asViewer } from '../support/as-user.ts'
import { expect, logInAsGuest, posts, signUp, test } from '../support/fixtures.ts'
import { goOffline } from '../support/pwa-fixtures.ts'
import { PHONE } from '../support/screens.ts'

const photos = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('listitem')
const IMAGE = '/seed/posts/cafe-racer.svg'

test('Explore has three people and photos, offline too (R10.28)', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await logInAsGuest(page)
  const guest = await asViewer(page)
  const names = ['roadster-sunset', 'cafe-racer', 'engine-bay']
  const images = names.map((name) => ({ url: `/seed/posts/${name}.svg` }))
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
  await expect(photos(page).getByRole('img').first()).not.toHaveJSProperty('naturalWidth', 0)
  const [left, right] = [await links.first().boundingBox(), await links.nth(1).boundingBox()]
  expect(left?.y).toBe(right?.y)
  expect((left?.width ?? 0) + (right?.width ?? 0)).toBeGreaterThan(360)
  await people.getByRole('button', { name: 'Show more' }).click()
  await expect(people.getByTestId('user-card')).toHaveCount(4)
  await links.nth(1).click()
  await expect(page.getByRole('article', { name: 'By mira' })).toBeVisible()
})

test('the tab "Photos" of a profile (R10.28, R10.16, R2.28)', async ({ page, expectErrors }) => {
  await signUp(page)
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Posts and photos' }).getByRole('link', { name })
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await expect(tab('Posts')).toHaveAttribute('aria-current', 'page')
  await tab('Photos').click()
  await expect(page).toHaveURL(/\?tab=photos$/)
  await expect(tab('Photos')).toHaveAttribute('aria-current', 'page')
  await expect(tab('Posts')).not.toHaveAttribute('aria-current')
  await expect(page.getByText('No photos yet')).toBeVisible()
  await expect(posts(page)).toHaveCount(0)

  // After a page without a photo, the next one is loaded by a press.
  const mine = await asViewer(page)
  for (let n = 0; n < 3; n += 1)
    await mine('POST /api/posts', { content: `Shot ${n}`, imageUrl: IMAGE })
  await postAll(page, 65, (n) => `Word ${n}`)
  const pages: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/posts/user/')) pages.push(request.url())
  })
  await page.reload()
  const more = page.getByRole('button', { name: 'Show more photos' })
  await expect(more).toBeEnabled()
  await expect(page.getByText('No photos yet')).toHaveCount(0)
  await expect.poll(() => pages.length).toBe(2)
  await more.click()
  await expect.poll(() => pages.length).toBe(3)
  await more.click()
  await expect(photos(page)).toHaveCount(3)
  await expect(more).toHaveCount(0)
  const [first, last] = [photos(page).first(), photos(page).last()]
  expect((await first.boundingBox())?.y, 'a row').toBe((await last.boundingBox())?.y)

  await mine('POST /api/posts', { content: 'Gone', imageUrl: 'https://nowhere.example/gone.jpg' })
  await page.reload()
  await expect(first.getByText(/: Gone$/)).toBeVisible()
  await expect(first.getByRole('link', { name: /: Gone$/ })).toBeVisible()
  expectErrors(/nowhere\.example|ERR_/)

  // Back leaves the profile instead of its tabs.
  await page.goto('/homePage')
  await page.getByRole('link', { name: 'Profile' }).filter({ visible: true }).click()
  await tab('Photos').click()
  await page.goBack()
  await expect(page).toHaveURL('/homePage')
})
