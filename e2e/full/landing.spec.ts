// The landing screen and signing in (R2, R3). The screen is part of the page's HTML (src/start/build/first-screens.ts),
// so it shows before any script runs.
import type { Page } from 'playwright/test'
import { seedPasswords } from '../../src/contract/seed-passwords.ts'
import {
  clickAt,
  eachSize,
  expect,
  logInAsGuest,
  newPerson,
  posts,
  signUp,
  test,
  toast,
  visit,
  watchToasts,
} from '../support/fixtures.ts'
import { holdCode } from '../support/hold-code.ts'
import { failNext } from '../support/mock.ts'

test('a log-in that is typed before any code has run is sent', async ({ page }) => {
  await visit(page)
  const letThrough = await holdCode(page)
  await page.goto('/')
  await clickAt(page, page.locator('[data-first-screen] input[name=username]'))
  await page.keyboard.type('mira')
  await page.keyboard.press('Tab')
  await page.keyboard.type(seedPasswords.mira)
  await page.keyboard.press('Enter')
  await letThrough()
  await expect(page).toHaveURL('/homePage')
})

eachSize(() => {
  test('the landing screen has a logo, a tagline, a card with two forms, and a footer', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page.getByText('Gearheads', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Social media for gear heads.')
    await expect(page.getByRole('region', { name: 'Log-in Form' })).toBeVisible()

    await test.step('the footer has a logo, a 2022 copyright line, the code repository and two profiles', async () => {
      const footer = page.getByRole('contentinfo')
      await expect(footer.getByText('© 2022 Gearheads')).toBeVisible()
      await expect(footer.getByText('Gearheads', { exact: true })).toBeVisible()
      await expect(footer.getByRole('link', { name: 'Code repository' })).toBeVisible()
      await expect(footer.getByRole('link', { name: /Gearheads (photos|community)/ })).toHaveCount(
        2,
      )
    })

    await test.step('the log-in form has username, password with show and hide, and guest log-in', async () => {
      const form = page.getByRole('form', { name: 'Log-in Form' })
      await expect(form.getByLabel('Username')).toBeVisible()
      await expect(form.getByRole('button').first()).toHaveText('Log in as guest')
      await expect(form.getByRole('button').first()).toBeVisible()
      const password = form.getByLabel('Password', { exact: true })
      await expect(password).toHaveAttribute('type', 'password')
      await form.getByRole('button', { name: 'Show password' }).click()
      await expect(password).toHaveAttribute('type', 'text')
      await form.getByRole('button', { name: 'Hide password' }).click()
      await expect(password).toHaveAttribute('type', 'password')
    })

    await test.step('links switch between the two forms', async () => {
      await page.getByRole('link', { name: 'Create new account' }).click()
      await expect(page.getByRole('heading', { name: 'Sign-Up' })).toBeVisible()
      await page.getByRole('link', { name: 'Already have account?' }).click()
      await expect(page.getByRole('heading', { name: 'Log-in Form' })).toBeVisible()
    })

    await test.step('the sign-up form suggests an e-mail as username, and never sends the email field', async () => {
      await page.goto('/?form=signup')
      const form = page.getByRole('form', { name: 'Sign-Up' })
      await expect(form.getByLabel('Username')).toHaveAttribute('placeholder', /@/)
      const { name, username, password } = newPerson()
      await form.getByLabel('Name', { exact: true }).fill(name)
      await form.getByLabel('Username').fill(username)
      await form.getByLabel('Email').fill('never@sent.example')
      await form.getByLabel('Password', { exact: true }).fill(password)
      const sent = page.waitForRequest('**/api/auth/signup')
      await form.getByRole('button', { name: 'Sign up' }).click()
      expect((await sent).postDataJSON()).toEqual({ name, username, password })
      await expect(page).toHaveURL('/homePage')
    })
  })
})

test('log-in shows "User logged in" and keeps the token in local storage', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(toast(page, 'User logged in')).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('gearheads-token'))
  expect(token?.split('.')).toHaveLength(3)
})

