// The bars and headers around every screen.
import type { Page } from 'playwright/test'
import { expect, logInAsGuest, test, visit } from '../support/fixtures.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }
const bar = (page: Page) => page.getByRole('navigation', { name: 'Icon bar' })
const tab = (page: Page, name: string) => bar(page).getByRole('link', { name, exact: true })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

test('the bars of a phone: Tab, Back, visitors (R2.17)', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await visit(page)
  // A path in another case is unknown.
  for (const path of ['/MOCK', '/mock']) {
    await open(page, path)
    const title = path === '/mock' ? 'Request tester' : 'PAGE 404 Go Back to Homepage'
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(tab(page, 'Home')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Logout', exact: true })).toHaveCount(0)
  }

  await logInAsGuest(page)
  await tab(page, 'Explore').click()
  await page.getByRole('list', { name: 'Photos' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Post by/ })).toBeVisible()
  await expect(tab(page, 'Explore')).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/explore')
  await expect(tab(page, 'Explore')).toHaveAttribute('aria-current', 'page')

  const hidden = () =>
    page.evaluate(() => {
      const focused = document.activeElement as HTMLElement
      const { x, y, width, height } = focused.getBoundingClientRect()
      const hit = document.elementFromPoint(x + width / 2, y + height / 2)
      const isVisible = focused === document.body || focused.contains(hit) || hit?.contains(focused)
      return isVisible ? undefined : focused.ariaLabel || focused.textContent
    })
  for (const path of ['/post/5', '/settings']) {
    await open(page, path)
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let press = 0; press < 25; press++) {
        await page.keyboard.press(key)
        expect(await hidden(), `${key} ${press} on ${path}`).toBeUndefined()
      }
    }
  }

  // After a cold start, Back leads Home.
  const fresh = await page.context().newPage()
  await fresh.setViewportSize(PHONE)
  await fresh.goto('/profilePage/1')
  await expect(tab(fresh, 'Home')).not.toHaveAttribute('aria-current')
  await fresh.getByRole('button', { name: 'Back' }).click()
  await expect(fresh).toHaveURL('/homePage')
  await fresh.evaluate(() => scrollTo(0, 500))
  await tab(fresh, 'Home').click()
  await expect.poll(() => fresh.evaluate(() => scrollY)).toBe(0)
})

const setText = (page: Page, fontSize: string) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, fontSize)

test('the bars at 400 %, with text at 200 %, and in forced colors', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await logInAsGuest(page)
  // At 400 % the bars scroll away, and Logout comes after the screen.
  await page.setViewportSize({ width: 360, height: 225 })
  await open(page, '/post/5')
  const fixed = await page.evaluate(() =>
    [...document.querySelectorAll('header, nav, [data-back-bar]')]
      .filter((one) => one.checkVisibility())
      .map((one) => getComputedStyle(one).position)
      .filter((position) => ['fixed', 'sticky'].includes(position)),
  )
  expect(fixed).toEqual([])
  const logOut = bar(page).getByRole('button', { name: 'Logout' })
  await logOut.scrollIntoViewIfNeeded()
  await expect(logOut).toBeInViewport()

  // With text at 200 % words of the side bar stay whole: one line of 34 px.
  await page.setViewportSize(DESKTOP)
  await open(page, '/homePage')
  await setText(page, '200%')
  const nav = page.getByRole('navigation', { name: 'Main' })
  for (const link of await nav.getByRole('link').all()) {
    const word = link.locator('span').first()
    expect((await word.boundingBox())?.height, await word.innerText()).toBeLessThan(68)
  }

  await setText(page, '100%')
  await page.emulateMedia({ forcedColors: 'active' })
  const outline = (name: string) =>
    nav.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).outlineStyle)
  expect(await outline('Home')).toBe('solid')
  expect(await outline('Explore')).toBe('none')
  const feeds = page.getByRole('navigation', { name: 'Feed' })
  const feedLine = (name: string) =>
    feeds
      .getByRole('link', { name })
      .evaluate((link) => getComputedStyle(link, '::before').borderBottomStyle)
  expect(await feedLine('All')).not.toBe(await feedLine('Following'))
  await open(page, '/mock')
  const tabs = page.getByRole('tab')
  const line = (selected: boolean) =>
    tabs
      .and(page.locator(`[aria-selected=${selected}]`))
      .first()
      .evaluate((tab) => getComputedStyle(tab, '::before').borderBottomStyle)
  expect(await line(true)).not.toBe(await line(false))
})
