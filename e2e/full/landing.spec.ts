// The landing screen and signing in (R2, R3). The screen is part of the page's HTML (src/start/build/first-screens.ts),
// so it shows before any script runs.
import type { Locator } from 'playwright/test'
import { seedPasswords } from '../../src/contract/seed-passwords.ts'
import { fillSignUp } from '../support/actions.ts'
import {
  clickAt,
  expect,
  logInAsGuest,
  newPerson,
  posts,
  test,
  toast,
  visit,
} from '../support/fixtures.ts'
import { holdCode } from '../support/hold-code.ts'
import { failNext } from '../support/mock.ts'

test('the landing screen has a logo, a tagline, a card with two forms, and a footer, on phone and desktop (R1.1, R2.5, R2.6, R2.7, R2.8, R2.9)', async ({
  page,
}) => {
  await page.goto('/')
  const form = page.getByRole('form', { name: 'Log-in Form' })
  const footer = page.getByRole('contentinfo')
  const password = form.getByLabel('Password', { exact: true })
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expect(page.getByText('Gearheads', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Social media for gear heads.')
    await expect(page.getByRole('region', { name: 'Log-in Form' })).toBeVisible()
    await expect(footer.getByText('© 2022 Gearheads')).toBeVisible()
    await expect(footer.getByText('Gearheads', { exact: true })).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Code repository' })).toBeVisible()
    await expect(footer.getByRole('link', { name: /Gearheads (photos|community)/ })).toHaveCount(2)
    await expect(form.getByLabel('Username')).toBeVisible()
    await expect(form.getByRole('button').first()).toHaveText('Log in as guest')
    await expect(form.getByRole('button').first()).toBeVisible()
    await expect(password).toHaveAttribute('type', 'password')
    await form.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await form.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('link', { name: 'Create new account' }).click()
    await expect(page.getByRole('heading', { name: 'Sign-Up' })).toBeVisible()
    await page.getByRole('link', { name: 'Already have account?' }).click()
    await expect(page.getByRole('heading', { name: 'Log-in Form' })).toBeVisible()
  }

  // The sign-up form suggests an e-mail as username, and never sends the email field.
  await page.goto('/?form=signup')
  const signUp = page.getByRole('form', { name: 'Sign-Up' })
  await expect(signUp.getByLabel('Username')).toHaveAttribute('placeholder', /@/)
  const { name, username, password: secret } = newPerson()
  await fillSignUp(page, { name, username, password: secret })
  await signUp.getByLabel('Email').fill('never@sent.example')
  const sent = page.waitForRequest('**/api/auth/signup')
  await signUp.getByRole('button', { name: 'Sign up' }).click()
  expect((await sent).postDataJSON()).toEqual({ name, username, password: secret })
  await expect(page).toHaveURL('/homePage')
})

test('verify is called at start only if there is a token, and then user, people, posts and bookmarks are read, on the tester too (R2.21, R3.11, R3.12)', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  // The first calls of a visitor.
  const loaded = page.waitForResponse('**/api/posts?*')
  await page.goto('/')
  await loaded
  expect(calls).not.toContain('/api/auth/verify')
  await logInAsGuest(page)
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

test('the code and the first page of the home feed are loaded before the log-in', async ({
  page,
  expectErrors,
}) => {
  // The feed, and the banner for failures, whose code is not the feed's.
  const loaded = ['**/api/posts?*', '**/api/mock'].map((url) => page.waitForResponse(url))
  await visit(page)
  await Promise.all(loaded)
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
})

const STANDING = '[data-first-screen="landing"]'

test('a visitor sees the landing screen before any code is loaded, and the same after; a log-in that is typed before any code has run is sent', async ({
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

  const runCode = await holdCode(page)
  await page.goto('/')
  await clickAt(page, page.locator('[data-first-screen] input[name=username]'))
  await page.keyboard.type('mira')
  await page.keyboard.press('Tab')
  await page.keyboard.type(seedPasswords.mira)
  await page.keyboard.press('Enter')
  await runCode()
  await expect(page).toHaveURL('/homePage')
})

test('a click before any code has run is not lost, unless another follows it or it ends a drag; a button is pressed once', async ({
  page,
}) => {
  const logIns: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) logIns.push(request)
  })
  await visit(page)
  const letThrough = await holdCode(page)
  const html = page.locator(STANDING)
  const guest = html.getByText('Log in as guest')
  const createAccount = html.getByText('Create new account')
  const clickEach = async (...targets: Locator[]) => {
    await page.goto('/')
    for (const target of targets) await clickAt(page, target)
  }

  await clickEach(guest, html.locator('[name="username"]'))
  await letThrough()
  await expect(page.getByLabel('Username')).toBeFocused()
  // The label of a field.
  await clickEach(html.getByText('Username', { exact: true }))
  await letThrough()
  await expect(page.getByLabel('Username')).toBeFocused()

  await clickEach(createAccount, html.locator('h1'))
  const { x, y } = (await createAccount.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.down()
  await page.mouse.move(x + 5, y + 5)
  await page.mouse.up()
  await letThrough()
  await page.getByLabel('Username').fill('juno')
  await expect(page.getByRole('form', { name: 'Log-in Form' })).toBeVisible()

  await clickEach(createAccount)
  await letThrough()
  await expect(page.getByRole('form', { name: 'Sign-Up' })).toBeVisible()

  await clickEach(guest, guest, guest)
  await letThrough()
  await expect(posts(page).first()).toBeVisible()
  expect(logIns).toHaveLength(1)
})

test('signed-in users and other screens do not show the landing screen', async ({ page }) => {
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
