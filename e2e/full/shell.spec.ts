// The bars and headers around every screen, and how all screens reflow.
import type { Page } from 'playwright/test'
import { expect, logInAsGuest, posts, test, visit } from '../support/fixtures.ts'
import { SCREENS } from '../support/screens.ts'

const PHONE = { width: 390, height: 844 }
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

  test('Tab never moves the focus behind the bars, in either direction', async ({ page }) => {
    await logInAsGuest(page)
    const hidden = () =>
      page.evaluate(() => {
        const focused = document.activeElement as HTMLElement
        const { x, y, width, height } = focused.getBoundingClientRect()
        const hit = document.elementFromPoint(x + width / 2, y + height / 2)
        const isVisible =
          focused === document.body || focused.contains(hit) || hit?.contains(focused)
        return isVisible ? undefined : focused.ariaLabel || focused.textContent
      })
    for (const path of ['/homePage', '/post/5', '/settings']) {
      await open(page, path)
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let press = 0; press < 25; press++) {
          await page.keyboard.press(key)
          expect(await hidden(), `${key} ${press} on ${path}`).toBeUndefined()
        }
      }
    }
  })

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
    await expect(tab(fresh, 'Home')).not.toHaveAttribute('aria-current')
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
      await expect(page.getByRole('button', { name: 'Logout', exact: true })).toHaveCount(0)
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
    for (const path of Object.keys(SCREENS)) {
      await open(page, path)
      expect.soft(await overflows(page), path).toEqual([])
    }
  })
}

test('at 400 % the bars scroll away, and Logout comes after the screen', async ({ page }) => {
  await logInAsGuest(page)
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
})

test('with text at 200 % words of the side bar stay whole, and Follow is below the cover', async ({
  page,
}) => {
  await logInAsGuest(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/profilePage/1')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const nav = page.getByRole('navigation', { name: 'Main' })
  for (const link of await nav.getByRole('link').all()) {
    const word = link.locator('span').first()
    // One line of 34 px.
    expect((await word.boundingBox())?.height, await word.innerText()).toBeLessThan(68)
    expect((await link.locator('svg').boundingBox())?.width).toBeGreaterThan(40)
  }
  const header = page.getByRole('region', { name: /^Profile of/ })
  const cover = await header.locator('img').first().boundingBox()
  const follow = await header.getByRole('button', { name: /^Follow/ }).boundingBox()
  expect(follow?.y).toBeGreaterThanOrEqual((cover?.y ?? 0) + (cover?.height ?? 0))
})

/** Controls whose border has less than 3:1 contrast with what is around it (WCAG 1.4.11). */
function weakBorders(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const rgb = (color: string) => color.match(/[\d.]+/g)?.map(Number) ?? []
    const luminance = ([r = 0, g = 0, b = 0]: number[]) => {
      const [x, y, z] = [r, g, b].map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      ) as [number, number, number]
      return 0.2126 * x + 0.7152 * y + 0.0722 * z
    }
    const behind = (element: Element | null): string => {
      if (!element) return 'rgb(255, 255, 255)'
      const { backgroundColor } = getComputedStyle(element)
      return (rgb(backgroundColor)[3] ?? 1) === 1 ? backgroundColor : behind(element.parentElement)
    }
    const weak = [...document.querySelectorAll('button, input, textarea, select, a')].filter(
      (control) => {
        const { borderTopWidth, borderTopColor } = getComputedStyle(control)
        const color = rgb(borderTopColor)
        if (borderTopWidth === '0px' || color[3] === 0) return false
        const [a, b] = [luminance(color), luminance(rgb(behind(control.parentElement)))]
        return control.checkVisibility() && (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 3
      },
    )
    return weak.map((control) => control.ariaLabel ?? control.textContent ?? control.tagName)
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the borders of fields and buttons can be seen: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await logInAsGuest(page)
    for (const path of ['/homePage', '/settings', '/mock']) {
      await open(page, path)
      expect(await weakBorders(page), path).toEqual([])
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
  const feeds = page.getByRole('navigation', { name: 'Feed' })
  const feedLine = (name: string) =>
    feeds.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).borderBottomColor)
  expect(await feedLine('All')).not.toBe(await feedLine('Following'))
  await open(page, '/mock')
  const tabs = page.getByRole('tab')
  const line = (selected: boolean) =>
    tabs
      .and(page.locator(`[aria-selected=${selected}]`))
      .first()
      .evaluate((tab) => getComputedStyle(tab).borderBottomColor)
  expect(await line(true)).not.toBe(await line(false))
})
