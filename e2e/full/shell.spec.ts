// The bars and headers around every screen.
import type { Locator, Page } from 'playwright/test'
import { expect, logInAsGuest, test, visit } from '../support/fixtures.ts'
import { DESKTOP, openScreen, PHONE, setTextSize } from '../support/screens.ts'

const bar = (page: Page) => page.getByRole('navigation', { name: 'Icon bar' })
const tab = (page: Page, name: string) => bar(page).getByRole('link', { name, exact: true })

test('the bars: visitors, Back, Tab, large texts, forced colors (R2.17)', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await visit(page)
  // A path in another case is unknown.
  for (const path of ['/MOCK', '/mock']) {
    await openScreen(page, path)
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
    await openScreen(page, path)
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

  // At 400 % the bars scroll away, and Logout comes after the screen.
  await page.setViewportSize({ width: 360, height: 225 })
  await openScreen(page, '/post/5')
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
  await openScreen(page, '/homePage')
  await setTextSize(page, '200%')
  const nav = page.getByRole('navigation', { name: 'Main' })
  for (const link of await nav.getByRole('link').all()) {
    const word = link.locator('span').first()
    expect((await word.boundingBox())?.height, await word.innerText()).toBeLessThan(68)
  }

  await setTextSize(page, '100%')
  await page.emulateMedia({ forcedColors: 'active' })
  const outline = (name: string) =>
    nav.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).outlineStyle)
  expect(await outline('Home')).toBe('solid')
  expect(await outline('Explore')).toBe('none')
  const line = (of: Locator) =>
    of.first().evaluate((part) => getComputedStyle(part, '::before').borderBottomStyle)
  const feeds = page.getByRole('navigation', { name: 'Feed' })
  const feed = (name: string) => feeds.getByRole('link', { name })
  expect(await line(feed('All'))).not.toBe(await line(feed('Following')))
  await openScreen(page, '/mock')
  const tool = (selected: boolean) => page.getByRole('tab', { selected })
  expect(await line(tool(true))).not.toBe(await line(tool(false)))
})
