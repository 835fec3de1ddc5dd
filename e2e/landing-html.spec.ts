// The landing screen is in the page as HTML (scripts/vite/landing-html.ts): it needs no script to be seen.
import { expect, logInAsGuest, posts, test } from './fixtures.ts'

const STANDING = '#root > [inert]'

test('a visitor sees the landing screen before any code is there, and the same after', async ({
  page,
}) => {
  const { promise: late, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await late
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const html = page.locator(STANDING)
  await expect(html.getByText('Log in as guest')).toBeVisible()
  await expect(html.locator('h1')).toHaveText('Social media for gear heads.')
  const where = () => page.getByText('Log in as guest').boundingBox()
  const before = await where()
  letThrough()
  await expect(html).toHaveCount(0)
  expect(await where()).toEqual(before)
  await page.getByLabel('Username').fill('juno')
  await expect(page.getByLabel('Username')).toHaveValue('juno')
})

test('who is signed in, or goes elsewhere, sees nothing of it', async ({ page }) => {
  await logInAsGuest(page)
  await page.route('**/assets/index-*.js', () => undefined)
  for (const address of ['/', '/mock', '/?form=signup']) {
    if (address === '/mock') await page.evaluate(() => localStorage.clear())
    await page.goto(address, { waitUntil: 'commit' })
    await expect(page.locator('#landing')).toBeAttached()
    await expect(page.locator(STANDING)).toHaveCount(0)
    await expect(posts(page)).toHaveCount(0)
  }
})