test('sign-up keeps the token and shows no toast', async ({ page }) => {
  const toasts = await watchToasts(page)
  await signUp(page)
  expect(await page.evaluate(() => localStorage.getItem('gearheads-token'))).toContain('.')
  expect(toasts).toEqual([])
})

test('verify is called at start only if there is a token', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  // The first calls of a visitor.
  const loaded = page.waitForResponse('**/api/posts?*')
  await page.goto('/')
  await loaded
  expect(calls).not.toContain('/api/auth/verify')
  await logInAsGuest(page)
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(calls.filter((path) => path === '/api/auth/verify')).toHaveLength(1)
})

test('the initial load fetches the current user, the users, the posts and the bookmarks, on the tester too', async ({
  page,
}) => {
  await logInAsGuest(page)
  const calls = new Set<string>()
  page.on('request', (request) => calls.add(new URL(request.url()).pathname))
  const requested = ['/api/auth/verify', '/api/users', '/api/posts', '/api/users/bookmark/']
  for (const path of ['/homePage', '/mock']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    calls.clear()
    await page.reload()
    await expect.poll(() => requested.filter((path) => !calls.has(path)), path).toEqual([])
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

/** Opens the landing screen without its code. @returns a function that lets the code through */
async function openBeforeCode(page: Page): Promise<() => void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await late
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator(STANDING).getByText('Log in as guest')).toBeVisible()
  return resolve
}

test('a visitor sees the landing screen before any code is loaded, and the same after', async ({
  page,
}) => {
  const letThrough = await openBeforeCode(page)
  const html = page.locator(STANDING)
  await expect(html.locator('h1')).toHaveText('Social media for gear heads.')
  const where = () => page.getByText('Log in as guest').boundingBox()
  const before = await where()
  letThrough()
  await expect(html).toHaveCount(0)
  expect(await where()).toEqual(before)
  await page.getByLabel('Username').fill('juno')
  await expect(page.getByLabel('Username')).toHaveValue('juno')
})

test.describe('a click before any code is loaded is not lost', () => {
  test('on a field, after one on a button', async ({ page }) => {
    const letThrough = await openBeforeCode(page)
    const html = page.locator(STANDING)
    await clickAt(page, html.getByText('Log in as guest'))
    await clickAt(page, html.locator('[name="username"]'))
    letThrough()
    await expect(page.getByLabel('Username')).toBeFocused()
  })

  test('on the label of a field', async ({ page }) => {
    const letThrough = await openBeforeCode(page)
    await clickAt(page, page.locator(STANDING).getByText('Username', { exact: true }))
    letThrough()
    await expect(page.getByLabel('Username')).toBeFocused()
  })

  test('unless another click follows it, or it is the end of a drag', async ({ page }) => {
    const letThrough = await openBeforeCode(page)
    const html = page.locator(STANDING)
    await clickAt(page, html.getByText('Create new account'))
    await clickAt(page, html.locator('h1'))
    const { x, y } = (await html.getByText('Create new account').boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.down()
    await page.mouse.move(x + 5, y + 5)
    await page.mouse.up()
    letThrough()
    await page.getByLabel('Username').fill('juno')
    await expect(page.getByRole('form', { name: 'Log-in Form' })).toBeVisible()
  })

  test('on a link', async ({ page }) => {
    const letThrough = await openBeforeCode(page)
    await clickAt(page, page.locator(STANDING).getByText('Create new account'))
    letThrough()
    await expect(page.getByRole('form', { name: 'Sign-Up' })).toBeVisible()
  })

  test('on a button, which is pressed once', async ({ page }) => {
    const logIns: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/login')) logIns.push(request)
    })
    const letThrough = await openBeforeCode(page)
    for (let click = 0; click < 3; click++) {
      await clickAt(page, page.locator(STANDING).getByText('Log in as guest'))
    }
    letThrough()
    await expect(posts(page).first()).toBeVisible()
    expect(logIns).toHaveLength(1)
  })
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
