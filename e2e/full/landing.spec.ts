// The landing screen and signing in (R2, R3). The screen is part of the page's HTML (src/start/build/first-screens.ts),
// so it shows before any script runs.
import type { Locator } from 'playwright/test'
import { seedPasswords } from '../../src/contract/seed-passwords.ts'
import { clickAt, expect, posts, test, toast, visit } from '../support/fixtures.ts'
import { holdCode } from '../support/hold-code.ts'
import { failNext } from '../support/mock.ts'

test('R1.1, R2.5, R2.6, R2.7, R2.9: the parts of the landing screen', async ({ page }) => {
  await page.goto('/')
  const form = page.getByRole('form', { name: 'Log-in Form' })
  const footer = page.getByRole('contentinfo')
  const password = form.getByLabel('Password', { exact: true })
  await expect(page.getByText('Gearheads', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Social media for gear heads.')
  await expect(page.getByRole('region', { name: 'Log-in Form' })).toBeVisible()
  await expect(footer.getByText('© 2022 Gearheads')).toBeVisible()
  await expect(footer.getByText('Gearheads', { exact: true })).toBeVisible()
  await expect(footer.getByRole('link', { name: 'Code repository' })).toBeVisible()
  await expect(footer.getByRole('link', { name: /Gearheads (photos|community)/ })).toHaveCount(2)
  await expect(form.getByLabel('Username')).toBeVisible()
  await expect(form.getByRole('button').first()).toHaveText('Log in as guest')
  await expect(password).toHaveAttribute('type', 'password')
  await form.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await form.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('link', { name: 'Create new account' }).click()
  await expect(page.getByRole('heading', { name: 'Sign-Up' })).toBeVisible()
  await page.getByRole('link', { name: 'Already have account?' }).click()
  await expect(page.getByRole('heading', { name: 'Log-in Form' })).toBeVisible()
})

test('what is read at start, and not for the feed after the log-in (R2.21, R3.11, R3.12)', async ({
  page,
  expectErrors,
}) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  // The feed, and the banner for failures, whose code is not the feed's.
  const loaded = ['**/api/posts?*', '**/api/mock'].map((url) => page.waitForResponse(url))
  await visit(page)
  await Promise.all(loaded)
  expect(calls).not.toContain('/api/auth/verify')
  await failNext(page, 'GET /api/posts', 500, {})
  const loadedForFeed = page.evaluate(() => {
    performance.clearResourceTimings()
    const { promise, resolve } = Promise.withResolvers<string[]>()
    new MutationObserver((_, observer) => {
      if (!document.querySelector('article')) return
      observer.disconnect()
      resolve(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
    }).observe(document, { childList: true, subtree: true })
    return promise
  })
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  expect((await loadedForFeed).filter((path) => path.startsWith('/assets/'))).toEqual([])
  // The first page is read again after the log-in.
  await expect(toast(page, 'Something went wrong')).toBeVisible()
  expectErrors(/\b500\b/)

  const requested = ['/api/auth/verify', '/api/users', '/api/posts', '/api/users/bookmark/']
  for (const path of ['/homePage', '/mock']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    calls.length = 0
    await page.reload()
    await expect.poll(() => requested.filter((one) => !calls.includes(one)), path).toEqual([])
    expect(calls.filter((one) => one === '/api/auth/verify')).toHaveLength(1)
  }
})

test('before any code runs, the screen takes keys and clicks', async ({ page, expectErrors }) => {
  // Of code that is held for long.
  expectErrors(/was preloaded using link preload but not used/)
  const logIns: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) logIns.push(request)
  })
  const { promise: late, resolve: letCodeCome } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await late
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const html = page.locator('[data-first-screen="landing"]')
  const guest = html.getByText('Log in as guest')
  await expect(guest).toBeVisible()
  await expect(html.locator('h1')).toHaveText('Social media for gear heads.')
  const where = () => page.getByText('Log in as guest').boundingBox()
  const before = await where()
  letCodeCome()
  await expect(html).toHaveCount(0)
  expect(await where()).toEqual(before)

  const letThrough = await holdCode(page)
  const clickEach = async (...targets: Locator[]) => {
    await page.goto('/')
    for (const target of targets) await clickAt(page, target)
  }
  // The label of a field. The last click counts.
  await clickEach(guest, html.getByText('Username', { exact: true }))
  await letThrough()
  await expect(page.getByLabel('Username')).toBeFocused()

  await clickEach(html.getByText('Create new account'))
  await letThrough()
  await expect(page.getByRole('form', { name: 'Sign-Up' })).toBeVisible()

  await clickEach(html.locator('input[name=username]'))
  await page.keyboard.type('mira')
  await page.keyboard.press('Tab')
  await page.keyboard.type(seedPasswords.mira)
  await page.keyboard.press('Enter')
  await letThrough()
  await expect(page).toHaveURL('/homePage')
  await page.evaluate(() => localStorage.clear())

  logIns.length = 0
  await clickEach(guest, guest, guest)
  await letThrough()
  await expect(posts(page).first()).toBeVisible()
  expect(logIns).toHaveLength(1)
})
