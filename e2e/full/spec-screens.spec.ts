// The rules of R2 about the content of the screens of a signed-in user.
import type { Locator, Page } from 'playwright/test'
import { openPost } from '../support/actions.ts'
import { expect, logInAsGuest, test } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'

const DESKTOP = { width: 1440, height: 900 }

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
}

/** Follows the links of a bar, and expects its Logout. */
async function expectLinks(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('navigation', { name })
  const links = {
    BookMark: '/bookMarkPage',
    Explore: '/explore',
    Profile: /\/profilePage\/019a0000-0000-7005/,
    Settings: '/settings',
    Home: '/homePage',
  }
  for (const [link, url] of Object.entries(links)) {
    await bar.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(url)
  }
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
}

test('R2.11, R2.14, R2.17, R4.2, R9.1: the parts of the screens', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAsGuest(page)
  await open(page, '/homePage')
  const composer = page.getByRole('form', { name: 'What are you driving' })
  // On a phone it is one line until it is used (R4.32).
  await composer.getByRole('textbox').focus()
  await expect(composer.getByRole('textbox')).toBeVisible()
  await expect(composer.locator('input[type=file]')).toHaveAttribute('accept', /image/)
  await expect(composer.getByRole('button', { name: 'Add an emoji' })).toBeVisible()
  await expect(composer.getByRole('button', { name: 'Vroom' })).toBeVisible()

  await open(page, '/profilePage/1')
  const profile = page.getByRole('region', { name: 'Profile of mira' })
  await expect(profile.getByRole('heading', { name: 'Mira Okafor' })).toBeVisible()
  await expect(profile.getByText('@mira')).toBeVisible()
  await expect(profile.getByText(/Air-cooled/)).toBeVisible()
  await expect(profile.getByText('0 Followers')).toBeVisible()
  await expect(profile.getByText('0 Following')).toBeVisible()
  await expect(profile.locator('img')).toHaveCount(2)

  await open(page, '/settings')
  const form = page.getByRole('form', { name: 'Edit-Profile' })
  await expect(form.getByLabel('User-Name')).toHaveValue('guest')
  await form.getByRole('button', { name: 'Show password' }).click()
  await expect(form.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await expect(form.getByLabel('Bio')).toBeVisible()
  await expect(form.getByText('Profile Image')).toBeVisible()
  await expect(form.locator('input[type=file]').first()).toHaveAttribute('accept', /image/)
  await expect(form.getByRole('button', { name: 'Update my Profile' })).toBeVisible()

  await open(page, '/post/5')
  await expect(page.getByRole('article', { name: 'By mira' })).toBeVisible()
  const comment = page.getByRole('form', { name: 'Add a comment' })
  await comment.getByRole('textbox').focus()
  await expect(comment.getByRole('button', { name: 'Vroom' })).toBeVisible()
  await expect(comment.getByRole('button', { name: 'Add an emoji' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'By juno' })).toBeVisible()

  await expectLinks(page, 'Icon bar')
})

test('the side bars, and "...loading" (R2.14, R2.16, R2.36)', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await logInAsGuest(page)
  await expectLinks(page, 'Main')
  // Long enough to be seen on a slow machine.
  await setMock(page, { delay: 6000 })
  await openPost(page, 1)
  await expect(page.getByText('...loading')).toBeVisible()
  await setMock(page, { delay: 0 })
  await expect(page.getByRole('article', { name: 'By kenji' })).toBeVisible()

  await page.goto('/homePage')
  const aside = page.getByRole('complementary')
  const talked = aside.getByRole('region', { name: 'Being talked about' })
  await expect(talked.getByRole('link')).toHaveText(/^Top down.* Mira Okafor · 1 comment$/s)
  const links = aside.getByRole('region', { name: 'More of Gearheads' })
  for (const link of await links.getByRole('link').all()) {
    const href = (await link.getAttribute('href')) ?? ''
    expect((await page.request.get(href)).ok() || href.startsWith('/api/'), href).toBe(true)
  }
  await links.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await talked.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Post by Mira Okafor' })).toBeAttached()
})

test('from 1200 px on, the tester has three panes (R14.1)', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 900 })
  await logInAsGuest(page)
  await open(page, '/mock')
  const place = async (region: Locator) =>
    (await region.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const list = await place(page.getByRole('tablist', { name: 'Tools' }))
  const headers = await place(page.getByRole('region', { name: 'Headers: 1' }))
  const submit = await place(page.getByRole('button', { name: 'Submit' }))
  const response = await place(page.getByRole('region', { name: 'Response', exact: true }))
  const people = await place(page.getByRole('complementary'))
  expect(list.x + list.width).toBeLessThan(headers.x)
  expect(headers.x + headers.width).toBeLessThan(response.x)
  expect(response.x + response.width).toBeLessThanOrEqual(people.x)
  expect(submit.x, 'one bar above both').toBeGreaterThan(response.x)
  expect(submit.y).toBeLessThan(response.y)
})
