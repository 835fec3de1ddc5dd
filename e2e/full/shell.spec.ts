// The bars and headers around every screen, and how all screens reflow.
import type { Page } from 'playwright/test'
import { expect, logInAsGuest, posts, test, visit } from '../support/fixtures.ts'

const PHONE = { width: 390, height: 844 }
const SCREENS = [
  '/homePage',
  '/post/5',
  '/profilePage/1',
  '/settings',
  '/bookMarkPage',
  '/explore',
  '/mock',
  '/nowhere',
]
const bar = (page: Page) => page.getByRole('navigation', { name: 'Icon bar' })
const tab = (page: Page, name: string) => bar(page).getByRole('link', { name, exact: true })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

/** The elements that reach beyond the right edge of the page or clip their own text, if anything does. */
function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    )
    return wide.map(({ tagName, className, textContent }) =>
      `${tagName} ${className} ${textContent?.slice(0, 30)}`.trim(),
    )
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('a deep screen has a title, its tab, and Back, which leads Home after a cold start', async ({
    page,
  }) => {
    await logInAsGuest(page)
    await tab(page, 'Explore').click()
    await posts(page)
      .first()
      .getByRole('link', { name: /^Comments/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: /^Post by/ })).toBeVisible()
    await expect(tab(page, 'Explore')).toHaveAttribute('aria-current', 'true')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL('/explore')
    await expect(tab(page, 'Explore')).toHaveAttribute('aria-current', 'page')

    const fresh = await page.context().newPage()
    await fresh.goto('/profilePage/1')
    await expect(tab(fresh, 'Home')).toHaveAttribute('aria-current', 'true')
    await fresh.getByRole('button', { name: 'Back' }).click()
    await expect(fresh).toHaveURL('/homePage')
    await fresh.evaluate(() => scrollTo(0, 500))
    await tab(fresh, 'Home').click()
    await expect.poll(() => fresh.evaluate(() => scrollY)).toBe(0)
  })

  test('a visitor sees no Logout, and a path in another case is unknown', async ({ page }) => {
    await visit(page)
    for (const path of ['/nowhere', '/MOCK', '/homepage', '/mock']) {
      await open(page, path)
      const title = path === '/mock' ? 'Request tester' : 'PAGE 404 Go Back to Homepage'
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(tab(page, 'Home')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0)
    }
  })
})

for (const { what, size, fontSize } of [
  { what: 'at 400 %', size: { width: 320, height: 256 }, fontSize: '100%' },
  { what: 'with text at 200 % on a phone', size: PHONE, fontSize: '200%' },
  { what: 'with text at 200 % on a desktop', size: { width: 1440, height: 900 }, fontSize: '200%' },
]) {
  test(`every screen reflows ${what}`, async ({ page }) => {
    test.slow()
    await page.setViewportSize(size)
    await page.addInitScript((fontSize) => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = fontSize
      })
    }, fontSize)
    for (const path of ['/', '/?form=signup']) {
      await open(page, path)
      expect.soft(await overflows(page), path).toEqual([])
    }
    await page.setViewportSize(PHONE)
    await logInAsGuest(page)
    await page.setViewportSize(size)
    for (const path of SCREENS) {
      await open(page, path)
      expect.soft(await overflows(page), path).toEqual([])
    }
  })
}

test('the current page and tab can be distinguished in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await logInAsGuest(page)
  const nav = page.getByRole('navigation', { name: 'Main' })
  const outline = (name: string) =>
    nav.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).outlineStyle)
  expect(await outline('Home')).toBe('solid')
  expect(await outline('Explore')).toBe('none')
  await open(page, '/mock')
  const tabs = page.getByRole('tab')
  const line = (selected: boolean) =>
    tabs
      .and(page.locator(`[aria-selected=${selected}]`))
      .first()
      .evaluate((tab) => getComputedStyle(tab).borderBottomColor)
  expect(await line(true)).not.toBe(await line(false))
})
