// The rules of R2 about the content of the screens of a signed-in user.
import type { Locator, Page } from 'playwright/test'
import { openPost } from '../support/actions.ts'
import { expect, logInAsGuest, test } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import { DESKTOP, openScreen, PHONE } from '../support/screens.ts'

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

/** The parts of a composer, which on a phone is one line until it is used (R4.32). */
async function expectComposer(form: Locator): Promise<void> {
  await form.getByRole('textbox').focus()
  await expect(form.locator('input[type=file]')).toHaveAttribute('accept', /image/)
  for (const name of ['Add an emoji', 'Vroom'])
    await expect(form.getByRole('button', { name })).toBeVisible()
}

test('R2.11, R2.14, R2.16, R2.17, R2.36, R4.2, R9.1, R14.1: the parts of the screens', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await logInAsGuest(page)
  await expectComposer(page.getByRole('form', { name: 'What are you driving' }))

  await openScreen(page, '/profilePage/1')
  const profile = page.getByRole('region', { name: 'Profile of mira' })
  await expect(profile.getByRole('heading', { name: 'Mira Okafor' })).toBeVisible()
  for (const text of ['@mira', /Air-cooled/, '0 Followers', '0 Following'])
    await expect(profile.getByText(text)).toBeVisible()
  await expect(profile.locator('img')).toHaveCount(2)

  await openScreen(page, '/settings')
  const form = page.getByRole('form', { name: 'Edit-Profile' })
  await expect(form.getByLabel('User-Name')).toHaveValue('guest')
  await form.getByRole('button', { name: 'Show password' }).click()
  await expect(form.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await expect(form.getByLabel('Bio')).toBeVisible()
  await expect(form.getByText('Profile Image')).toBeVisible()
  await expect(form.locator('input[type=file]').first()).toHaveAttribute('accept', /image/)
  await expect(form.getByRole('button', { name: 'Update my Profile' })).toBeVisible()

  await openScreen(page, '/post/5')
  await expect(page.getByRole('article', { name: 'By mira' })).toBeVisible()
  await expectComposer(page.getByRole('form', { name: 'Add a comment' }))
  await expect(page.getByRole('article', { name: 'By juno' })).toBeVisible()

  await expectLinks(page, 'Icon bar')
  await page.setViewportSize(DESKTOP)
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

  // The tester has three panes.
  await page.setViewportSize({ width: 1200, height: 900 })
  await openScreen(page, '/mock')
  const place = async (part: Locator) => {
    const { x = 0, y = 0, width = 0 } = (await part.boundingBox()) ?? {}
    return { left: x, right: x + width, top: y }
  }
  const list = await place(page.getByRole('tablist', { name: 'Tools' }))
  const headers = await place(page.getByRole('region', { name: 'Headers: 1' }))
  const submit = await place(page.getByRole('button', { name: 'Submit' }))
  const response = await place(page.getByRole('region', { name: 'Response', exact: true }))
  expect(list.right).toBeLessThan(headers.left)
  expect(headers.right).toBeLessThan(response.left)
  expect(response.right).toBeLessThanOrEqual((await place(aside)).left)
  expect(submit.left, 'one bar above both').toBeGreaterThan(response.left)
  expect(submit.top).toBeLessThan(response.top)
})
