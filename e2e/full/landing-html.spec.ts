// The landing screen is in the page as HTML (scripts/vite/landing-html.ts): it needs no script to be seen.
import { expect, logInAsGuest, posts, test } from '../support/fixtures.ts'

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
  await page.addInitScript((standing) => {
    new MutationObserver(() => {
      if (document.querySelector(standing)) document.documentElement.dataset.stood = 'yes'
    }).observe(document, { childList: true, subtree: true })
  }, STANDING)
  const stood = () => page.evaluate(() => document.documentElement.dataset.stood)
  await page.goto('/mock')
  await expect(page.getByRole('heading', { name: 'Request tester' })).toBeVisible()
  expect(await stood()).toBeUndefined()
  await page.goto('/?form=signup')
  await expect(page.getByRole('form', { name: 'Sign-Up' })).toBeVisible()
  expect(await stood()).toBeUndefined()
  await logInAsGuest(page)
  expect(await stood()).toBe('yes')
  await page.goto('/')
  await expect(posts(page).first()).toBeVisible()
  expect(await stood()).toBeUndefined()
})
